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

/** Sorts by score, best first, after the matches at the `first` positions. */
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

/** Sorts by price; products without a price come last, by name. */
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

/** Positions of the mask, in the given order. */
export function sortLike(order: Uint32Array, mask: Mask): Uint32Array {
  return order.filter((position) => mask[position] === 1)
}
