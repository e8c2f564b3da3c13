/**
 * `SCREENS=all` tests every page of the site map, and `SCREENS=/carts,/orders` those whose paths contain one of the
 * texts. The default is a few pages chosen by the seed.
 */
const { SCREENS } = process.env
const PARTS = SCREENS === 'all' ? [''] : SCREENS?.split(',')

/** Seed of the selection; `SCREENS_SEED=…` repeats a failed run. */
const SEED = Number(process.env.SCREENS_SEED ?? Date.now() % 100_000)

/** Selection as shown in test titles. */
export const CHOSEN = SCREENS ?? `SCREENS_SEED=${SEED}`

/** Returns the requested screens, or by default a number of them. */
export function shareOf<T extends { page: string }>(all: readonly T[], count: number): readonly T[] {
  if (PARTS !== undefined) return all.filter(({ page }) => PARTS.some((part) => page.includes(part)))
  return all
    .map((one, index) => ({ one, order: hashOf(index) }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }) => one)
}

/** Spreads nearby numbers (Knuth's multiplicative hash). */
function hashOf(index: number): number {
  return Math.imul(index + 1, 2_654_435_761 ^ Math.imul(SEED + 1, 40_503)) >>> 0
}
