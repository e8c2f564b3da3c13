import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountAt, currentPrice, type PublishedPrice } from '../../../src/store/catalog/rules/price.ts'
import { shopperOf } from '../../../src/store/catalog/shopper.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 })
const moment = fc.option(fc.integer({ min: 0, max: 100 }))
const tiers = fc
  .uniqueArray(fc.record({ minimum_quantity: fc.integer({ min: 1, max: 50 }), amount }), {
    selector: ({ minimum_quantity }) => minimum_quantity,
  })
  .map((some) => some.toSorted((one, other) => one.minimum_quantity - other.minimum_quantity))
const published: fc.Arbitrary<PublishedPrice> = fc.record({
  amount,
  includes_tax: fc.boolean(),
  sale_amount: fc.option(amount),
  tiers,
  valid_from: moment,
  valid_to: moment,
})

test('the first valid price counts, with the lower of its amounts', () => {
  fc.assert(
    fc.property(fc.array(published), fc.integer({ min: 0, max: 100 }), (prices, now) => {
      const holds = ({ valid_from, valid_to }: PublishedPrice) =>
        (valid_from ?? Number.NEGATIVE_INFINITY) <= now && now < (valid_to ?? Number.POSITIVE_INFINITY)
      const first = prices.filter(holds)[0]
      const current = currentPrice(prices, 'USD', now)
      expect(current === null).toBe(first === undefined)
      expect(current?.list_amount).toBe(first?.amount)
      expect(current?.amount).toBe(first && Math.min(first.amount, first.sale_amount ?? Number.POSITIVE_INFINITY))
    }),
  )
})

test('a unit never costs more in a larger quantity, and each tier starts at its minimum', () => {
  fc.assert(
    fc.property(amount, tiers, fc.integer({ min: 1, max: 60 }), (one, some, quantity) => {
      const price = { amount: one, tiers: some }
      expect(amountAt(price, quantity)).toBeLessThanOrEqual(one)
      const reached = some.filter(({ minimum_quantity }) => minimum_quantity <= quantity).at(-1)
      expect(amountAt(price, quantity)).toBe(Math.min(one, reached?.amount ?? one))
    }),
  )
})

test('rules match a shopper by customer, account and the shop’s headers', () => {
  const caller = {
    ...NOT_LOGGED_IN,
    organization_id: 'o',
    store_id: 's',
    key_id: 'k',
    role: 'shopper' as const,
    customer_id: 'c',
  }
  const anonymous = { customer_id: 'c', account_id: null, channel: null, tag: null }
  expect(shopperOf(caller, { 'ep-channel': ' ', 'x-catalog-tag': '' })).toEqual(anonymous)
  const headers = { 'ep-channel': 'app', 'x-channel': 'web', 'x-catalog-tag': ' trade ' }
  expect(shopperOf({ ...caller, account_id: 'a' }, headers)).toEqual({
    customer_id: 'c',
    account_id: 'a',
    channel: 'app',
    tag: 'trade',
  })
})
