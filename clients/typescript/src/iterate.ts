import type { Client } from './client.ts'
import type { paths } from './generated/schema.ts'

type List<P extends keyof paths> = paths[P] extends {
  get: {
    parameters: infer Parameters
    responses: { 200: { content: { 'application/json': { data: (infer One)[] } } } }
  }
}
  ? { parameters: Parameters; element: One }
  : never

type Query<P extends keyof paths> = List<P>['parameters'] extends { query?: infer Q } ? NonNullable<Q> : never

/** Paths of lists that can be filtered by id: all except event types. */
export type ListPath = { [P in keyof paths]: 'filter' extends keyof Query<P> ? P : never }[keyof paths]

/** Element type of a list. */
export type Element<P extends ListPath> = List<P>['element']

/** Iteration controls the order and the pages; `page[limit]` sets the number of elements per request. */
type IterateParams<P extends ListPath> = Omit<List<P>['parameters'], 'query' | 'cookie'> & {
  query?: Omit<Query<P>, 'sort' | 'page[offset]' | 'page[total_method]'>
}
type IterateInit<P extends ListPath> = { params: IterateParams<P>; signal?: AbortSignal }
type Rest<P extends ListPath> =
  Record<never, never> extends IterateParams<P> ? [init?: Partial<IterateInit<P>>] : [init: IterateInit<P>]

type Page = { data: { id: string }[]; meta: { results: { total: number } } }
type Get = (path: string, init: unknown) => Promise<{ data: Page }>

/**
 * Iterates over all elements of a list in order of their ids, one page at a time. Concurrent changes do not shift
 * pages: an element that exists throughout is returned exactly once.
 */
export async function* iterate<P extends ListPath>(
  client: Client,
  path: P,
  ...[init]: Rest<P>
): AsyncGenerator<Element<P>> {
  const get = client.GET as unknown as Get
  const { query, ...params } = (init?.params ?? {}) as { query?: { filter?: string | string[] } }
  const filter = [query?.filter ?? []].flat()
  let after: string | undefined
  for (;;) {
    const page: Page = (await get(path, { ...init, params: { ...params, query: pageQuery(query, filter, after) } }))
      .data
    yield* page.data as Element<P>[]
    after = page.data.at(-1)?.id
    // The server counts one record beyond the page, if there is one.
    if (after === undefined || page.meta.results.total <= page.data.length) return
  }
}

function pageQuery(query: object | undefined, filter: readonly string[], after: string | undefined) {
  const all = after === undefined ? filter : [...filter, `gt(id,${after})`]
  return {
    'page[limit]': 100,
    ...query,
    'page[total_method]': 'observed',
    sort: 'id',
    ...(all.length === 0 ? {} : { filter: all }),
  }
}
