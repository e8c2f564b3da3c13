import type { Product } from '../../../generated/schema.ts'
import { EditSection } from '../../../kit/form/edit-section.tsx'
import { useBodySchema } from '../../../kit/requests/body-schema.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { SAVED_UNTIL_RELEASE } from '../../../messages/en.ts'
import { useProductForm } from './product-form.ts'
import { ProductFrame } from './product-frame.tsx'

export function ProductPage() {
  return <ProductFrame>{(product) => <Details key={product.id} product={product} />}</ProductFrame>
}

function Details({ product }: { product: Product }) {
  const schema = useBodySchema('UpdateProduct')
  const form = useProductForm()
  const forbidden = whyForbidden('UpdateProduct', useScope())
  return (
    <EditSection
      title="Details"
      description="Shoppers see a change with the next release of a catalog."
      label="product"
      value={product}
      schema={schema}
      layout={form}
      forbidden={forbidden}
      operation="UpdateProduct"
      save={(api, data) =>
        api.PUT('/v2/products/{product_id}', { params: { path: { product_id: product.id } }, body: { data } })
      }
      stale="/v2/products"
      said={SAVED_UNTIL_RELEASE}
    />
  )
}
