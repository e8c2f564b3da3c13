import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Page } from '../../../kit/page.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { PageTabs } from '../../../kit/tabs.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from './product-reads.ts'
import { ProductStatus } from './product-status.tsx'

/** Header and tabs shared by the pages of a product. */
export function ProductFrame({ children }: { children: (product: Product) => ReactNode }) {
  const paths = usePaths()
  const product_id = useParam('product')
  const query = useProduct(product_id)
  const product = query.data?.data
  const to = (part: string) => paths.product(product_id, part)
  const tabs = [
    { label: 'Details', to: paths.product(product_id) },
    { label: 'Pictures', to: to('pictures') },
    { label: 'Prices', to: to('prices') },
    { label: 'Stock', to: to('stock') },
    { label: 'Nodes', to: to('nodes') },
    { label: 'Variations', to: to('variations') },
  ]
  const actions = [
    { name: 'Events', to: paths.events({ resource: product_id }), operation: 'ListEvents' as const },
    { name: 'Delete', danger: true, to: to('delete'), operation: 'DeleteProduct' as const },
  ]
  return (
    <Page
      title={product?.attributes.name ?? 'Product'}
      description={product && <code>{product.attributes.sku}</code>}
      beside={product !== undefined && <ProductStatus status={product.attributes.status} />}
      request={{ path: '/v2/products/{product_id}', params: { product_id } }}
      crumbs={[{ label: 'Products', to: paths.products() }]}
      actions={actions}
      shownActions={0}
      tabs={<PageTabs label="Product" tabs={tabs} />}
    >
      <Loaded query={query} what="product">
        {({ data }) => children(data)}
      </Loaded>
      <Outlet />
    </Page>
  )
}
