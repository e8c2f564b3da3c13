import { useParam } from '../../../kit/address-state.ts'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from './product-reads.ts'

export function DeleteProductDialog() {
  const paths = usePaths()
  const product_id = useParam('product')
  const product = useProduct(product_id).data?.data
  return (
    <DeleteRoute
      operation="DeleteProduct"
      what="product"
      title={`Delete the product ${product?.attributes.name ?? ''}?`}
      backTo={paths.product(product_id)}
      doneTo={paths.products()}
      stale={['/v2/products', '/v2/hierarchies', '/v2/inventories']}
      run={(api) => api.DELETE('/v2/products/{product_id}', { params: { path: { product_id } } })}
    >
      It is removed from its nodes. Orders keep what was bought. Shoppers see it until the next release.
    </DeleteRoute>
  )
}
