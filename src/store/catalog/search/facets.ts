import type { Database } from '../../../db/database.ts'
import type { Ref } from '../cache/release-cache.ts'
import { amountsOf, facetLists } from './columns.ts'
import { filterMasks, soldOutMask } from './filter-masks.ts'
import { findMatches } from './find-matches.ts'
import { amountsIn, countWithin } from './rules/amounts.ts'
import { type Facet, type FacetValue, facetOf, sortOptions, withoutEach } from './rules/facets.ts'
import { type Filter, IN_STOCK, parseRange, printRange, SOLD_OUT } from './rules/filter.ts'
import { countIn, type Mask } from './rules/lists.ts'
import { maskSize } from './rules/matches.ts'
import { priceRanges } from './rules/price-ranges.ts'
import type { SearchRequest } from './search.ts'

/** `matchesFor` applies the filters of all other facets, so that a facet shows alternatives to its chosen values. */
type Counting = { isChosen(facet: string, value: string): boolean; matchesFor(facet: string): Mask }

/**
 * Facets of a search result: price in the shopper's currency, availability, nodes, and each option. Counts apply the
 * filters of the other facets.
 */
export async function findFacets(
  db: Database,
  ref: Ref,
  { keywords, filters, shop }: Pick<SearchRequest, 'keywords' | 'filters' | 'shop'>,
): Promise<Facet[]> {
  const { matches } = await findMatches(db, ref, keywords)
  const size = maskSize(matches)
  const masks = await filterMasks(db, ref, { filters, shop, size })
  const counting = countingOf(filters, withoutEach(matches.positions, masks, size))
  const prices = await priceFacet(db, ref, { filters, shop }, counting)
  const stock = stockFacet(await soldOutMask(db, ref, shop, size), counting)
  const listed = await listedFacets(db, ref, filters, counting)
  return [prices, stock, ...listed].filter((facet) => facet !== null)
}

function countingOf(filters: readonly Filter[], without: readonly Mask[]): Counting {
  const all = without.at(-1) ?? new Uint8Array()
  return {
    isChosen: (facet, value) => filters.some((filter) => filter.facet === facet && filter.values.includes(value)),
    matchesFor(facet) {
      const index = filters.findIndex((filter) => filter.facet === facet)
      return without[index] ?? all
    },
  }
}

async function priceFacet(
  db: Database,
  ref: Ref,
  { filters, shop: { currency, now } }: Pick<SearchRequest, 'filters' | 'shop'>,
  { isChosen, matchesFor }: Counting,
): Promise<Facet | null> {
  const chosen = filters.flatMap(({ facet, values }) => (facet === 'price' ? values : []))
  const codes = new Set([currency, ...chosen.map((value) => parseRange(value)?.currency ?? null)])
  const sorted = new Map<string, readonly number[]>()
  for (const code of codes)
    if (code !== null) sorted.set(code, amountsIn(matchesFor('price'), await amountsOf(db, ref, code, now)))
  const computed = currency === null ? [] : priceRanges(sorted.get(currency) ?? [], currency).map(printRange)
  const values = [...new Set([...computed, ...chosen])].map((value) => {
    const range = parseRange(value)
    const count = range === null ? 0 : countWithin(sorted.get(range.currency) ?? [], range)
    return { value, label: '', count, is_chosen: isChosen('price', value) }
  })
  const shown = facetOf({ name: 'price', label: '', values })
  const lowest = ({ value }: FacetValue) => parseRange(value)?.from ?? 0
  return shown && { ...shown, values: shown.values.sort((one, other) => lowest(one) - lowest(other)) }
}

function stockFacet(sold_out: Mask, { isChosen, matchesFor }: Counting): Facet | null {
  const counts = { [IN_STOCK]: 0, [SOLD_OUT]: 0 }
  for (const [position, isMatch] of matchesFor('availability').entries())
    if (isMatch === 1) counts[sold_out[position] === 1 ? SOLD_OUT : IN_STOCK] += 1
  const values = [IN_STOCK, SOLD_OUT] as const
  return facetOf({
    name: 'availability',
    label: '',
    values: values.map((value) => ({
      value,
      label: '',
      count: counts[value],
      is_chosen: isChosen('availability', value),
    })),
  })
}

/** Facets of nodes and options, whose lists are stored. */
async function listedFacets(
  db: Database,
  ref: Ref,
  filters: readonly Filter[],
  { isChosen, matchesFor }: Counting,
): Promise<Facet[]> {
  const facets = new Map<string, { label: string; values: Map<string, FacetValue> }>()
  const open = (name: string, label: string) => {
    const facet = facets.get(name) ?? { label, values: new Map() }
    facets.set(name, facet)
    return facet
  }
  for (const list of await facetLists(db, ref)) {
    const { facet: name, value, facet_label, value_label: label } = list
    const { values } = open(name, facet_label)
    const counted = values.get(value) ?? { value, label, count: 0, is_chosen: isChosen(name, value) }
    values.set(value, { ...counted, count: counted.count + countIn(matchesFor(name), list.products) })
  }
  // Keep values that the release does not have, so that shoppers can remove them.
  for (const { facet, values } of filters.filter(({ facet }) => facet !== 'price' && facet !== 'availability'))
    for (const value of values) {
      const known = open(facet, '').values
      if (!known.has(value)) known.set(value, { value, label: value, count: 0, is_chosen: true })
    }
  const shown = [...facets].flatMap(
    ([name, { label, values }]) => facetOf({ name, label, values: [...values.values()] }) ?? [],
  )
  const nodes = shown.filter(({ name }) => name === 'nodes')
  return [...nodes, ...sortOptions(shown.filter(({ name }) => name !== 'nodes'))]
}
