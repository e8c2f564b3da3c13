import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AreaFacts, areaFactsOf, operationAt } from '../../api/operations.ts'
import type { GetPath } from '../../api/queries.ts'
import { useAddressState } from '../address-state.ts'
import { combineFilters } from '../filter.ts'
import { DEFAULT_RANGE, parseRange, printRange, type Range, resolveRange } from '../values/time.ts'
import { type List, type RowOf, useListQuery } from './list-query.ts'

type Source<P extends GetPath> = {
  path: P
  /** Values of the path's parameters. */
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  /** What always holds, beside what the person filters by. */
  fixed?: string
  /** For lists that grow without end: only records of a time, by default of the last 24 hours. `all` begins without a bound. */
  range?: 'day' | 'all'
  /** What it is filtered and sorted by, where the document cannot say it. */
  facts?: AreaFacts
  /** What it is sorted by at first, where that is not what the API does. */
  sort?: string
  /** Puts words before the parts of the address that are this list's, where a page has two. */
  prefix?: string
  /** Reads what is on the screen again after so many milliseconds, for rows that change while they stay where they are. */
  every_ms?: number
}

export type ListState<Row> = {
  list: List<Row>
  /** Null until they are loaded. */
  facts: AreaFacts | null
  sort: string
  setSort: (sort: string) => void
  /** What the person filters by, as the API takes it. */
  filter: string
  setFilter: (filter: string) => void
  /** Null for a list that has none. */
  range: Range | 'all' | null
  setRange: (range: Range | 'all') => void
  /** What was requested, for *As request*. */
  request: { path: GetPath; params: Record<string, string>; query: Record<string, string> }
}

/** A list of the API with its filter, order and time in the address. */
export function useList<P extends GetPath>(source: Source<P>): ListState<RowOf<P>> {
  const { path, params = {}, fixed, query = {}, prefix = '', every_ms } = source
  const [state, change] = useAddressState()
  const operation = operationAt('get', path)
  const { data: documented = null } = useQuery({
    queryKey: ['facts', operation],
    queryFn: (): AreaFacts | Promise<AreaFacts> => (operation === null ? {} : areaFactsOf(operation)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const facts = source.facts ?? documented
  const initial = source.sort ?? facts?.sort?.default ?? ''
  const sort = state[`${prefix}sort`] ?? initial
  const filter = state[`${prefix}filter`] ?? ''
  const range = rangeOf(source, state[`${prefix}range`])
  const rangeText = range === null || range === 'all' ? '' : printRange(range)
  // A list that is shown begins at one time, however long it is looked at.
  const since = useMemo(() => timeFilter(rangeText, Date.now()), [rangeText])
  const conditions = combineFilters(fixed, filter, since)
  const by_id = /^-?(id|created_at)$/.test(sort) && (facts?.filter?.id?.includes('lt') ?? false)
  const list = useListQuery({
    path,
    params,
    query,
    filter: conditions === '' ? [] : [conditions],
    sort,
    by_id,
    enabled: facts !== null,
    ...(every_ms === undefined ? {} : { every_ms }),
  })
  return {
    list,
    facts,
    sort,
    setSort: (next) => change({ [`${prefix}sort`]: next === initial ? null : next }),
    filter,
    setFilter: (next) => change({ [`${prefix}filter`]: next === '' ? null : next }, 'push'),
    range,
    setRange: (next) => change({ [`${prefix}range`]: next === 'all' ? 'all' : printRange(next) }, 'push'),
    request: { path, params, query: withoutEmpty({ ...query, filter: conditions, sort }) },
  }
}

function rangeOf({ range }: { range?: 'day' | 'all' }, text: string | undefined): Range | 'all' | null {
  if (range === undefined) return null
  if (text === 'all') return 'all'
  return (text === undefined ? null : parseRange(text)) ?? (range === 'day' ? DEFAULT_RANGE : 'all')
}

/** Whole minutes keep the pages of one list alike. */
function timeFilter(text: string, now: number): string {
  const range = parseRange(text)
  if (range === null) return ''
  const { from, to } = resolveRange(range, Math.ceil(now / MINUTE_MS) * MINUTE_MS)
  const since = `ge(created_at,${new Date(from).toISOString()})`
  const is_open = range.kind === 'last' || range.to === null
  return is_open ? since : `${since}:lt(created_at,${new Date(to).toISOString()})`
}

const MINUTE_MS = 60_000

function withoutEmpty(query: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  return Object.fromEntries(pairs)
}
