import type { PriceRange } from './filter.ts'

/** Maximum number of ranges; fewer if prices are few or similar. */
const MAX_RANGES = 6

/** Leading digits of round prices. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Splits prices into ranges with round ends and about equally many products. `sorted` is in minor units, ascending. The
 * ranges cover every price: the first begins at 0, the last has no end. Empty if the prices are too similar for two
 * ranges.
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

/** Nearest round price, by ratio. */
function roundPrice(amount: number): number {
  if (amount < 1) return 1
  const scale = 10 ** Math.floor(Math.log10(amount))
  const candidates = ROUND.map((digits) => Math.round(digits * scale))
  const distance = (round: number) => Math.abs(Math.log(round / amount))
  return candidates.reduce((best, round) => (distance(round) < distance(best) ? round : best))
}
