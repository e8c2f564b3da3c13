import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawPlan } from '../../../src/client/shop/plan.ts'
import { makeRandom } from '../../../src/client/shop/random.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })

test('the same seed draws the same plan, and another seed another plan', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(drawPlan(makeRandom(seed))).toEqual(drawPlan(makeRandom(seed)))
    }),
  )
  expect(drawPlan(makeRandom(1))).not.toEqual(drawPlan(makeRandom(2)))
})

test('integers are in the range and cover all of it', () => {
  const random = makeRandom(5)
  expect(new Set(Array.from({ length: 500 }, () => random.integer(3, 7)))).toEqual(new Set([3, 4, 5, 6, 7]))
})

test('weighted names occur in proportion to their weights', () => {
  const random = makeRandom(9)
  const drawn = Array.from({ length: 10_000 }, () => random.weighted({ often: 90, seldom: 10, never: 0 }))
  const share = drawn.filter((name) => name === 'seldom').length / drawn.length
  expect(share).toBeGreaterThan(0.08)
  expect(share).toBeLessThan(0.12)
  expect(drawn).not.toContain('never')
})

test('a plan has one to four products, and an address and a currency of its country', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { basket, address, country, currency } = drawPlan(makeRandom(seed))
      expect(basket.length).toBeGreaterThanOrEqual(1)
      expect(basket.length).toBeLessThanOrEqual(4)
      for (const { position, quantity } of basket) {
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThan(1)
        expect(quantity).toBeGreaterThanOrEqual(1)
      }
      expect(address.country).toBe(country)
      expect({ US: 'USD', DE: 'EUR', GB: 'GBP' }[country]).toBe(currency)
    }),
  )
})
