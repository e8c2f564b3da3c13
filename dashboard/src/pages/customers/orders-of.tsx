import { Box, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Money } from '../../kit/cells/money.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { ORDER_STATUS, PAYMENT, SHIPPING, type Word } from '../../messages/order-states.ts'
import type { Paths } from '../../paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'

const SHOWN = 10

/** The last orders of a customer or an account. */
export function OrdersOf({ filter }: { filter: string }) {
  const paths = usePaths()
  const mayRead = whyForbidden('ListOrders', useScope()) === null
  const query = useRead(
    '/v2/orders',
    { params: { query: { filter, 'page[limit]': SHOWN, sort: '-created_at' } } },
    { enabled: mayRead },
  )
  if (!mayRead) return null
  const all = (
    <Button size="xs" component={Link} {...target(paths.orders({ filter }))}>
      All orders
    </Button>
  )
  return (
    <Box mt="md">
      <Section title="Orders" flush actions={all}>
        <Loaded query={query} what="list of orders">
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm" px="md" pb="md">
                Nothing was bought yet.
              </Text>
            ) : (
              <Rows label="Orders" rows={data} columns={columns(paths)} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Section>
    </Box>
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
