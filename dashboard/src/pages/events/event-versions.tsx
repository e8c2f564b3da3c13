import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAddressState } from '../../kit/address-state.ts'
import { Time } from '../../kit/cells/time.tsx'
import { printFilter } from '../../kit/filter.ts'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { JsonDiff } from '../../ui/json/json-diff.tsx'
import type { Json } from '../../ui/json/json-tree.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { Event } from './event-facts.tsx'
import type { EventResource } from './rules/resource-of.ts'
import { chosenPair, stateOf, type Version, versionsOf } from './rules/versions.ts'

const DAY_MS = 24 * 60 * 60_000
/** Events have no index by resource, so the search reads all events of the period. */
const DAYS = [1, 7, 30]
const MAX_VERSIONS = 100

/** Versions of the event's resource, and the differences between two of them. */
export function EventVersions({ event, resource }: { event: Event; resource: EventResource }) {
  const [{ within }, change] = useAddressState()
  const days = DAYS.find((one) => String(one) === within) ?? 1
  const query = useRead('/v2/events', { params: { query: queryOf(event, resource, days) } })
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label="Search range around this event"
      value={String(days)}
      onChange={(value) => change({ within: value === '1' ? null : value })}
      data={DAYS.map((one) => ({ value: String(one), label: one === 1 ? '1 day around it' : `${one} days` }))}
    />
  )
  return (
    <Section
      title="Versions"
      description={`States of this ${resource.type} in its events, and what changed between two of them.`}
      actions={choice}
    >
      <Loaded query={query} what="list of events">
        {({ data }) => <Versions event={event.id} versions={versionsOf(data)} />}
      </Loaded>
    </Section>
  )
}

function queryOf({ meta }: Event, { type, id }: EventResource, days: number) {
  const at = Date.parse(meta.timestamps.created_at)
  const time = (one: number) => new Date(one).toISOString()
  const filter = printFilter({
    conditions: [
      { field: 'created_at', operator: 'ge', values: [time(at - days * DAY_MS)] },
      { field: 'created_at', operator: 'le', values: [time(at + days * DAY_MS)] },
      { field: 'resource_type', operator: 'eq', values: [type] },
      { field: 'resource_id', operator: 'eq', values: [id] },
    ],
  })
  return { filter, sort: '-resource_version', 'page[limit]': MAX_VERSIONS }
}

type VersionsProps = { event: string; versions: readonly Version[] }

function Versions({ event, versions }: VersionsProps) {
  const paths = usePaths()
  const [{ from, to }] = useAddressState()
  const pair = chosenPair(versions, event, { from, to })
  if (pair === null)
    return (
      <Text size="sm">
        {versions.length === 0
          ? 'Its events have no version in this time.'
          : 'This is the only version in this time. Look further to compare it with others.'}
      </Text>
    )
  return (
    <Stack gap="md">
      <Rows
        label="Versions"
        rows={versions.toReversed()}
        columns={columns(paths, event)}
        keyOf={({ version }) => String(version)}
      />
      <Compared versions={versions} pair={pair} />
    </Stack>
  )
}

const columns = (paths: Paths, event: string): readonly RowsColumn<Version>[] => [
  { header: 'Version', width: '80px', cell: ({ version }) => version },
  {
    header: 'Events',
    cell: ({ events }) => (
      <Group gap="xs">
        {events.map(({ id, triggered_by }) =>
          id === event ? (
            <Text key={id} span fw={600} size="sm" ff="monospace" aria-current="true">
              {triggered_by}
            </Text>
          ) : (
            <LinkTo key={id} to={paths.event(id)} ff="monospace" size="sm">
              {triggered_by}
            </LinkTo>
          ),
        )}
      </Group>
    ),
  },
  {
    header: 'Time',
    align: 'end',
    width: '180px',
    cell: ({ events }) => <Time at={events[0]?.meta.timestamps.created_at} />,
  },
]

type ComparedProps = { versions: readonly Version[]; pair: { from: number; to: number } }

function Compared({ versions, pair }: ComparedProps) {
  const [, change] = useAddressState()
  const before = versions[pair.from]
  const after = versions[pair.to]
  if (before === undefined || after === undefined) return null
  const choose = (from: number, to: number) =>
    change({ from: String(versions[from]?.version), to: String(versions[to]?.version) })
  const step = (by: number) => choose(pair.to + by - 1, pair.to + by)
  const options = versions.map(({ version }, index) => ({ value: String(index), label: `Version ${version}` }))
  return (
    <>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label="Compare"
          data={options}
          value={pair.from}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value), pair.to)}
        />
        <NativeSelect
          label="with"
          data={options}
          value={pair.to}
          onChange={({ currentTarget }) => choose(pair.from, Number(currentTarget.value))}
        />
        <DisableableButton
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          reason={pair.to <= 1 ? 'This is the first change.' : null}
          onClick={() => step(-1)}
        >
          Earlier change
        </DisableableButton>
        <DisableableButton
          rightSection={<IconChevronRight size={14} aria-hidden />}
          reason={pair.to >= versions.length - 1 ? 'This is the last change.' : null}
          onClick={() => step(1)}
        >
          Later change
        </DisableableButton>
      </Group>
      <JsonDiff
        before={stateOf(before) as Json}
        after={stateOf(after) as Json}
        label={`What changed from version ${before.version} to version ${after.version}`}
        beforeLabel={`Version ${before.version}`}
        afterLabel={`Version ${after.version}`}
      />
    </>
  )
}
