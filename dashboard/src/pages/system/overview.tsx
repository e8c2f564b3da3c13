import { Group, Stack, Text } from '@mantine/core'
import type { Operations } from '../../generated/schema.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { countText } from '../../kit/values/count.ts'
import { useNow } from '../../kit/values/now.ts'
import { formatDuration, formatRelative } from '../../kit/values/time.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Metrics, SettingNote } from './metrics.tsx'
import { formatBytes } from './rules/sizes.ts'
import { readStandbyWords, standbyShare, standbyWords, systemWords } from './rules/system-words.ts'
import { SystemSeries } from './series.tsx'
import classes from './system.module.css'

const POLL_INTERVAL_MS = 5_000

/** Overview of the deployment: due jobs, throughput, and stores whose events are rejected. */
export function OverviewPage() {
  const query = useRead('/v2/operations', {}, { every_ms: POLL_INTERVAL_MS })
  return (
    <Stack gap="md">
      <Loaded query={query} what="deployment">
        {({ data }) => (
          <Stack gap="md">
            <Summary operations={data} />
            <Due operations={data} />
            <Refused operations={data} />
          </Stack>
        )}
      </Loaded>
      <SystemSeries />
    </Stack>
  )
}

function Summary({ operations }: { operations: Operations }) {
  const now = useNow()
  const { tone, word, sentence } = systemWords(operations, Math.max(now, Date.parse(operations.read_at)))
  return (
    <Section
      title="Now"
      description={`Read ${formatRelative(operations.read_at, Math.max(now, Date.parse(operations.read_at)))}.`}
    >
      <Group gap="sm" align="baseline">
        <Status tone={tone} emphasis>
          {word}
        </Status>
        <Text size="sm">{sentence}</Text>
      </Group>
    </Section>
  )
}

function Due({ operations }: { operations: Operations }) {
  const { due, unfinished, latency, workers, database, synchronous_standbys, read_standby } = operations
  return (
    <Section title="Deliveries" description="Jobs that are due now and that no worker has taken.">
      <Metrics
        metrics={[
          { label: 'To endpoints that work', value: dueOf(due, 'working'), hint: <Since due={due?.working} /> },
          { label: 'To endpoints that fail', value: dueOf(due, 'failing'), hint: <Since due={due?.failing} /> },
          { label: 'Held by a rate limit', value: dueOf(due, 'limited'), hint: <Since due={due?.limited} /> },
          {
            label: 'Unfinished',
            value: numberOf(unfinished?.jobs),
            hint: 'Including retries that are not due.',
          },
          {
            label: 'Event to first attempt, 99%',
            value: secondsOf(latency.p99),
            hint:
              latency.p99 === null
                ? `None in the last ${latency.minutes} min.`
                : `Half within ${secondsOf(latency.p50)}, 95% within ${secondsOf(latency.p95)}; of ${latency.minutes} min.`,
          },
          {
            label: 'Workers alive',
            value: numberOf(workers?.alive),
            hint:
              workers !== null && workers.replays_running > 0 ? `${workers.replays_running} replays run.` : undefined,
          },
          {
            label: 'Database',
            value: database === null ? '–' : formatBytes(database.bytes),
            hint: standbyWords(synchronous_standbys),
          },
          ...(read_standby === null
            ? []
            : [
                { label: 'Reads on standbys', value: standbyShare(read_standby), hint: readStandbyWords(read_standby) },
              ]),
        ]}
      />
      <SettingNote name="TIDINGS_RETRY_SCHEDULE">When a failed delivery is due again:</SettingNote>
    </Section>
  )
}

const numberOf = (count: number | undefined) => count?.toLocaleString('en-US') ?? '–'
const dueOf = (due: Operations['due'], of: 'working' | 'failing' | 'limited') =>
  due === null ? '–' : countText(due[of].jobs, due.at_least && due[of].jobs > 0)
const secondsOf = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds * 1000))

function Since({ due }: { due: { due_since: string | null } | undefined }) {
  const now = useNow()
  const since = due?.due_since ?? null
  return since === null ? 'None is waiting.' : `The oldest is due since ${formatRelative(since, now)}.`
}

type Refusal = Operations['backlog']['refused'][number]

const ownerOf = ({ store, organization }: Pick<Refusal, 'store' | 'organization'>) =>
  store === null ? `${organization.name} (organization)` : `${store.name} of ${organization.name}`

function Refused({ operations: { backlog } }: { operations: Operations }) {
  return (
    <Section title="Refused" description="Stores whose events are refused with status 429, and why." flush>
      {backlog.refused.length === 0 ? (
        <Text size="sm" className={classes.pad}>
          None: no store has {backlog.limit.toLocaleString('en-US')} deliveries waiting for a worker.
        </Text>
      ) : (
        <Rows
          label="Refused"
          rows={backlog.refused}
          keyOf={(one) => `${one.organization.id} ${one.store?.id}`}
          columns={[
            { header: 'Store', cell: ownerOf },
            { header: 'Why', width: '2fr', cell: ({ reason }) => reason },
          ]}
        />
      )}
      <SettingNote name={backlog.setting} pad>
        More than {backlog.limit.toLocaleString('en-US')} waiting are refused. To change it:
      </SettingNote>
    </Section>
  )
}
