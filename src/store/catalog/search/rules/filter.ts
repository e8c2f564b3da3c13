import { isUuid } from '../../../../kernel/ids.ts'

/** Matches products with any of the values. `facet` is `price`, `availability`, `nodes`, or `option:` and a name. */
export type Filter = { facet: string; values: readonly string[] }

/** Range of unit prices in minor units: `from` inclusive, `until` exclusive, null if open. */
export type PriceRange = { currency: string; from: number; until: number | null }

export const IN_STOCK = 'in-stock'
export const SOLD_OUT = 'sold-out'

const OPTION = /^option:.{1,255}$/su
const RANGE = /^([A-Z]{3}):(\d{1,15})-(\d{1,15})?$/

export function isFacetValue(facet: string, value: string): boolean {
  if (facet === 'price') return parseRange(value) !== null
  if (facet === 'availability') return value === IN_STOCK || value === SOLD_OUT
  if (facet === 'nodes') return isUuid(value)
  return OPTION.test(facet) && value !== ''
}

/** Parses ranges such as `USD:2000-5000`; null if invalid. */
export function parseRange(value: string): PriceRange | null {
  const [, currency, from, until] = RANGE.exec(value) ?? []
  if (currency === undefined || from === undefined) return null
  return { currency, from: Number(from), until: until === undefined ? null : Number(until) }
}

export function printRange({ currency, from, until }: PriceRange): string {
  return `${currency}:${from}-${until ?? ''}`
}
