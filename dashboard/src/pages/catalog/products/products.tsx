import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { QuickFilters } from '../quick-filters.tsx'
import { columns, useBeside } from './product-columns.tsx'

export function ProductsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/products' })
  const beside = useBeside(state)
  const toNew = paths.newProduct()
  return (
    <Page
      title="Products"
      description="Products of the store. Live products are published with their catalogs."
      actions={[{ name: 'New product', key: 'n', to: toNew, operation: 'CreateProduct' as const }]}
    >
      <ListBlock
        label="products"
        state={state}
        columns={columns(paths, beside)}
        rowTo={({ id }) => paths.product(id)}
        search={{ field: 'name|sku', label: 'Find by name or SKU' }}
        labels={{ sku: 'SKU', mpn: 'MPN', upc_ean: 'UPC or EAN' }}
        beside={<QuickFilters state={state} filters={QUICK} />}
        empty={<NoProducts to={toNew} />}
      />
    </Page>
  )
}

const QUICK = [
  { label: 'Live', filter: 'eq(status,live)' },
  { label: 'Draft', filter: 'eq(status,draft)' },
  { label: 'No picture', filter: 'is_null(main_image_file_id)' },
  { label: 'Digital', filter: 'eq(commodity_type,digital)' },
]

function NoProducts({ to }: { to: string }) {
  return (
    <Empty
      title="No products yet"
      action={
        <Button component={Link} {...target(to)}>
          New product
        </Button>
      }
    >
      A product has a name, a SKU and prices. Shoppers see it once a catalog with it is published.
    </Empty>
  )
}
