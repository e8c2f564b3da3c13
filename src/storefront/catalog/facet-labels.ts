import type { Facet } from '../../store/catalog/search/rules/facets.ts'
import { IN_STOCK, type PriceRange, parseRange, SOLD_OUT } from '../../store/catalog/search/rules/filter.ts'
import { navigationNodes } from '../../store/catalog/sql/browse.ts'
import { findMoneyFormats } from '../../store/currencies/sql/money-format.ts'
import type { StorefrontContext } from '../context.ts'
import { type AmountFormat, amountFormat } from '../money.ts'
import { localized } from '../texts.ts'
import { releaseOf } from '../view.ts'

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

/** Display names by value, which supplement the values' own labels. */
export async function valueLabels(
  context: StorefrontContext,
  facets: readonly Facet[],
): Promise<ReadonlyMap<string, string>> {
  const valuesOf = (facet: string) =>
    facets.filter(({ name }) => name === facet).flatMap(({ values }) => values.map(({ value }) => value))
  return new Map([
    ...STOCK,
    ...(await priceLabels(context, valuesOf('price'))),
    ...(await nodeLabels(context, valuesOf('nodes'))),
  ])
}

async function priceLabels(
  { deps, owner, locale }: StorefrontContext,
  values: readonly string[],
): Promise<[value: string, label: string][]> {
  const ranges = values.flatMap((value) => parseRange(value) ?? [])
  if (ranges.length === 0) return []
  const codes = [...new Set(ranges.map(({ currency }) => currency))]
  const formats = await findMoneyFormats(deps.db, owner.store_id, codes)
  return values.flatMap((value): [string, string][] => {
    const range = parseRange(value)
    const format = formats.get(range?.currency ?? '')
    return range === null || format === undefined ? [] : [[value, rangeLabel(range, amountFormat(locale, format))]]
  })
}

/** `until` is the first price that is not in the range. */
function rangeLabel({ from, until }: PriceRange, { display }: AmountFormat): string {
  if (until === null) return from === 0 ? 'Any price' : `${display(from)} and more`
  return from === 0 ? `Under ${display(until)}` : `${display(from)} to under ${display(until)}`
}

/**
 * Names of nodes in the shopper's language. Empty without a locale, since the values are already the untranslated
 * names.
 */
async function nodeLabels(
  context: StorefrontContext,
  values: readonly string[],
): Promise<[value: string, label: string][]> {
  const ref = await releaseOf(context)
  if (context.locale === null || ref === undefined || values.length === 0) return []
  const nodes = await navigationNodes(context.deps.db, ref, values)
  return [...nodes.values()].map(({ id, name, locales }) => {
    const { texts } = localized(context, { own: { name }, language: ref.language, locales })
    return [id, texts.name]
  })
}
