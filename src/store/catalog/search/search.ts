import type { Database, Executor } from '../../../db/database.ts'
import { readCached, readRelease } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { cacheProducts } from '../sql/product-rows.ts'
import { amountsOf, idsAt, newestFirst } from './columns.ts'
import { filterMasks, type Shop } from './filter-masks.ts'
import { type Found, findMatches } from './find-matches.ts'
import type { Filter } from './rules/filter.ts'
import { type Matches, maskOf, maskSize, narrow } from './rules/matches.ts'
import { type Sorting, sortByName, sortByPrice, sortByRelevance, sortLike } from './rules/sorting.ts'
import { selectPositionsOfSkus } from './sql/positions.ts'
import { selectRanked } from './sql/words.ts'

/** One page of product ids, and the total number of matches. */
export type FoundPage = { ids: string[]; results: number }

export type SearchRequest = {
  keywords: string
  sorting: Sorting
  /** Products must pass all filters. */
  filters: readonly Filter[]
  shop: Shop & { /** ISO 4217; null without prices. */ currency: string | null }
  offset: number
  limit: number
}

/**
 * Up to this many matches, PostgreSQL ranks each match fully. A larger result is sorted only by the field that contains
 * the words (name and SKU, tags, elsewhere), then by name; then an exact SKU is found as typed, in upper case and in
 * lower case.
 */
const MAX_RANKED = 2_000

/**
 * Full-text search for products of a release that contain all words. Name and SKU rank above tags, tags above the
 * description; an exact SKU comes first. The last word matches as a prefix. The first few unknown words are replaced
 * with the most similar known words. Blank keywords match everything.
 */
export async function searchProducts(db: Database, ref: Ref, request: SearchRequest): Promise<FoundPage> {
  const { keywords, filters, shop } = request
  const found = await findMatches(db, ref, keywords)
  const masks = await filterMasks(db, ref, { filters, shop, size: maskSize(found.matches) })
  const matches = narrow(found.matches, masks)
  // Stock and prices change while the release does not.
  const changes = filters.some(({ facet }) => facet === 'price' || facet === 'availability')
  const narrowed_by = changes ? null : JSON.stringify(filters)
  const ids = await pageOfMatches(db, ref, { ...request, narrowed_by }, { ...found, matches })
  return { ids, results: matches.positions.length }
}

export type PageRequest = Omit<SearchRequest, 'filters'> & {
  /** Cache key of the filters; null if the page depends on more than the release, so that it is not cached. */
  narrowed_by: string | null
}

export async function pageOfMatches(db: Database, ref: Ref, request: PageRequest, found: Found): Promise<string[]> {
  const { sorting, offset, limit } = request
  const { matches, tsquery } = found
  if (offset >= matches.positions.length || limit === 0) return []
  if (sorting === 'relevance' && tsquery !== null && matches.positions.length <= MAX_RANKED)
    return rankedPage(db, ref, request, { matches, tsquery })
  const sorted = await sortedPositions(db, ref, request, matches)
  return idsAt(db, ref, [...sorted.subarray(offset, offset + limit)])
}

function rankedPage(
  db: Database,
  ref: Ref,
  { keywords, narrowed_by, offset, limit }: PageRequest,
  { matches, tsquery }: { matches: Matches; tsquery: string },
): Promise<string[]> {
  const sku = keywords.trim().toLowerCase()
  const rank = async (read: Executor) =>
    cacheProducts(ref, await selectRanked(read, ref, { matches, tsquery, sku, offset, limit }))
  if (narrowed_by === null) return readRelease(db, ref, rank)
  return readCached(db, ref, `ranked ${JSON.stringify([tsquery, sku, narrowed_by, offset, limit])}`, rank)
}

async function sortedPositions(
  db: Database,
  ref: Ref,
  { sorting, keywords, shop: { currency, now } }: PageRequest,
  matches: Matches,
): Promise<Uint32Array> {
  switch (sorting) {
    case 'relevance':
      return sortByRelevance(matches, await positionsOfSku(db, ref, keywords.trim()))
    case 'name-ascending':
    case 'name-descending':
      return sortByName(matches, sorting)
    case 'newest':
      return sortLike(await newestFirst(db, ref), maskOf(matches.positions, maskSize(matches)))
    case 'price-ascending':
    case 'price-descending':
      return currency === null
        ? matches.positions
        : sortByPrice(matches, await amountsOf(db, ref, currency, now), sorting)
  }
}

function positionsOfSku(db: Database, ref: Ref, sku: string): Promise<number[]> {
  return readCached(db, ref, `positions of ${sku}`, (read) => selectPositionsOfSkus(read, ref, spellings(sku)))
}

/** Releases hold SKUs as they were written; another case is found through the product of today, if it has the SKU. */
function spellings(sku: string): string[] {
  return [...new Set([sku, sku.toLowerCase(), sku.toUpperCase()])]
}
