import { Text } from '@mantine/core'
import type { ResponseOf } from '../../api/queries.ts'
import type { EventDelivery } from '../../generated/schema.ts'
import { InZone } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useNow } from '../../kit/values/now.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './events.module.css'
import { deliveryWords } from './rules/why-no-job.ts'

const POLL_INTERVAL_MS = 4_000

type Explained = ResponseOf<'/v2/events/{event_id}/deliveries'>

/** One row per integration: whether it got the event, and the reason if not. */
export function Deliveries({ event, withReplay = false }: { event: string; withReplay?: boolean }) {
  const forbidden = whyForbidden('ExplainEvent', useScope())
  const query = useRead(
    '/v2/events/{event_id}/deliveries',
    { params: { path: { event_id: event } } },
    { enabled: forbidden === null, every_ms: POLL_INTERVAL_MS },
  )
  if (forbidden !== null)
    return (
      <Text size="sm" className={classes.pad}>
        {forbidden}
      </Text>
    )
  return (
    <Loaded query={query} what="event">
      {(explained) => <Explanation {...explained} withReplay={withReplay} />}
    </Loaded>
  )
}

function Explanation({ data, meta, withReplay }: Explained & { withReplay: boolean }) {
  const paths = usePaths()
  const now = useNow()
  if (data.length === 0)
    return (
      <Empty title="There are no integrations">
        Nothing could receive this event. A new integration can receive it through a replay.
      </Empty>
    )
  const all = columns(paths, meta.event, Math.max(now, Date.parse(meta.event.created_at)))
  return (
    <Rows
      label="Who got it"
      rows={data}
      columns={withReplay ? all : all.slice(0, -1)}
      keyOf={({ integration }) => integration.id}
      isMuted={({ outcome }) => outcome === 'none'}
    />
  )
}

const columns = (
  paths: Paths,
  event: Explained['meta']['event'],
  now: number,
): readonly RowsColumn<EventDelivery>[] => [
  {
    header: 'Integration',
    width: 'minmax(120px, 0.9fr)',
    cell: ({ integration: { id, name, deleted_at } }) =>
      deleted_at === null ? <LinkTo to={paths.integration(id)}>{name}</LinkTo> : `${name} (deleted)`,
  },
  {
    header: 'Outcome',
    width: 'minmax(100px, 0.6fr)',
    cell: (delivery) => {
      const { word, tone } = deliveryWords(delivery, event, now)
      return <Status tone={tone}>{word}</Status>
    },
  },
  {
    header: 'Why',
    width: 'minmax(0, 2.2fr)',
    cell: (delivery) => (
      <>
        <InZone>{deliveryWords(delivery, event, now).sentence}</InZone> <JobLink delivery={delivery} paths={paths} />
      </>
    ),
  },
  {
    header: 'Again',
    plain: true,
    align: 'end',
    width: '84px',
    cell: (delivery) =>
      delivery.integration.deleted_at === null && (
        <LinkTo
          to={paths.newReplay(delivery.integration.id, { events: event.id })}
          aria-label={`Replay to ${delivery.integration.name}`}
        >
          Replay
        </LinkTo>
      ),
  },
]

function JobLink({ delivery: { job, integration }, paths }: { delivery: EventDelivery; paths: Paths }) {
  if (job === null || integration.deleted_at !== null) return null
  return (
    <LinkTo to={paths.job(integration.id, job.id)} underline="always" aria-label={`Job of ${integration.name}`}>
      Job
    </LinkTo>
  )
}
