/** The cost of shipping in one currency. Amounts in its minor units. */
export type Cost = { amount: number } | { by: 'subtotal' | 'weight'; table: readonly Step[] }

/** The amount from a subtotal (minor units) or weight (grams) on; null: from there on it is not offered. */
type Step = { from: number; amount: number | null }

/** The goods to ship: `subtotal` in minor units of the currency, `weight` in grams. */
export type Parcel = { subtotal: number; weight: number }

/** The cost of the parcel; null when the option is not offered for it, as below the first step. */
export function costOf(cost: Cost, parcel: Parcel): number | null {
  if ('amount' in cost) return cost.amount
  return cost.table.findLast(({ from }) => from <= parcel[cost.by])?.amount ?? null
}
