import { Outlet } from '@tanstack/react-router'
import type { Inventory, Product } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useProduct } from '../products/product-reads.ts'
import { StockLedger } from './stock-ledger.tsx'
import { ScrapedMetrics } from './stock-levels.tsx'

export function InventoryPage() {
  const paths = usePaths()
  const product_id = useParam('product')
  const query = useRead('/v2/inventories/{product_id}', { params: { path: { product_id } } })
  const product = useProduct(product_id).data?.data
  const name = product?.attributes.name ?? 'Inventory'
  return (
    <Page
      title={name}
      description={product === undefined ? undefined : <Sku product={product} />}
      request={{ path: '/v2/inventories/{product_id}', params: { product_id } }}
      crumbs={[{ label: 'Inventory', to: paths.inventories() }]}
      actions={actionsOf(query.data?.data, (part) => paths.inventory(product_id, part))}
      shownActions={3}
    >
      <Loaded query={query} what="inventory">
        {({ data }) => (
          <>
            <ScrapedMetrics stock={data} />
            <StockLedger product_id={product_id} />
          </>
        )}
      </Loaded>
      <Outlet />
    </Page>
  )
}

function Sku({ product: { id, attributes } }: { product: Product }) {
  const paths = usePaths()
  return (
    <>
      SKU <code>{attributes.sku}</code> · <LinkTo to={paths.product(id)}>Product page</LinkTo>
    </>
  )
}

/** Dialogs for stock transactions, and the deletion of the inventory. */
export function actionsOf(stock: Inventory | undefined, to: (part: string) => string) {
  if (stock === undefined) return []
  const operation = 'CreateStockTransaction' as const
  const noneFree = stock.available > 0 ? null : 'No unit is available.'
  const noneAllocated = stock.allocated > 0 ? null : 'No unit is allocated.'
  return [
    { name: 'Receive', key: 'r', to: to('change/increment'), operation },
    { name: 'Adjust', key: 'a', to: to('change/set'), operation },
    { name: 'Allocate', to: to('change/allocate'), operation, disabledReason: noneFree },
    { name: 'Take out', to: to('change/decrement'), operation, disabledReason: noneFree },
    { name: 'Deallocate', to: to('change/deallocate'), operation, disabledReason: noneAllocated },
    {
      name: 'Stop tracking',
      danger: true,
      operation: 'DeleteInventory' as const,
      to: to('stop-tracking'),
      disabledReason: stock.allocated > 0 ? `${stock.allocated} units are allocated.` : null,
    },
  ]
}
