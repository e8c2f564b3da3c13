import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '../../api/queries.ts'
import { Time } from '../../kit/cells/time.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Metrics } from './metrics.tsx'
import { formatBytes, type TableOf, tablesOf } from './rules/sizes.ts'
import { counted } from './rules/system-words.ts'

const POLL_INTERVAL_MS = 60_000

type Partitions = ResponseOf<'/v2/operations/partitions'>
type Partition = Partitions['data'][number]

/** Size of the database, and retention of its partitions. */
export function DatabasePage() {
  const partitions = useRead('/v2/operations/partitions', {}, { every_ms: POLL_INTERVAL_MS })
  const operations = useRead('/v2/operations', {}, { every_ms: POLL_INTERVAL_MS })
  return (
    <Stack gap="md">
      <Loaded query={operations} what="deployment">
        {({ data: { database } }) => (
          <Section title="Size">
            <Metrics
              metrics={[
                { label: 'Database', value: database === null ? '–' : formatBytes(database.bytes) },
                {
                  label: 'In partitions',
                  value: database === null ? '–' : formatBytes(database.partition_bytes),
                  hint: database === null ? undefined : counted(database.partitions, 'partition', 'partitions'),
                },
              ]}
            />
          </Section>
        )}
      </Loaded>
      <Loaded query={partitions} what="list of partitions">
        {(listed) => <Tables {...listed} />}
      </Loaded>
    </Stack>
  )
}

function Tables({ data, meta }: Partitions) {
  return (
    <>
      <Section
        title="Retention"
        description="Events, jobs and logs are stored in daily partitions, which are dropped as a whole."
      >
        <Metrics
          metrics={[
            { label: 'Events, jobs and logs', value: counted(meta.retention_days, 'day', 'days'), hint: meta.setting },
            {
              label: 'Audit log',
              value: counted(meta.audit.retention_days, 'day', 'days'),
              hint: meta.audit.setting,
            },
          ]}
        />
      </Section>
      {tablesOf(data, new Date().toISOString().slice(0, 10)).map((table) => (
        <Table key={table.table} {...table} />
      ))}
    </>
  )
}

/** Partitions of a table shown initially; there is one per day. */
const SHOWN = 5

function Table({ table, bytes, row_estimate, partitions }: TableOf<Partition>) {
  const [all, showAll] = useState(false)
  const more = partitions.length - SHOWN
  return (
    <Section
      title={table}
      description={`${formatBytes(bytes)}, about ${counted(row_estimate, 'row', 'rows')} in ${counted(partitions.length, 'partition', 'partitions')}.`}
      flush
      actions={
        more > 0 && (
          <Button size="xs" onClick={() => showAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${partitions.length}`}
          </Button>
        )
      }
    >
      <Rows
        label={table}
        rows={all ? partitions : partitions.slice(0, SHOWN)}
        columns={COLUMNS}
        keyOf={({ id }) => id}
      />
    </Section>
  )
}

const STATES: Readonly<Record<Partition['state'], { word: string; tone: Tone }>> = {
  attached: { word: 'Attached', tone: 'ok' },
  detaching: { word: 'Detaching', tone: 'working' },
  detached: { word: 'Detached', tone: 'off' },
}

const COLUMNS: readonly RowsColumn<Partition>[] = [
  { header: 'Day', width: '110px', cell: ({ day }) => day },
  {
    header: 'State',
    width: '130px',
    cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].word}</Status>,
  },
  {
    header: 'Rows, about',
    align: 'end',
    cell: ({ row_estimate }) => Math.max(0, row_estimate).toLocaleString('en-US'),
  },
  { header: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  { header: 'Dropped', align: 'end', width: '200px', cell: ({ dropped_at }) => <Time at={dropped_at} /> },
]
