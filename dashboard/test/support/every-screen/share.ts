/**
 * `SCREENS=all` looks at every page of the site map, `SCREENS=/carts,/orders` at those whose addresses have one of these texts;
 * without it at a few, which the seed chooses.
 */
const { SCREENS } = process.env
const PARTS = SCREENS === 'all' ? [''] : SCREENS?.split(',')

/** Of a run that failed: `SCREENS_SEED=…` chooses the same pages. */
const SEED = Number(process.env.SCREENS_SEED ?? Date.now() % 100_000)

/** For the title of a test. */
export const CHOSEN = SCREENS ?? `SCREENS_SEED=${SEED}`

/** So many of them, or those that were asked for. */
export function shareOf<T extends { page: string }>(all: readonly T[], count: number): readonly T[] {
  if (PARTS !== undefined) return all.filter(({ page }) => PARTS.some((part) => page.includes(part)))
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
