import { Button, Group } from '@mantine/core'
import { Money } from '../../kit/cells/money.tsx'
import { Nothing, Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { ORDER_STATUS, PAYMENT, shippingWord, type Word } from '../../messages/order-states.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { Status } from '../../ui/status.tsx'
import { isQuick, QUICK_FILTERS, toggleQuick } from './rules/quick-filters.ts'

type Order = RowOf<'/v2/orders'>

export function OrdersPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/orders', range: 'all' })
  return (
    <Page title="Orders" description="What customers bought, and what has been paid and shipped.">
      <ListBlock
        label="orders"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.order(id)}
        search={{ field: 'order_number|email|name', label: 'Find by number, e-mail or name' }}
        labels={LABELS}
        beside={<QuickFilters filter={state.filter} onChange={state.setFilter} />}
        empty={<NoOrders />}
        announceNew
      />
    </Page>
  )
}

const LABELS = { order_number: 'Number', email: 'E-mail', name: 'Name', with_tax: 'Total', created_at: 'Created' }

function QuickFilters({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  return (
    <Group gap={6} role="group" aria-label="To act on">
      {QUICK_FILTERS.map((quick) => {
        const isOn = isQuick(filter, quick.filter)
        return (
          <Button
            key={quick.label}
            variant={isOn ? 'filled' : 'default'}
            aria-pressed={isOn}
            onClick={() => onChange(toggleQuick(filter, quick.filter))}
          >
            {quick.label}
          </Button>
        )
      })}
    </Group>
  )
}

const inWord = ({ tone, word }: Word) => <Status tone={tone}>{word}</Status>

const columns = (paths: Paths): readonly Column<Order>[] => [
  {
    id: 'number',
    header: 'Number',
    sort: 'order_number',
    width: '118px',
    cell: ({ id, order_number }) => <LinkTo to={paths.order(id)}>{order_number}</LinkTo>,
  },
  {
    id: 'customer',
    header: 'Customer',
    sort: 'name',
    width: 'minmax(90px, 1fr)',
    cell: ({ customer, contact }) => customer.name || contact?.name || <Nothing />,
  },
  {
    id: 'email',
    header: 'E-mail',
    sort: 'email',
    hidden: true,
    cell: ({ customer, contact }) => customer.email || contact?.email || <Nothing />,
  },
  {
    id: 'total',
    header: 'Total',
    sort: 'with_tax',
    align: 'end',
    width: '98px',
    card: true,
    cell: ({ meta: { display_price } }) => <Money {...display_price.with_tax} />,
  },
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    width: '106px',
    cell: ({ status }) => inWord(ORDER_STATUS[status]),
  },
  {
    id: 'payment',
    header: 'Payment',
    sort: 'payment',
    width: '152px',
    card: true,
    cell: ({ payment }) => inWord(PAYMENT[payment]),
  },
  {
    id: 'shipping',
    header: 'Shipping',
    sort: 'shipping',
    width: '172px',
    card: true,
    cell: ({ shipping, meta }) => inWord(shippingWord(shipping, meta.units)),
  },
  {
    id: 'owing',
    header: 'Outstanding',
    align: 'end',
    width: '110px',
    hidden: true,
    cell: ({ meta: { display_price } }) => <Money {...display_price.balance_owing} />,
  },
  {
    id: 'reference',
    header: 'External reference',
    sort: 'external_ref',
    hidden: true,
    cell: ({ external_ref }) => external_ref || <Nothing />,
  },
  {
    id: 'made',
    header: 'Created',
    sort: 'created_at',
    width: '160px',
    card: 'named',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

function NoOrders() {
  return (
    <Empty title="No orders yet" command="npx tidings demo shop --minutes 1">
      Orders appear here after checkout, with their payments and shipments.
    </Empty>
  )
}
