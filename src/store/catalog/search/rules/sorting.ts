import type { Amounts } from './amounts.ts'
import type { Mask } from './lists.ts'
import { type Matches, maskOf, maskSize, sortByScore } from './matches.ts'

export const SORTINGS = [
  'relevance',
  'price-ascending',
  'price-descending',
  'name-ascending',
  'name-descending',
  'newest',
] as const

export type Sorting = (typeof SORTINGS)[number]

export function isSorting(text: string): text is Sorting {
  return SORTINGS.some((sorting) => sorting === text)
}

/** Best match first, after those at the `first` positions that are among the matches. */
export function sortByRelevance(matches: Matches, first: readonly number[]): Uint32Array {
  const sorted = sortByScore(matches)
  if (first.length === 0) return sorted
  const found = new Set(matches.positions)
  const leading = new Set(first.filter((position) => found.has(position)))
  return Uint32Array.from([...leading, ...sorted.filter((position) => !leading.has(position))])
}

export function sortByName({ positions }: Matches, sorting: 'name-ascending' | 'name-descending'): Uint32Array {
  return sorting === 'name-ascending' ? positions : positions.toReversed()
}

/** Products without a price come last, in the order of their names. */
export function sortByPrice(
  matches: Matches,
  { ascending }: Amounts,
  sorting: 'price-ascending' | 'price-descending',
): Uint32Array {
  const mask = maskOf(matches.positions, maskSize(matches))
  const priced = sortLike(ascending, mask)
  for (const position of priced) mask[position] = 0
  const unpriced = matches.positions.filter((position) => mask[position] === 1)
  const sorted = new Uint32Array(matches.positions.length)
  sorted.set(sorting === 'price-ascending' ? priced : priced.toReversed())
  sorted.set(unpriced, priced.length)
  return sorted
}

/** The positions of the mask, in this order. */
export function sortLike(order: Uint32Array, mask: Mask): Uint32Array {
  return order.filter((position) => mask[position] === 1)
}
