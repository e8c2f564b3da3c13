import { expect, test } from 'vitest'
import { withAction, withCurrency, withScope } from '../../src/pages/promotions/rules/fitting.ts'
import { quickFilters, stateOf } from '../../src/pages/promotions/rules/promotion-state.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const PAST = '2026-11-25T12:00:00Z'
const FUTURE = '2026-11-25T12:00:01Z'
const ANY = { enabled: true, start: null, end: null, usage_limit: null }

test.each([
  ['active', {}, null],
  ['active', { start: PAST, end: FUTURE, usage_limit: 2 }, 1],
  ['scheduled', { start: FUTURE }, null],
  ['ended', { end: PAST }, null],
  ['used_up', { usage_limit: 2 }, 2],
  // Without known uses, the promotion does not count as used up.
  ['active', { usage_limit: 2 }, null],
  ['disabled', { enabled: false, end: PAST, usage_limit: 1 }, 1],
] as const)('a promotion is %s: %o with %s uses', (state, members, uses) => {
  expect(stateOf({ ...ANY, ...members }, NOW, uses)).toBe(state)
})

test('quick filters use times, not the word for a state', () => {
  expect(quickFilters(NOW).map(({ filter }) => filter)).toContain('le(end,2026-11-25T12:00:00.000Z)')
})

test('an action gets the scope that it needs, and its hidden members', () => {
  const body = {
    scope: 'cart',
    basis: 'after_lines',
    target: { tags: ['wood'] },
    action: { kind: 'percent', ppm: 100_000 },
  }
  expect(withAction(body, 'free_item', ['kind', 'sku', 'quantity'])).toEqual({
    scope: 'line_total',
    basis: 'catalog_prices',
    target: {},
    action: { kind: 'free_item' },
  })
  expect(withAction(body, 'amount', ['kind', 'amount'])).toEqual({ ...body, action: { kind: 'amount' } })
})

test('a displayed price needs no coupon, and only shipping has options', () => {
  const body = { scope: 'shipping', trigger: 'coupon', shipping_option_ids: ['a'], action: { kind: 'percent' } }
  expect(withScope(body, 'item')).toMatchObject({ scope: 'item', trigger: 'automatic', shipping_option_ids: null })
})

test("an amount uses the store's currency by default, at any depth", () => {
  const deep = { when: { kind: 'all', of: [{ kind: 'not', of: { kind: 'subtotal', minimum: 100 } }] } }
  expect(withCurrency(deep, 'USD')).toEqual({ ...deep, currency: 'USD' })
  expect(withCurrency({ action: { kind: 'amount', amount: 1 }, currency: 'EUR' }, 'USD')).toMatchObject({
    currency: 'EUR',
  })
  expect(withCurrency({ action: { kind: 'percent', ppm: 1 } }, 'USD')).toEqual({ action: { kind: 'percent', ppm: 1 } })
})
