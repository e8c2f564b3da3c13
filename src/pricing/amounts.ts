import { at } from '../kernel/at.ts'

// Amounts are whole minor units and rates whole millionths, never fractions.

/** a × b / c, rounded half up. All are whole and >= 0, c > 0. Products may exceed 2^53, the result may not. */
export function multiplyAndDivide(a: number, b: number, c: number): number {
  const product = a * b
  if (product <= Number.MAX_SAFE_INTEGER / 2 - c) return Math.floor((2 * product + c) / (2 * c))
  const [big, divisor] = [BigInt(a) * BigInt(b), BigInt(c)]
  return Number((2n * big + divisor) / (2n * divisor))
}

export const MILLION = 1_000_000

/** The lowest whole price whose discount at this rate, rounded half up, is not zero. */
export function minimumForDiscount(ppm: number): number {
  return Math.ceil(MILLION / (2 * ppm))
}

/**
 * Splits `total` into whole shares in proportion to the weights, by largest remainder: the units left over after
 * rounding down are added singly to the shares with the largest remainders, then the larger weights, then the first
 * shares. A share differs by less than 1 from its exact value and never exceeds its weight. Throws RangeError if
 * `total` exceeds the sum of the weights.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0)
  if (total > sum) throw new RangeError(`${total} cannot be split over weights with a sum of ${sum}.`)
  if (sum === 0) return weights.map(() => 0)
  const { shares, remainders } = divide(total, weights, sum)
  const remaining = total - shares.reduce((one, other) => one + other, 0)
  if (remaining === 0) return shares
  const byRemainder = weights
    .map((_, index) => index)
    .filter((index) => at(remainders, index) > 0)
    .sort(
      (one, other) =>
        at(remainders, other) - at(remainders, one) || at(weights, other) - at(weights, one) || one - other,
    )
  for (const index of byRemainder.slice(0, remaining)) shares[index] = at(shares, index) + 1
  return shares
}

// `sum` is at least as large as any weight: if `total * sum` is exact, so is every product.
function divide(total: number, weights: readonly number[], sum: number): { shares: number[]; remainders: number[] } {
  if (total * sum <= Number.MAX_SAFE_INTEGER) {
    const remainders = weights.map((weight) => (total * weight) % sum)
    return { shares: weights.map((weight, index) => (total * weight - at(remainders, index)) / sum), remainders }
  }
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const big_sum = BigInt(sum)
  return {
    shares: exact.map((product) => Number(product / big_sum)),
    remainders: exact.map((product) => Number(product % big_sum)),
  }
}
