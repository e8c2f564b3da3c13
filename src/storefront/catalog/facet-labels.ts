import { type MoneyFormat, money } from '../../pricing/money.ts'
import type { Facet } from '../../store/catalog/search/rules/facets.ts'
import { IN_STOCK, type PriceRange, parseRange, SOLD_OUT } from '../../store/catalog/search/rules/filter.ts'
import { findMoneyFormats } from '../../store/currencies/sql/money-format.ts'
import type { StorefrontContext } from '../context.ts'

const FACETS = new Map([
  ['price', 'Price'],
  ['availability', 'Availability'],
  ['nodes', 'Category'],
])

const STOCK = [
  [IN_STOCK, 'In stock'],
  [SOLD_OUT, 'Sold out'],
] as const

export function facetLabel({ name, label }: Facet): string {
  return FACETS.get(name) ?? (label || name.replace(/^option:/, ''))
}

/** Display names of the values that the release does not name: of prices and of availability. */
export async function valueLabels(
  { deps, owner }: StorefrontContext,
  facets: readonly Facet[],
): Promise<ReadonlyMap<string, string>> {
  const prices = facets.find(({ name }) => name === 'price')?.values ?? []
  const ranges = prices.flatMap(({ value }) => parseRange(value) ?? [])
  if (ranges.length === 0) return new Map(STOCK)
  const codes = [...new Set(ranges.map(({ currency }) => currency))]
  const formats = await findMoneyFormats(deps.db, owner.store_id, codes)
  const labels = prices.flatMap(({ value }): [string, string][] => {
    const range = parseRange(value)
    const format = formats.get(range?.currency ?? '')
    return range === null || format === undefined ? [] : [[value, rangeLabel(range, format)]]
  })
  return new Map([...STOCK, ...labels])
}

/** `until` is the first price that is not in the range. */
function rangeLabel({ from, until }: PriceRange, format: MoneyFormat): string {
  const display = (amount: number) => money(amount, format).formatted
  if (until === null) return from === 0 ? 'Any price' : `${display(from)} and more`
  return from === 0 ? `Under ${display(until)}` : `${display(from)} to under ${display(until)}`
}
