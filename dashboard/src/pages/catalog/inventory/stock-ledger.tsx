import type { StockTransaction } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { describeMovement, signedUnits } from '../rules/stock-movement.ts'

const SHOWN = 100

/** Stock transactions of a product, newest first, with the levels after each. */
export function StockLedger({ product_id }: { product_id: string }) {
  const paths = usePaths()
  const query = useRead('/v2/inventories/{product_id}/transactions', {
    params: { path: { product_id }, query: { sort: '-inventory.version', 'page[limit]': SHOWN } },
  })
  return (
    <Section title="Stock transactions" description="Newest first, with the stock levels after each." flush>
      <Loaded query={query} what="inventory">
        {({ data }) => <Rows label="Stock transactions" rows={data} columns={columns(paths)} keyOf={({ id }) => id} />}
      </Loaded>
    </Section>
  )
}

const units = (value: number) => value.toLocaleString('en-US')

const columns = (paths: Paths): readonly RowsColumn<StockTransaction>[] => [
  { header: 'Movement', width: 'minmax(110px, 1fr)', cell: ({ action }) => describeMovement(action) },
  { header: 'Units', align: 'end', width: '80px', cell: signedUnits },
  { header: 'Reason', width: 'minmax(0, 1.6fr)', cell: (one) => <Reason transaction={one} paths={paths} /> },
  { header: 'Available', align: 'end', width: '90px', cell: ({ inventory }) => units(inventory.available) },
  { header: 'Allocated', align: 'end', width: '90px', cell: ({ inventory }) => units(inventory.allocated) },
  { header: 'On hand', align: 'end', width: '90px', cell: ({ inventory }) => units(inventory.on_hand) },
  { header: 'Time', align: 'end', width: '170px', cell: ({ timestamps }) => <Time at={timestamps.created_at} /> },
]

function Reason({ transaction, paths }: { transaction: StockTransaction; paths: Paths }) {
  const order = transaction.relationships.order?.data.id
  if (order !== undefined) return <LinkTo to={paths.order(order)}>{transaction.reason || 'Order'}</LinkTo>
  return transaction.reason === undefined || transaction.reason === '' ? '–' : transaction.reason
}
