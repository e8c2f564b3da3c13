import type { Owner } from '../owner.ts'

/** Largest `page[limit]`; larger values are reduced to it. @operator */
export const PAGE_LIMIT = 100
/** Largest `page[offset]` of the lists that limit it. @operator */
export const OFFSET_LIMIT = 10_000
/** Count at which `lower_bound` stops. @operator */
export const LOWER_BOUND = 10_000

export const totalMethods = ['exact', 'lower_bound', 'observed'] as const
type TotalMethod = (typeof totalMethods)[number]

/** The requested page. `limit` is 1 or more, `offset` counts records from 0. */
export type Page = { limit: number; offset: number; total_method: TotalMethod }

/** The number of records and its accuracy: `exact`, or a lower bound for every other method. */
export type Total = { total: number; total_method: TotalMethod }

export type PageRows = { rows: number; more: boolean }

/** The remaining work to determine the total: none, or a count of at most so many rows (null: all). */
export type TotalStep = { kind: 'known'; total: Total } | { kind: 'count'; at_most: number | null }

/** Counts only if the page does not already determine the total. */
export function totalStep(page: Page, { rows, more }: PageRows): TotalStep {
  const seen = page.offset + rows
  if (!more && (rows > 0 || page.offset === 0)) return known(seen, 'exact')
  // An empty page past the end: a full count reads no more rows than the page's offset has already skipped.
  if (!more || page.total_method === 'exact') return { kind: 'count', at_most: null }
  if (page.total_method === 'observed') return known(seen + 1, 'observed')
  if (seen >= LOWER_BOUND) return known(seen + 1, 'lower_bound')
  return { kind: 'count', at_most: LOWER_BOUND + 1 }
}

/** The total after the count that `totalStep` required. */
export function countedTotal(counted: number, at_most: number | null): Total {
  if (at_most === null || counted < at_most) return { total: counted, total_method: 'exact' }
  return { total: at_most - 1, total_method: 'lower_bound' }
}

/** `meta.page`: `current` is the page's number from 1; `total` is the number of pages, 0 if there are no records. */
export function pageNumbers(page: Page, total: number) {
  const { limit, offset } = page
  return { limit, offset, current: Math.floor(offset / limit) + 1, total: Math.ceil(total / limit) }
}

/** The offsets of the neighboring pages; null if a page does not exist or its offset is unknown. */
export type PageOffsets = { first: number; last: number | null; prev: number | null; next: number | null }

/** `max_offset` is the largest offset that the list serves; null if unlimited. */
export function pageOffsets(page: Page, total: Total, more: boolean, max_offset: number | null): PageOffsets {
  const { limit, offset } = page
  const exact = total.total_method === 'exact'
  const last = exact ? Math.max(0, Math.ceil(total.total / limit) - 1) * limit : null
  const before = Math.max(0, offset - limit)
  const served = (at: number | null) => (at === null || (max_offset !== null && at > max_offset) ? null : at)
  return {
    first: 0,
    last: served(last),
    prev: offset === 0 ? null : Math.min(before, last ?? before),
    next: served(more ? offset + limit : null),
  }
}

function known(total: number, total_method: TotalMethod): TotalStep {
  return { kind: 'known', total: { total, total_method } }
}

/** The default page size of an owner's lists. */
export type PageLength = (owner: Owner) => Promise<number>
