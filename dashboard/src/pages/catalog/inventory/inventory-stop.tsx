import { useParam } from '../../../kit/address-state.ts'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from '../products/product-reads.ts'

export function StopTrackingDialog() {
  const paths = usePaths()
  const product_id = useParam('product')
  const name = useProduct(product_id).data?.data.attributes.name ?? 'this product'
  return (
    <ConfirmRoute
      backTo={paths.inventory(product_id)}
      doneTo={paths.inventories()}
      title={`Stop tracking ${name}?`}
      operation="DeleteInventory"
      run={(api) => api.DELETE('/v2/inventories/{product_id}', { params: { path: { product_id } } })}
      stale={['/v2/inventories']}
      confirmLabel="Stop tracking"
      what="inventory"
    >
      It can then be sold without limit. Its stock transactions are kept.
    </ConfirmRoute>
  )
}
