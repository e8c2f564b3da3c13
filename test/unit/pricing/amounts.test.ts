import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion, MILLION, multiplyAndDivide } from '../../../src/pricing/amounts.ts'

const amount = fc.nat({ max: 100_000_000_000 })
// Small products are exact as numbers, large ones are not.
const weights = fc.constantFrom(1_000, 1_000_000_000).chain((max) => {
  return fc.array(fc.oneof(fc.constant(0), fc.nat({ max })), { minLength: 1, maxLength: 30 })
})
const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0)

test.each([
  [999, 200_000, 200],
  [1, 500_000, 1],
  [1, 499_999, 0],
  [0, 200_000, 0],
  [4998, 99_750, 499],
])('%d at %d millionths is %d', (a, rate, tax) => {
  expect(multiplyAndDivide(a, rate, MILLION)).toBe(tax)
})

test('rounding half up is exact for any size of product', () => {
  fc.assert(
    fc.property(amount, fc.nat({ max: 10_000_000 }), fc.integer({ min: 1, max: MILLION }), (a, b, c) => {
      const exact = (2n * BigInt(a) * BigInt(b) + BigInt(c)) / (2n * BigInt(c))
      fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER))
      expect(multiplyAndDivide(a, b, c)).toBe(Number(exact))
    }),
  )
})

test('shares add up, are less than one off, and never exceed their weight', () => {
  const split = weights.chain((list) => fc.tuple(fc.nat({ max: sum(list) }), fc.constant(list)))
  fc.assert(
    fc.property(split, ([total, list]) => {
      const shares = apportion(total, list)
      expect(sum(shares)).toBe(sum(list) === 0 ? 0 : total)
      for (const [index, share] of shares.entries()) {
        const weight = list[index] ?? 0
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(weight)
        if (weight === 0) expect(share).toBe(0)
        const distance = BigInt(share) * BigInt(sum(list)) - BigInt(total) * BigInt(weight)
        expect(distance < BigInt(sum(list)) && -distance < BigInt(sum(list))).toBe(sum(list) > 0)
      }
    }),
    { examples: [[[0, [0, 5]]], [[1000, [1000, 1000, 1000]]]] },
  )
})

test('an extra unit goes to a share that lost at least as much by rounding down', () => {
  const split = weights.chain((list) => fc.tuple(fc.nat({ max: sum(list) }), fc.constant(list)))
  fc.assert(
    fc.property(split, ([total, list]) => {
      fc.pre(sum(list) > 0)
      const whole = BigInt(sum(list))
      const lost = apportion(total, list).map((share, index) => {
        const product = BigInt(total) * BigInt(list[index] ?? 0)
        return { remainder: product % whole, more: BigInt(share) - product / whole }
      })
      const [got, did_not] = [lost.filter(({ more }) => more === 1n), lost.filter(({ more }) => more === 0n)]
      expect(got.length + did_not.length).toBe(list.length)
      for (const one of got) for (const other of did_not) expect(one.remainder >= other.remainder).toBe(true)
    }),
  )
})

test('the remainder goes to the largest fractions, then to the first', () => {
  expect(apportion(1000, [1000, 1000, 1000])).toEqual([334, 333, 333])
  expect(apportion(1000, [2997, 3])).toEqual([999, 1])
  expect(apportion(1, [1, 2])).toEqual([0, 1])
  expect(() => apportion(4, [1, 2])).toThrow(RangeError)
})
