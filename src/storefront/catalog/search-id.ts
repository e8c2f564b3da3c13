import { type Filter, isFacetValue } from '../../store/catalog/search/rules/filter.ts'
import { isSorting, type Sorting } from '../../store/catalog/search/rules/sorting.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'

export const MAX_PAGE_SIZE = 100
export const MAX_KEYWORDS_LENGTH = 500
/** Limits the text of a search, so that its id fits into a path. */
const MAX_SEARCH_BYTES = 2_500

/** Filters are sorted by facet, and their values are sorted. */
export type Search = { keywords: string; size: number; sorting: Sorting; filters: readonly Filter[] }

/** The id of a result is the search itself, so nothing is stored and it never expires. */
export function encodeSearch(search: Search): string {
  return encodeId(textOf(search))
}

/** Null for text that `encodeSearch` cannot have returned. */
export function decodeSearch(id: string): Search | null {
  const text = decodeId(id)
  const search = parsePlain(text) ?? parseRefined(text)
  return search !== null && isValid(search) && textOf(search) === text ? search : null
}

function isValid({ keywords, size }: Search): boolean {
  return (
    Number.isInteger(size) &&
    size >= 1 &&
    size <= MAX_PAGE_SIZE &&
    keywords.length >= 1 &&
    keywords.length <= MAX_KEYWORDS_LENGTH
  )
}

/** Size and keywords. If the search is sorted or filtered, a line with the rest comes before the keywords. */
function textOf({ keywords, size, sorting, filters }: Search): string {
  if (sorting === 'relevance' && filters.length === 0) return `${size} ${keywords}`
  const parts = filters.map(({ facet, values }) => [facet, ...values])
  return `${JSON.stringify([VERSION, size, sorting, ...parts])}\n${keywords}`
}

const VERSION = 1

function parsePlain(text: string): Search | null {
  const [, size, keywords] = /^(\d{1,3}) (.+)$/s.exec(text) ?? []
  if (size === undefined || keywords === undefined) return null
  return { keywords, size: Number(size), sorting: 'relevance', filters: [] }
}

function parseRefined(text: string): Search | null {
  const [, line = '', keywords] = /^(\[.*\])\n(.+)$/s.exec(text) ?? []
  if (keywords === undefined || Buffer.byteLength(text) > MAX_SEARCH_BYTES) return null
  const [version, size, sorting, ...parts] = parseList(line)
  if (version !== VERSION || typeof size !== 'number' || typeof sorting !== 'string' || !isSorting(sorting)) return null
  const filters = parts.map(parseFilter)
  if (filters.includes(null)) return null
  return { keywords, size, sorting, filters: sortFilters(filters.filter((filter) => filter !== null)) }
}

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

function parseFilter(part: unknown): Filter | null {
  if (!Array.isArray(part)) return null
  const [facet, ...values] = part as unknown[]
  if (typeof facet !== 'string' || values.length === 0) return null
  const texts = values.filter((value) => typeof value === 'string')
  return texts.length === values.length && texts.every((value) => isFacetValue(facet, value))
    ? { facet, values: texts }
    : null
}

/** One filter per facet, in a fixed order. */
function sortFilters(filters: readonly Filter[]): Filter[] {
  return [...Map.groupBy(filters, ({ facet }) => facet)]
    .map(([facet, same]) => ({ facet, values: [...new Set(same.flatMap(({ values }) => values))].sort() }))
    .filter(({ values }) => values.length > 0)
    .sort((one, other) => (one.facet < other.facet ? -1 : 1))
}

/** Adds a value of a facet to the search, or removes it if present. Null if the search becomes too long for an id. */
export function toggled(search: Search, facet: string, value: string): Search | null {
  const { values = [] } = search.filters.find((filter) => filter.facet === facet) ?? {}
  const changed = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  const others = search.filters.filter((filter) => filter.facet !== facet)
  const result = { ...search, filters: sortFilters([...others, { facet, values: changed }]) }
  return Buffer.byteLength(textOf(result)) <= MAX_SEARCH_BYTES ? result : null
}
