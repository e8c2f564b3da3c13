/** `SCREENS=all` looks at every page of the site map; without it at a few, which the seed chooses. */
const IS_WHOLE = process.env.SCREENS === 'all'

/** Of a run that failed: `SCREENS_SEED=…` chooses the same pages. */
const SEED = Number(process.env.SCREENS_SEED ?? Date.now() % 100_000)

/** For the title of a test. */
export const CHOSEN = IS_WHOLE ? 'all' : `SCREENS_SEED=${SEED}`

/** So many of them, or all. */
export function shareOf<T>(all: readonly T[], count: number): readonly T[] {
  if (IS_WHOLE) return all
  return all
    .map((one, index) => ({ one, order: hashOf(index) }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }) => one)
}

/** Spreads numbers that are near each other (Knuth's multiplicative hash). */
function hashOf(index: number): number {
  return Math.imul(index + 1, 2_654_435_761 ^ Math.imul(SEED + 1, 40_503)) >>> 0
}
