import { Box, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import { CLEAR_FILTER } from '../../messages/en.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { combineFilters, describeFilter, parseFilter } from '../filter.ts'
import { singularOf } from '../form/words.ts'
import { changePreferences, currentPreferences, usePreferences } from '../preferences.ts'
import { AsRequest } from '../requests/as-request-button.tsx'
import { useInvalidate } from '../requests/use-read.ts'
import { useScope } from '../scope.ts'
import { describeRange, parseRange, type Range } from '../values/time.ts'
import { FilterBar, RangeMenu, type Search } from './filter-bar.tsx'
import { readList } from './list-query.ts'
import { type Column, ListView } from './list-view.tsx'
import type { ListState } from './use-list.ts'

type ListBlockProps<Row> = {
  /** Plural of the rows, in lower case: `orders`. */
  label: string
  state: ListState<Row>
  columns: readonly Column<Row>[]
  rowTo?: (row: Row) => string
  onOpen?: (row: Row) => void
  isOpen?: (row: Row) => boolean
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
  search?: Search
  /** Labels of fields in filters. */
  labels?: Readonly<Record<string, string>>
  /** Fields whose conditions are shown in `beside` and must not repeat among the chips. */
  filtersElsewhere?: readonly string[]
  /** Next to the filters: quick filters, or actions on the selected rows. */
  beside?: ReactNode
  /** Empty state. */
  empty: ReactNode
  /** Shows how many rows arrived since the list was read. Only for lists with the newest first. */
  announceNew?: boolean
}

/** List with its filters, columns and all its states. */
export function ListBlock<Row extends { id?: string }>(props: ListBlockProps<Row>) {
  const { label, state, columns, search, labels = {}, filtersElsewhere = [], beside, empty, announceNew } = props
  const { list, facts, filter, setFilter, range } = state
  const [shown, choose] = useColumns(label, columns)
  const hasNone = !list.is_pending && list.error === null && list.count === 0
  const isNarrowed = filter !== '' || (range !== null && range !== 'all')
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Group gap="xs" flex={1} miw={0}>
          {range !== null && <RangeChoice range={range} onChange={state.setRange} />}
          {(isNarrowed || !hasNone) && (
            <FilterBar
              facts={facts}
              filter={filter}
              onChange={setFilter}
              labels={labels}
              elsewhere={filtersElsewhere}
              {...(search ? { search } : {})}
            />
          )}
          {beside}
        </Group>
        <Group gap="xs" wrap="nowrap">
          {!hasNone && <ColumnChoice columns={columns} shown={shown} onChange={choose} />}
          <AsRequest method="GET" {...state.request} />
        </Group>
      </Group>
      {announceNew && <NewRows label={label} state={state} />}
      <ListView<Row>
        label={label}
        list={list}
        columns={columns.filter(({ id }) => shown.includes(id))}
        sort={state.sort}
        onSort={state.setSort}
        empty={isNarrowed ? <NoMatch label={label} state={state} labels={labels} /> : empty}
        {...pick(props)}
      />
    </Stack>
  )
}

function pick<Row>({ rowTo, onOpen, isOpen, selection }: ListBlockProps<Row>) {
  return {
    ...(rowTo === undefined ? {} : { rowTo }),
    ...(onOpen === undefined ? {} : { onOpen }),
    ...(isOpen === undefined ? {} : { isOpen }),
    ...(selection === undefined ? {} : { selection }),
  }
}

function NoMatch<Row>({
  label,
  state,
  labels,
}: {
  label: string
  state: ListState<Row>
  labels: Readonly<Record<string, string>>
}) {
  const { filter, range, setFilter, setRange } = state
  const conditions = filter === '' ? [] : [describeFilter(parseFilter(filter), labels)]
  const time = range === null || range === 'all' ? [] : [describeRange(range).toLowerCase()]
  const clear = () => (filter === '' ? setRange('all') : setFilter(''))
  return (
    <Empty
      title={`No ${label} match`}
      action={<Button onClick={clear}>{filter === '' ? 'Show all times' : CLEAR_FILTER}</Button>}
    >
      {[...conditions, ...time].join('; ')}.
    </Empty>
  )
}

const RANGES = [
  { label: 'Last hour', value: '1h' },
  { label: 'Last 24 hours', value: '24h' },
  { label: 'Last 7 days', value: '7d' },
  { label: 'Last 30 days', value: '30d' },
  { label: 'All times', value: 'all' },
]

export function RangeChoice({ range, onChange }: { range: Range | 'all'; onChange: (range: Range | 'all') => void }) {
  const label = range === 'all' ? 'All times' : describeRange(range)
  return <RangeMenu label={label} options={RANGES} onChoose={(value) => onChange(parseRange(value) ?? 'all')} />
}

/** Visible columns: the person's choice, or the defaults. */
function useColumns<Row>(label: string, columns: readonly Column<Row>[]): [readonly string[], (ids: string[]) => void] {
  const chosen = usePreferences().columns[label]
  const shown = chosen ?? columns.filter(({ hidden }) => hidden !== true).map(({ id }) => id)
  return [shown, (ids) => changePreferences({ columns: { ...currentPreferences().columns, [label]: ids } })]
}

type ColumnChoiceProps<Row> = {
  columns: readonly Column<Row>[]
  shown: readonly string[]
  onChange: (ids: string[]) => void
}

function ColumnChoice<Row>({ columns, shown, onChange }: ColumnChoiceProps<Row>) {
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" px={8} aria-label="Columns">
          <IconColumns3 size={16} aria-hidden />
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...shown]} onChange={(ids) => ids.length > 0 && onChange(ids)} label="Columns">
          <Stack gap={8} mt="xs">
            {columns.map(({ id, header }) => (
              <Checkbox key={id} value={id} label={header} size="xs" />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

const POLL_INTERVAL_MS = 10_000
const MAX_COUNTED = 100
/** Only in these orders is the first row the newest. */
const NEWEST_FIRST = /^-(id|created_at)$/

/** New rows are counted and shown on request, so that rows do not move under the pointer. */
function NewRows<Row extends { id?: string }>({ label, state }: { label: string; state: ListState<Row> }) {
  const scope = useScope()
  const invalidate = useInvalidate()
  const { list, request } = state
  const newest = list.rowAt(0)?.id
  const { data: count } = useQuery({
    queryKey: ['new rows', scope.id, request, newest],
    queryFn: () => countNewer(scope.api, request, newest ?? ''),
    enabled: newest !== undefined && NEWEST_FIRST.test(state.sort),
    // The list itself was just read.
    initialData: 0,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  })
  return (
    <Box role="status" aria-live="polite">
      {count > 0 && (
        <Button variant="light" size="xs" fullWidth onClick={() => void invalidate(request.path)}>
          <Text size="sm" fw={500}>
            Show {count > MAX_COUNTED ? `more than ${MAX_COUNTED}` : count} new{' '}
            {count === 1 ? singularOf(label) : label}
          </Text>
        </Button>
      )}
    </Box>
  )
}

async function countNewer(
  api: Api,
  { path, params, query }: ListState<unknown>['request'],
  id: string,
): Promise<number> {
  const newer = { ...query, filter: combineFilters(query.filter, `gt(id,${id})`), 'page[limit]': MAX_COUNTED }
  const { meta } = await readList(api, path, {
    params: { path: params, query: { ...newer, 'page[total_method]': 'observed' } },
  })
  return meta?.results?.total ?? 0
}
