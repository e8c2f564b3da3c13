import { useParam } from '../../kit/address-state.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCartItems } from './reads.ts'

export function DeleteCartDialog() {
  const cart_id = useParam('cart')
  const paths = usePaths()
  const goTo = useGoTo()
  const count = useCartItems(cart_id).data?.data.length ?? 0
  const change = useChange<void>({
    stale: ['/v2/carts'],
    run: (api) => api.DELETE('/v2/carts/{cart_id}', { params: { path: { cart_id } } }),
    onDone: () => goTo(paths.carts()),
  })
  return (
    <ConfirmDialog
      opened
      onClose={() => goTo(paths.cart(cart_id))}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      title="Delete this cart?"
      confirmLabel="Delete cart"
      irreversible="The shopper loses the cart. It cannot be restored."
      {...(change.error === null ? {} : { error: change.error.message })}
    >
      The cart has {count} {count === 1 ? 'line' : 'lines'}.
    </ConfirmDialog>
  )
}
