import { Stack } from '@mantine/core'
import type { ResponseOf } from '../../api/queries.ts'
import { Time } from '../../kit/cells/time.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { useNow } from '../../kit/values/now.ts'
import { formatRelative } from '../../kit/values/time.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { counted } from './rules/system-words.ts'

const POLL_INTERVAL_MS = 5_000

type Workers = ResponseOf<'/v2/operations/workers'>
type Worker = Workers['data'][number]
type Sweep = Workers['meta']['swept'][number]

/** Worker processes, including those that died while holding leases. */
export function WorkersPage() {
  const query = useRead('/v2/operations/workers', {}, { every_ms: POLL_INTERVAL_MS })
  return (
    <Loaded query={query} what="list of workers">
      {({ data, meta }) => (
        <Stack gap="md">
          <Section
            title="Workers"
            description="Processes that deliver. Each sends a heartbeat every few seconds; when it stops, others take over its jobs."
            flush
          >
            {data.length === 0 ? (
              <Empty title="No workers" command="tidings work">
                Events are stored, and nothing is delivered until a worker starts.
              </Empty>
            ) : (
              <Rows label="Workers" rows={data} columns={WORKER_COLUMNS} keyOf={({ id }) => id} />
            )}
          </Section>
          <Section
            title="Sweeps"
            description="Workers that were found dead in the last 90 days. Their jobs were given to others at once."
            flush
          >
            {meta.swept.length === 0 ? (
              <Empty title="None was found dead">
                A worker that shuts down gracefully returns its jobs, and is not listed here.
              </Empty>
            ) : (
              <Rows
                label="Sweeps"
                rows={meta.swept}
                columns={SWEEP_COLUMNS}
                keyOf={({ worker_id, swept_at }) => `${worker_id} ${swept_at}`}
              />
            )}
          </Section>
        </Stack>
      )}
    </Loaded>
  )
}

const WORKER_COLUMNS: readonly RowsColumn<Worker>[] = [
  {
    header: 'Worker',
    width: 'minmax(150px, 1fr)',
    cell: ({ id }) => <Copyable value={id} label="worker id" length={18} />,
  },
  {
    header: 'State',
    width: '110px',
    cell: ({ state }) => (
      <Status tone={state === 'alive' ? 'ok' : 'failed'}>{state === 'alive' ? 'Alive' : 'Expired'}</Status>
    ),
  },
  { header: 'Heartbeat', width: '110px', cell: ({ heartbeat_at }) => <Ago at={heartbeat_at} /> },
  { header: 'Started', width: '180px', cell: ({ started_at }) => <Time at={started_at} /> },
  { header: 'In flight', align: 'end', width: '80px', cell: ({ jobs }) => jobs.in_flight.toLocaleString('en-US') },
  { header: 'Waiting', align: 'end', width: '80px', cell: ({ jobs }) => jobs.waiting.toLocaleString('en-US') },
  {
    header: 'Integrations',
    width: 'minmax(120px, 0.8fr)',
    cell: ({ integrations: { busy, probing } }) =>
      `${counted(busy, 'busy', 'busy')}${probing === 0 ? '' : `, ${probing} probed`}`,
  },
]

const SWEEP_COLUMNS: readonly RowsColumn<Sweep>[] = [
  { header: 'Worker', cell: ({ worker_id }) => <Copyable value={worker_id} label="worker id" length={18} /> },
  { header: 'Last heartbeat', cell: ({ heartbeat_at }) => <Time at={heartbeat_at} /> },
  { header: 'Found', cell: ({ swept_at }) => <Time at={swept_at} /> },
  { header: 'Jobs given to others', align: 'end', cell: ({ leases }) => leases.toLocaleString('en-US') },
]

function Ago({ at }: { at: string }) {
  const now = useNow()
  return formatRelative(at, Math.max(now, Date.parse(at)))
}
