import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Api } from '../../api/client.ts'
import type { GetPath, ResponseOf } from '../../api/queries.ts'
import { type Init, send } from '../../api/send.ts'
import { useScope } from '../scope.ts'

const PAGE_SIZE = 50
/** Pages off the screen are dropped from the cache after this time. */
const RETENTION_MS = 60_000
/** Maximum number of cached pages off the screen, however fast the list scrolls. */
const MAX_KEPT = 10

export type RowOf<P extends GetPath> = ResponseOf<P> extends { data: readonly (infer Row)[] } ? Row : never

/** Response of any list, with rows of the path's type. */
type Listed<P extends GetPath> = {
  data: (RowOf<P> & { id?: string })[]
  meta?: { results?: { total: number; total_method?: string } }
}

export type ListRequest<P extends GetPath> = {
  path: P
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  filter: readonly string[]
  sort: string
  /** True if a page starts after the last id of the page before, which costs the same at any depth. */
  by_id: boolean
  /** False until the request is known. */
  enabled: boolean
  /** Polling interval of the visible pages. */
  every_ms?: number
}

type Total = { count: number; is_exact: boolean }
/** Only the first page counts the rows. */
type Page<Row> = { rows: Row[]; total: Total }

/** Start of a page: after a row, or at an offset. */
type Start = { after: string } | { offset: number }

export type List<Row> = {
  /** Number of known rows; their pages may no longer be cached. */
  count: number
  /** Undefined while its page is loading. */
  rowAt: (index: number) => Row | undefined
  total: Total | null
  has_more: boolean
  is_pending: boolean
  error: Error | null
  retry: () => void
  /** Reports the visible rows, so that their pages and the next page are loaded. */
  show: (first: number, last: number) => void
}

/**
 * List of any length, read page by page while scrolling. Only pages near the screen are in memory; for the others only
 * their start is kept.
 */
export function useListQuery<P extends GetPath>(request: ListRequest<P>): List<RowOf<P>> {
  const { api, id } = useScope()
  const client = useQueryClient()
  const identity = JSON.stringify([id, request])
  const [shown, setShown] = useState({ identity, first: 0, last: 0 })
  const [starts, setStarts] = useState<Known>(nothing(identity))
  const known = starts.identity === identity ? starts : nothing(identity)
  const wanted = pagesOf(shown.identity === identity ? shown : { first: 0, last: 0 }, known.list.length)
  const results = useQueries({
    queries: wanted.map((page) => pageOptions(api, request, identity, known.list[page] as Start)),
  })
  const pages = useMemo(() => new Map(wanted.map((page, at) => [page, results[at]?.data])), [wanted, results])
  useEffect(() => {
    const next = withPages(known, pages, request.by_id)
    if (next !== known) setStarts(next)
  }, [known, pages, request.by_id])
  const from = wanted[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other pages are on the screen.
  useEffect(() => forgetOldest(client, [request.path, 'page', identity]), [client, identity, from])

  const sizes = known.sizes
  const count = sizes.reduce((sum, size) => sum + size, 0)
  return {
    count,
    rowAt: (index) => pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    total: known.total,
    has_more: known.list.length > sizes.length,
    is_pending: sizes.length === 0 && results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
    show: (from, to) => {
      const is_same = shown.identity === identity && sameSpan(shown, from, to)
      if (!is_same) setShown({ identity, first: from, last: to })
    },
  }
}

/** Starts of the known pages, and row counts of the loaded pages. */
type Known = { identity: string; list: Start[]; sizes: number[]; total: Total | null }

const nothing = (identity: string): Known => ({ identity, list: [{ offset: 0 }], sizes: [], total: null })

const pageOf = (index: number) => Math.floor(index / PAGE_SIZE)

function sameSpan(shown: { first: number; last: number }, first: number, last: number): boolean {
  return pageOf(shown.first) === pageOf(first) && pageOf(shown.last) === pageOf(last)
}

/** Visible pages, plus the page before and the page after. */
function pagesOf({ first, last }: { first: number; last: number }, known: number): number[] {
  const from = Math.max(0, pageOf(first) - 1)
  const to = Math.min(known - 1, pageOf(last) + 1)
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => Math.min(from + at, known - 1))
}

/** Updates sizes and starts from the loaded pages. The pages after a changed page are forgotten. */
function withPages<Row extends { id?: string }>(
  known: Known,
  pages: ReadonlyMap<number, Page<Row> | undefined>,
  by_id: boolean,
): Known {
  const total = pages.get(0)?.total ?? known.total
  let next = sameTotal(total, known.total) ? known : { ...known, total }
  for (const [page, rows] of [...pages].map(([page, data]) => [page, data?.rows] as const)) {
    if (rows === undefined || page > next.sizes.length) continue
    const last = rows.at(-1)?.id
    const following: Start = by_id && last !== undefined ? { after: last } : { offset: (page + 1) * PAGE_SIZE }
    const is_full = rows.length === PAGE_SIZE
    const is_known = next.sizes[page] === rows.length
    const leads_on = is_full ? JSON.stringify(next.list[page + 1]) === JSON.stringify(following) : true
    if (is_known && leads_on) continue
    const list = [...next.list.slice(0, page + 1), ...(is_full ? [following] : [])]
    next = { ...next, list, sizes: [...next.sizes.slice(0, page), rows.length] }
  }
  return next
}

function pageOptions<P extends GetPath>(api: Api, request: ListRequest<P>, identity: string, start: Start) {
  return {
    queryKey: [request.path, 'page', identity, start],
    queryFn: ({ signal }: { signal: AbortSignal }) => readPage(api, request, start, signal),
    enabled: request.enabled,
    gcTime: RETENTION_MS,
    refetchInterval: request.every_ms ?? (false as const),
    staleTime: 30_000,
  }
}

function sameTotal(one: Total | null, other: Total | null): boolean {
  return one?.count === other?.count && one?.is_exact === other?.is_exact
}

/** Limits the cached pages off the screen to the most recently read. */
function forgetOldest(client: QueryClient, queryKey: readonly unknown[]): void {
  const cache = client.getQueryCache()
  const hidden = cache.findAll({ queryKey, type: 'inactive' })
  const oldest = hidden.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
  for (const query of oldest.slice(0, -MAX_KEPT)) cache.remove(query)
}

async function readPage<P extends GetPath>(
  api: Api,
  request: ListRequest<P>,
  start: Start,
  signal: AbortSignal,
): Promise<Page<Listed<P>['data'][number]>> {
  const is_first = 'offset' in start && start.offset === 0
  const is_descending = request.sort.startsWith('-')
  const after = 'after' in start ? [`${is_descending ? 'lt' : 'gt'}(id,${start.after})`] : []
  const query = {
    ...request.query,
    sort: request.sort || undefined,
    filter: [...request.filter, ...after].join(':') || undefined,
    'page[limit]': String(PAGE_SIZE),
    'page[offset]': 'offset' in start && !is_first ? String(start.offset) : undefined,
    // Only the first page counts all rows, because counting costs more than reading a page.
    'page[total_method]': is_first ? undefined : 'observed',
  }
  const { data: rows, meta } = await readList(api, request.path, { params: { path: request.params, query }, signal })
  const results = meta?.results
  const total = { count: results?.total ?? rows.length, is_exact: (results?.total_method ?? 'exact') === 'exact' }
  return { rows, total }
}

export async function readList<P extends GetPath>(api: Api, path: P, init: Init): Promise<Listed<P>> {
  return (await send(api, 'get', path, init)).data as Listed<P>
}
