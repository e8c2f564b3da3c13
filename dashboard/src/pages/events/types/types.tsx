import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useAddressState } from '../../../kit/address-state.ts'
import { Help } from '../../../kit/form/context.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { type EventTypeRow, useEventTypes } from '../../../kit/requests/use-event-types.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import classes from '../events.module.css'
import { matchesSearch, originOf } from '../rules/type-words.ts'
import { TypeBadges } from './type-badges.tsx'

/** Event types by resource. */
export function EventTypesPage() {
  const scope = useScope()
  const paths = usePaths()
  const { query, types } = useEventTypes()
  const [{ q = '', origin = 'all' }, change] = useAddressState()
  const shown = types.filter((type) => (origin === 'all' || originOf(type) === origin) && matchesSearch(type, q))
  return (
    <Page
      title="Event types"
      description="The keys of events, with a sample and the schema of the payload."
      crumbs={[{ label: 'Events', to: paths.events() }]}
      actions={[
        {
          name: 'New event type',
          key: 'n',
          to: paths.newEventType(),
          operation: 'PutEventType',
          disabledReason: scope.level === 'o' ? ONLY_STORES : null,
        },
      ]}
    >
      <Stack gap="md">
        <Group gap="xs" role="search" aria-label="Filter" justify="space-between">
          <Group gap="xs">
            <TextInput
              type="search"
              aria-label="Find by key or description"
              placeholder="Find by key or description"
              leftSection={<IconSearch size={14} aria-hidden />}
              w={260}
              value={q}
              onChange={({ currentTarget: { value } }) => change({ q: value === '' ? null : value })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Where they come from"
              value={origin}
              onChange={(value) => change({ origin: value === 'all' ? null : value })}
              data={ORIGINS}
            />
          </Group>
          <AsRequest method="GET" path="/v2/events/types" />
        </Group>
        <Loaded query={query} what="list of event types">
          {() =>
            shown.length === 0 ? (
              <NoMatch own={origin === 'own' && q === ''} onClear={() => change({ q: null, origin: null })} />
            ) : (
              <Groups types={shown} />
            )
          }
        </Loaded>
      </Stack>
    </Page>
  )
}

export const ONLY_STORES = 'An organization has no types of its own: choose a store at the top.'

const ORIGINS = [
  { value: 'all', label: 'All' },
  { value: 'here', label: 'Emitted here' },
  { value: 'outside', label: 'By producers' },
  { value: 'own', label: 'Own' },
]

function Groups({ types }: { types: readonly EventTypeRow[] }) {
  const paths = usePaths()
  const grouped = [...Map.groupBy(types, ({ entity }) => entity).values()].flat()
  const isFirst = (type: EventTypeRow) => grouped[grouped.indexOf(type) - 1]?.entity !== type.entity
  return (
    <Section
      title={types.length === 1 ? '1 event type' : `${types.length} event types`}
      description="By the resource that they are about."
      flush
    >
      <Rows label="Event types" rows={grouped} columns={columns(paths, isFirst)} keyOf={({ id }) => id} />
    </Section>
  )
}

const columns = (paths: Paths, isFirst: (type: EventTypeRow) => boolean): readonly RowsColumn<EventTypeRow>[] => [
  {
    header: 'Key',
    width: 'minmax(220px, 1fr)',
    cell: ({ id }) => (
      <LinkTo to={paths.eventType(id)} ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </LinkTo>
    ),
  },
  {
    header: 'About',
    width: '160px',
    cell: (type) => <span className={isFirst(type) ? classes.first : classes.dim}>{type.entity}</span>,
  },
  { header: 'When', width: 'minmax(0, 1.8fr)', cell: ({ description }) => <Help text={description} /> },
  { header: 'Comes from', width: '270px', plain: true, cell: (type) => <TypeBadges type={type} /> },
]

function NoMatch({ own, onClear }: { own: boolean; onClear: () => void }) {
  if (!own)
    return (
      <Empty title="No event types match" action={<Button onClick={onClear}>Show all</Button>}>
        No key or description contains all these words.
      </Empty>
    )
  return (
    <Empty
      title="No types of your own yet"
      action={<Button onClick={onClear}>Show all</Button>}
      command="tidings events types put acme.order.approved type.json"
    >
      If no built-in key fits, a store can declare its own type. It is published, observed, tested and replayed like the
      others.
    </Empty>
  )
}
