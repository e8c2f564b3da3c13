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
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  /** Permanent condition, in addition to the person's filter. */
  fixed?: string
  /**
   * Limits a list that grows without end to a time range, by default the last 24 hours. `all` starts
   * without a limit.
   */
  range?: 'day' | 'all'
  /** Filters and sort keys, where the OpenAPI document cannot list them. */
  facts?: AreaFacts
  /** Initial order, if it differs from the API's default. */
  sort?: string
  /** Prefix of the list's query parameters, for a page with two lists. */
  prefix?: string
  /** Polling interval of the visible rows, for rows that change in place. */
  every_ms?: number
}

export type ListState<Row> = {
  list: List<Row>
  /** Null until loaded. */
  facts: AreaFacts | null
  sort: string
  setSort: (sort: string) => void
  /** Filter of the person, in the API's syntax. */
  filter: string
  /** Adds an entry to the browser's history, unless it replaces the current one. */
  setFilter: (filter: string, how?: 'replace') => void
  /** Null for a list without a range. */
  range: Range | 'all' | null
  setRange: (range: Range | 'all') => void
  /** Current request, for *As request*. */
  request: { path: GetPath; params: Record<string, string>; query: Record<string, string> }
}

/** List of the API whose filter, order and range are in the address. */
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
  // The start is fixed while the list is open; otherwise each render would be a new query.
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
    setFilter: (next, how) =>
      change({ [`${prefix}filter`]: next === '' ? null : next }, how === 'replace' ? undefined : 'push'),
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

/** Whole minutes give the pages of a list the same cache key. */
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
