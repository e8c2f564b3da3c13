import type { Product } from '../../../generated/schema.ts'
import { LoadedPage } from '../../../kit/loaded-page.tsx'
import { type Crumb, Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from '../products/product-reads.ts'
import { ProductStatus } from '../products/product-status.tsx'
import { childIds } from '../rules/child-ids.ts'
import { Publication } from './publication.tsx'

type CreatedProductProps = { product_id: string; catalog_id: string | null; crumbs: readonly Crumb[] }

/** A product right after it was made, with what remains until shoppers see it. */
export function CreatedProduct({ product_id, catalog_id, crumbs }: CreatedProductProps) {
  const paths = usePaths()
  return (
    <LoadedPage query={useProduct(product_id)} what="product" crumbs={crumbs}>
      {({ data }) => (
        <Page
          title={data.attributes.name}
          beside={<ProductStatus status={data.attributes.status} />}
          description={`Created: SKU ${data.attributes.sku}${variantsOf(data)}.`}
          crumbs={crumbs}
          request={{ path: '/v2/products/{product_id}', params: { product_id } }}
          actions={[
            { name: 'Open the product', to: paths.product(product_id) },
            { name: 'New product', key: 'n', to: paths.newProduct() },
          ]}
          quiet
        >
          <Publication product={data} catalog_id={catalog_id} />
        </Page>
      )}
    </LoadedPage>
  )
}

function variantsOf({ meta }: Product): string {
  const { length } = childIds(meta.variation_matrix ?? {})
  return length === 0 ? '' : `, ${length} ${length === 1 ? 'variant' : 'variants'}`
}
