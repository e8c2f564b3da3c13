import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeChance } from '../../../src/client/shop/chance.ts'
import { drawPlan } from '../../../src/client/shop/plan.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })

test('the same seed draws the same shopper, another one somebody else', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(drawPlan(makeChance(seed))).toEqual(drawPlan(makeChance(seed)))
    }),
  )
  expect(drawPlan(makeChance(1))).not.toEqual(drawPlan(makeChance(2)))
})

test('whole numbers fall on every one from the least to the most and on no other', () => {
  const chance = makeChance(5)
  expect(new Set(Array.from({ length: 500 }, () => chance.whole(3, 7)))).toEqual(new Set([3, 4, 5, 6, 7]))
})

test('names come as often as they weigh', () => {
  const chance = makeChance(9)
  const drawn = Array.from({ length: 10_000 }, () => chance.weighted({ often: 90, seldom: 10, never: 0 }))
  const share = drawn.filter((name) => name === 'seldom').length / drawn.length
  expect(share).toBeGreaterThan(0.08)
  expect(share).toBeLessThan(0.12)
  expect(drawn).not.toContain('never')
})

test('a shopper wants one to four products, and has an address of the country and its currency', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { basket, address, country, currency } = drawPlan(makeChance(seed))
      expect(basket.length).toBeGreaterThanOrEqual(1)
      expect(basket.length).toBeLessThanOrEqual(4)
      for (const { place, quantity } of basket) {
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThan(1)
        expect(quantity).toBeGreaterThanOrEqual(1)
      }
      expect(address.country).toBe(country)
      expect({ US: 'USD', DE: 'EUR', GB: 'GBP' }[country]).toBe(currency)
    }),
  )
})
