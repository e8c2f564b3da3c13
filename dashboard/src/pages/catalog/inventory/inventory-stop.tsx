import { useParam } from '../../../kit/address-state.ts'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from '../products/product-reads.ts'

export function StopTrackingDialog() {
  const paths = usePaths()
  return <StopDialog backTo={paths.inventory(useParam('product'))} doneTo={paths.inventories()} />
}

/** The same over the page of the product. */
export function StopTrackingProductDialog() {
  const stock = usePaths().product(useParam('product'), 'stock')
  return <StopDialog backTo={stock} doneTo={stock} />
}

function StopDialog({ backTo, doneTo }: { backTo: string; doneTo: string }) {
  const product_id = useParam('product')
  const name = useProduct(product_id).data?.data.attributes.name ?? 'this product'
  return (
    <ConfirmRoute
      {...{ backTo, doneTo }}
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
