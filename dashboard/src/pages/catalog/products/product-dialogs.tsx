import type { NewProduct } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { FormDialog } from '../form-dialog.tsx'
import { useProductForm } from './product-form.ts'
import { useProduct } from './product-reads.ts'

export function CreateProductDialog() {
  const paths = usePaths()
  const form = useProductForm()
  return (
    <FormDialog
      title="New product"
      backTo={paths.products()}
      operation="CreateProduct"
      {...form}
      submitLabel="Create product"
      stale={['/v2/products']}
      run={(api, data) => api.POST('/v2/products', { body: { data: asBody<NewProduct>(data) } })}
      doneTo={({ data }) => paths.product(data.id)}
    />
  )
}

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
