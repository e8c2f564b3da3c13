import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { Inventory, Product } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { blocksOf, useProductsBy } from '../products/product-reads.ts'
import { QuickFilters } from '../quick-filters.tsx'
import { StockStatus } from './stock-status.tsx'

export function InventoriesPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/inventories' })
  const products = useProductsBy(
    'id',
    blocksOf(state.list, ({ product_id }) => product_id),
  )
  const toNew = paths.newInventory()
  const actions = [{ name: 'Track a product', key: 'n', to: toNew, operation: 'CreateInventory' as const }]
  return (
    <Page
      title="Inventory"
      description="Stock of tracked products. Other products can always be sold."
      actions={actions}
    >
      <ListBlock
        label="inventories"
        state={state}
        columns={columns(paths, products)}
        rowTo={({ product_id }) => paths.inventory(product_id)}
        beside={<QuickFilters state={state} filters={QUICK} />}
        empty={<NoneTracked to={toNew} />}
      />
      <Outlet />
    </Page>
  )
}

const QUICK = [
  { label: 'Out of stock', filter: 'le(available,0)' },
  { label: 'At most 10 left', filter: 'le(available,10)' },
  { label: 'Allocated', filter: 'gt(allocated,0)' },
]

const columns = (paths: Paths, products: ReadonlyMap<string, Product>): readonly Column<Inventory>[] => [
  {
    id: 'product',
    header: 'Product',
    width: 'minmax(160px, 2fr)',
    cell: ({ product_id }) => (
      <LinkTo to={paths.inventory(product_id)}>{products.get(product_id)?.attributes.name ?? product_id}</LinkTo>
    ),
  },
  {
    id: 'sku',
    header: 'SKU',
    width: 'minmax(110px, 1fr)',
    card: true,
    cell: ({ product_id }) => <code>{products.get(product_id)?.attributes.sku}</code>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '130px',
    card: true,
    cell: (stock) => <StockStatus stock={stock} />,
  },
  {
    id: 'available',
    header: 'Available',
    sort: 'available',
    align: 'end',
    width: '100px',
    card: true,
    cell: number('available'),
  },
  { id: 'allocated', header: 'Allocated', sort: 'allocated', align: 'end', width: '100px', cell: number('allocated') },
  { id: 'on_hand', header: 'On hand', sort: 'on_hand', align: 'end', width: '100px', cell: number('on_hand') },
  {
    id: 'updated',
    header: 'Updated',
    sort: 'updated_at',
    width: '190px',
    cell: ({ meta }) => <Time at={meta.timestamps.updated_at} />,
  },
]

function number(member: 'available' | 'allocated' | 'on_hand') {
  return (stock: Inventory) => stock[member].toLocaleString('en-US')
}

function NoneTracked({ to }: { to: string }) {
  return (
    <Empty
      title="No product is tracked yet"
      action={
        <Button component={Link} {...target(to)}>
          Track a product
        </Button>
      }
    >
      Once a product has an inventory, only its available units can be sold.
    </Empty>
  )
}
