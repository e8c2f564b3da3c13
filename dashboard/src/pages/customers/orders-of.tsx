import { Money } from '../../kit/cells/money.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { ORDER_STATUS, PAYMENT, SHIPPING, type Word } from '../../messages/order-states.ts'
import type { Paths } from '../../paths.ts'
import type { RowsColumn } from '../../ui/layout/rows.tsx'
import { Status } from '../../ui/status.tsx'
import { LATEST, Latest } from './latest.tsx'

/** Latest orders of a customer or an account. */
export function OrdersOf({ filter }: { filter: string }) {
  const paths = usePaths()
  const mayRead = whyForbidden('ListOrders', useScope()) === null
  const query = useRead(
    '/v2/orders',
    { params: { query: { filter, 'page[limit]': LATEST, sort: '-created_at' } } },
    { enabled: mayRead },
  )
  return (
    mayRead && (
      <Latest
        title="Orders"
        query={query}
        columns={columns(paths)}
        all={paths.orders({ filter })}
        none="No orders yet."
      />
    )
  )
}

const inWord = ({ tone, word }: Word) => <Status tone={tone}>{word}</Status>

const columns = (paths: Paths): readonly RowsColumn<RowOf<'/v2/orders'>>[] => [
  { header: 'Number', cell: ({ id, order_number }) => <LinkTo to={paths.order(id)}>{order_number}</LinkTo> },
  { header: 'Status', cell: ({ status }) => inWord(ORDER_STATUS[status]) },
  { header: 'Payment', cell: ({ payment }) => inWord(PAYMENT[payment]) },
  { header: 'Shipping', cell: ({ shipping }) => inWord(SHIPPING[shipping]) },
  { header: 'Total', align: 'end', cell: ({ meta }) => <Money {...meta.display_price.with_tax} /> },
  { header: 'Created', align: 'end', width: '170px', cell: ({ meta }) => <Time at={meta.timestamps.created_at} /> },
]
