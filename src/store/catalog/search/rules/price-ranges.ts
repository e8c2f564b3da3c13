import type { PriceRange } from './filter.ts'

/** Ranges that a facet has at most; fewer for few or similar prices. */
const MAX_RANGES = 6

/** First digits of round prices. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Ranges of about as many products each, with round ends. `sorted` are the prices in minor units, ascending. Together they
 * have every price; the first begins at 0 and the last has no end. Empty for prices that are too similar for two ranges.
 */
export function priceRanges(sorted: readonly number[], currency: string): PriceRange[] {
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (lowest === undefined || highest === undefined) return []
  const ends = Array.from({ length: MAX_RANGES - 1 }, (_, index) =>
    roundPrice(sorted[Math.floor(((index + 1) * sorted.length) / MAX_RANGES)] ?? highest),
  )
  const distinct = [...new Set(ends)].filter((end) => end > lowest && end <= highest).sort((one, other) => one - other)
  if (distinct.length === 0) return []
  return [0, ...distinct].map((from, index) => ({ currency, from, until: distinct[index] ?? null }))
}

/** The round price that is nearest in proportion. */
function roundPrice(amount: number): number {
  if (amount < 1) return 1
  const scale = 10 ** Math.floor(Math.log10(amount))
  const candidates = ROUND.map((digits) => Math.round(digits * scale))
  const distance = (round: number) => Math.abs(Math.log(round / amount))
  return candidates.reduce((best, round) => (distance(round) < distance(best) ? round : best))
}
