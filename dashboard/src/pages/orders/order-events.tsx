import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './order.module.css'
import { type OrderEvents, useOrderEvents } from './reads.ts'
import { countDeliveries, type Deliveries } from './rules/deliveries.ts'

type Event = OrderEvents['data'][number]

/** Events of the order, and their delivery to other systems. */
export function EventsSection({ order }: { order: Order }) {
  const paths = usePaths()
  const forbidden = whyForbidden('ListEvents', useScope())
  const query = useOrderEvents(order.id, order.meta.timestamps.created_at)
  const all = (
    <Button size="xs" component={Link} {...target(paths.events({ resource: order.id }))}>
      All events
    </Button>
  )
  return (
    <Section title="Events" description="Newest first, with their deliveries." flush actions={all}>
      {forbidden !== null ? (
        <Text size="sm" px="md" pb="md">
          {forbidden}
        </Text>
      ) : (
        <Loaded query={query} what="list of events">
          {({ data }) => <Events events={data} paths={paths} />}
        </Loaded>
      )}
    </Section>
  )
}

/** Number of events whose jobs fit into one request. */
const SHOWN = 30

function Events({ events, paths }: { events: readonly Event[]; paths: Paths }) {
  const shown = events.slice(0, SHOWN)
  const deliveries = useDeliveriesOf(shown)
  if (shown.length === 0)
    return (
      <Text size="sm" px="md" pb="md">
        This order has no stored events. Events are deleted after their retention period.
      </Text>
    )
  return <Rows label="Events" rows={shown} columns={columns(paths, deliveries)} keyOf={({ id }) => id} />
}

type DeliveriesOf = (event_id: string) => Deliveries | null

/** Reads the jobs of all events in one request. */
function useDeliveriesOf(events: readonly Event[]): DeliveriesOf {
  const mayRead = whyForbidden('ListJobs', useScope()) === null
  const since = events.at(-1)?.meta.timestamps.created_at ?? ''
  const filter = `in(event_id,${events.map(({ id }) => id).join(',')}):ge(created_at,${since})`
  const query = { filter, 'page[limit]': 100 } as const
  const { data } = useRead(
    '/v2/integrations/jobs',
    { params: { query } },
    { enabled: mayRead && events.length > 0, every_ms: 5_000 },
  )
  if (data === undefined) return () => null
  return (event_id) => countDeliveries(data.data.filter(({ event }) => event.id === event_id))
}

const columns = (paths: Paths, deliveriesOf: DeliveriesOf): readonly RowsColumn<Event>[] => [
  {
    header: 'Event',
    width: 'minmax(150px, 1fr)',
    cell: ({ id, triggered_by }) => (
      <LinkTo to={paths.event(id)} ff="monospace" size="sm">
        {triggered_by}
      </LinkTo>
    ),
  },
  { header: 'Deliveries', width: 'minmax(0, 1.6fr)', cell: ({ id }) => <DeliveryWords {...deliveriesOf(id)} /> },
  { header: 'Version', align: 'end', width: '70px', cell: ({ resource_version }) => resource_version },
  { header: 'Time', align: 'end', width: '170px', cell: ({ meta }) => <Time at={meta.timestamps.created_at} /> },
]

function DeliveryWords({ delivered, waiting, failed, cancelled }: Partial<Deliveries>) {
  if (delivered === undefined) return <span className={classes.quiet}>–</span>
  const words = [
    { count: delivered, tone: 'ok', word: 'delivered' },
    { count: waiting, tone: 'working', word: 'waiting' },
    { count: failed, tone: 'failed', word: 'failed' },
    { count: cancelled, tone: 'off', word: 'cancelled' },
  ] as const
  const some = words.filter(({ count = 0 }) => count > 0)
  if (some.length === 0) return <span className={classes.quiet}>To no one</span>
  return (
    <Group gap="xs">
      {some.map(({ count, tone, word }) => (
        <Status key={word} tone={tone}>
          {count} {word}
        </Status>
      ))}
    </Group>
  )
}
