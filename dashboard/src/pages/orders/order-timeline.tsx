import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../generated/schema.ts'
import { Nothing, Time } from '../../kit/cells/time.tsx'
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
import { type OrderEvents, useNotes, useOrderEvents, useShipments, useTransactions } from './reads.ts'
import { countDeliveries, type Deliveries } from './rules/deliveries.ts'
import { type TimelineEntry, timelineOf } from './rules/timeline.ts'

type Event = OrderEvents['data'][number]

type Entry = TimelineEntry<Event>

/** Payments, shipments, notes and events of an order, and the delivery of the events to other systems. */
export function TimelineSection({ order }: { order: Order }) {
  const paths = usePaths()
  const forbidden = whyForbidden('ListEvents', useScope())
  const events = useOrderEvents(order.id, order.meta.timestamps.created_at)
  const transactions = useTransactions(order.id).data?.data ?? []
  const shipments = useShipments(order.id).data?.data ?? []
  const notes = useNotes(order.id).data?.data ?? []
  const all = (
    <Button size="xs" component={Link} {...target(paths.events({ resource: order.id }))}>
      All events
    </Button>
  )
  const timeline = (found: readonly Event[]) => (
    <Timeline events={found.slice(0, SHOWN)} others={{ transactions, shipments, notes }} paths={paths} />
  )
  return (
    <Section
      title="Timeline"
      description="Payments, shipments, notes, and events with their deliveries, newest first."
      flush
      actions={all}
    >
      {forbidden === null ? (
        <Loaded query={events} what="list of events">
          {({ data }) => timeline(data)}
        </Loaded>
      ) : (
        <>
          {timeline([])}
          <Text size="sm" px="md" pb="md">
            {forbidden}
          </Text>
        </>
      )}
    </Section>
  )
}

/** Number of events whose jobs fit into one request. */
const SHOWN = 30

type TimelineProps = {
  events: readonly Event[]
  others: Omit<Parameters<typeof timelineOf<Event>>[0], 'events'>
  paths: Paths
}

function Timeline({ events, others, paths }: TimelineProps) {
  const deliveries = useDeliveriesOf(events)
  const entries = timelineOf({ events, ...others })
  if (entries.length === 0)
    return (
      <Text size="sm" px="md" pb="md">
        Nothing is stored about this order. Events are deleted after their retention period.
      </Text>
    )
  return <Rows label="Timeline" rows={entries} columns={columns(paths, deliveries)} keyOf={({ key }) => key} />
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

const columns = (paths: Paths, deliveriesOf: DeliveriesOf): readonly RowsColumn<Entry>[] => [
  {
    header: 'What',
    width: 'minmax(150px, 1fr)',
    cell: (entry) =>
      'event' in entry ? (
        <LinkTo to={paths.event(entry.event.id)} ff="monospace" size="sm">
          {entry.event.triggered_by}
        </LinkTo>
      ) : (
        entry.title
      ),
  },
  {
    header: 'Details',
    width: 'minmax(0, 1.6fr)',
    cell: (entry) => ('event' in entry ? <DeliveryWords {...deliveriesOf(entry.event.id)} /> : entry.detail),
  },
  {
    header: 'Version',
    align: 'end',
    width: '70px',
    cell: (entry) => ('event' in entry ? entry.event.resource_version : <Nothing />),
  },
  { header: 'Time', align: 'end', width: '170px', cell: ({ at }) => <Time at={at} /> },
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
