/** What shipping costs in one currency; amounts in its minor units. */
export type Cost = { amount: number } | { by: 'subtotal' | 'weight'; table: readonly Step[] }

/** The amount from a subtotal (minor units) or weight (grams) on; null: from there on it is not offered. */
type Step = { from: number; amount: number | null }

/** What is shipped: worth `subtotal` in minor units of the currency, weighing `weight` grams. */
export type Parcel = { subtotal: number; weight: number }

/** What the parcel costs; null when it is not taken. Below the first step nothing is offered. */
export function costOf(cost: Cost, parcel: Parcel): number | null {
  if ('amount' in cost) return cost.amount
  return cost.table.findLast(({ from }) => from <= parcel[cost.by])?.amount ?? null
}
