import { Text } from '@mantine/core'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { partlyShipped } from '../../messages/order-states.ts'
import { Section } from '../../ui/layout/section.tsx'
import classes from './home.module.css'

const SHOWN = 5
const POLL_INTERVAL_MS = 10_000

type OrdersSectionProps = { title: string; description: string; filter: string; empty: string }

/** Oldest orders that need an action. */
export function OrdersSection({ title, description, filter, empty }: OrdersSectionProps) {
  const paths = usePaths()
  const query = useRead(
    '/v2/orders',
    { params: { query: { filter, sort: 'created_at', 'page[limit]': SHOWN } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  return (
    <Loaded query={query}>
      {({ data, meta }) => (
        <Section
          title={title}
          description={data.length === 0 ? empty : description}
          actions={data.length > 0 && <LinkTo to={paths.orders({ filter })}>View all ({meta.results.total})</LinkTo>}
          flush
        >
          {data.map(({ id, order_number, customer, shipping, meta: { display_price, timestamps, units } }) => (
            <div key={id} className={classes.order}>
              <LinkTo to={paths.order(id)}>{order_number || id}</LinkTo>
              {/* Formatted by the API, so that the first page need not read the currencies. */}
              <span className={classes.amount}>{display_price.with_tax.formatted}</span>
              <Text size="sm" c="dimmed" truncate>
                {[customer.name || customer.email, partlyShipped(shipping, units)].filter(Boolean).join(' · ')}
              </Text>
              <Text size="sm" c="dimmed" component="span">
                <Time at={timestamps.created_at} />
              </Text>
            </div>
          ))}
        </Section>
      )}
    </Loaded>
  )
}
