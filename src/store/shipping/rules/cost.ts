/** The cost of shipping in one currency, in its minor units. */
export type Cost = { amount: number } | { by: 'subtotal' | 'weight'; table: readonly Step[] }

/** Amount from a subtotal (minor units) or weight (grams) upward; null means that it is not offered from there on. */
type Step = { from: number; amount: number | null }

/** The goods to ship: `subtotal` in minor units of the currency, `weight` in grams. */
export type Parcel = { subtotal: number; weight: number }

/** Returns the cost of the parcel; null if the option is not offered for it, as below the first step. */
export function costOf(cost: Cost, parcel: Parcel): number | null {
  if ('amount' in cost) return cost.amount
  return cost.table.findLast(({ from }) => from <= parcel[cost.by])?.amount ?? null
}
