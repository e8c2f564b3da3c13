import type { PriceRange } from './filter.ts'
import type { Mask } from './lists.ts'

/** Products per part. */
export const PART_SIZE = 16_384

/** Stored prices of a part: big-endian 64-bit integers, in the order of positions. */
export type AmountPart = { part: number; amounts: Uint8Array }

/** Unit prices by position, in minor units, at a point in time. */
export type Amounts = {
  /** NO_PRICE for products without a price. */
  amounts: Float64Array
  /** Positions of priced products, cheapest first; equal prices by position. */
  ascending: Uint32Array
  /** Period of these prices in milliseconds since the epoch: `from` inclusive, `until` exclusive. */
  from: number
  until: number
  /** Last time that any price changed; 0 if none has since the release was created. */
  since: number
}

export const NO_PRICE = -1
/** The price depends on the time: the first price not yet ended at the release has an end, or had not begun. */
const TIMED = -2

const AMOUNT_BYTES = 8

export function unpackAmounts(parts: readonly AmountPart[]): Float64Array {
  const amounts = new Float64Array(PART_SIZE * (1 + Math.max(-1, ...parts.map(({ part }) => part)))).fill(NO_PRICE)
  for (const { part, amounts: stored } of parts) {
    const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
    for (let index = 0; index < stored.length / AMOUNT_BYTES; index += 1)
      amounts[PART_SIZE * part + index] =
        2 ** 32 * view.getInt32(AMOUNT_BYTES * index) + view.getUint32(AMOUNT_BYTES * index + 4)
  }
  return amounts
}

export function timedPositions(amounts: Float64Array): number[] {
  return Array.from(amounts.keys()).filter((position) => amounts[position] === TIMED)
}

/** Current price of a time-dependent product, or null, with the times at which the price can change. */
export type TimedAmount = { position: number; amount: number | null; changes: readonly number[] }

/** Returns the prices at `now`, in milliseconds since the epoch. */
export function amountsAt(amounts: Float64Array, timed: readonly TimedAmount[], now: number): Amounts {
  const current = amounts.slice()
  let [since, until] = [0, Number.POSITIVE_INFINITY]
  for (const { position, amount, changes } of timed) {
    current[position] = amount ?? NO_PRICE
    for (const time of changes)
      if (time > now) until = Math.min(until, time)
      else since = Math.max(since, time)
  }
  return { amounts: current, ascending: sortByAmount(current), from: now, until, since }
}

function sortByAmount(amounts: Float64Array): Uint32Array {
  const priced = Uint32Array.from(Array.from(amounts.keys()).filter((position) => (amounts[position] ?? NO_PRICE) >= 0))
  return priced.sort((one, other) => (amounts[one] ?? 0) - (amounts[other] ?? 0) || one - other)
}

/** Prices of the products in the mask, ascending. */
export function amountsIn(mask: Mask, { amounts, ascending }: Amounts): number[] {
  return Array.from(
    ascending.filter((position) => mask[position] === 1),
    (position) => amounts[position] ?? NO_PRICE,
  )
}

export function countWithin(amounts: readonly number[], { from, until }: PriceRange): number {
  return amounts.filter((amount) => amount >= from && (until === null || amount < until)).length
}
