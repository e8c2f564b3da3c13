import { ifUnchanged } from '../../api/if-unchanged.ts'
import type { Cart } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { Lines, Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useCart } from './reads.ts'
import { useCartChange, useCloseToCart } from './use-cart-change.ts'

export function EditCartDialog() {
  const cart_id = useParam('cart')
  const query = useCart(cart_id)
  return (
    <RouteDialog title="Edit cart" backTo={usePaths().cart(cart_id)} size="lg">
      <Loaded query={query} what="cart">
        {({ data }) => <EditForm cart={data} />}
      </Loaded>
    </RouteDialog>
  )
}

type Body = { type?: 'cart' }

function EditForm({ cart }: { cart: Cart }) {
  const schema = useBodySchema('UpdateCart')
  const close = useCloseToCart(cart.id)
  const change = useCartChange<Body>(
    (api, data) =>
      ifUnchanged(api).PUT('/v2/carts/{cart_id}', { params: { path: { cart_id: cart.id } }, body: { data } }),
    close,
  )
  if (schema === undefined) return <Lines />
  return (
    <SchemaForm
      schema={schema}
      value={cart}
      operation="UpdateCart"
      submitLabel="Save"
      onSubmit={(data) => change.mutateAsync(data as Body)}
      onCancel={close}
    />
  )
}
