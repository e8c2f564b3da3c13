import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import { explain } from '../../../src/pricing/explanations/explain.ts'
import {
  type CouponFacts,
  type LineInput,
  NO_OFFERS,
  type PricingInput,
  UNKNOWN_SHOPPER,
} from '../../../src/pricing/input.ts'
import { prepare } from '../../../src/pricing/prepare.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import { DOLLARS, line, NOON, off, onCart, percent, pricing, promotion } from '../../support/store/pricing.ts'

const CART = [line('a', 2, 1500), line('b', 1, 1800)]

/** Explanation of the last given promotion in this cart. */
function explained(
  promotions: readonly Promotion[],
  own: Partial<PricingInput> = {},
  lines: readonly LineInput[] = CART,
) {
  const id = promotions.at(-1)?.id
  const found = explain(pricing(lines, promotions, own)).find(({ promotion_id }) => promotion_id === id)
  if (found === undefined) throw new Error('Nothing is said of it.')
  return found
}

function offering(promotions: readonly Promotion[], own: Partial<PricingInput['offers']>): Partial<PricingInput> {
  return { offers: { ...NO_OFFERS, prepared: prepare(promotions), ...own } }
}

const coupon = (own: Partial<CouponFacts> = {}): CouponFacts => ({
  code: 'SPRING',
  promotion_id: 'coupon',
  for_shopper: true,
  start: null,
  end: null,
  max_uses: null,
  max_uses_per_shopper: null,
  uses: { all: 0, by_shopper: 0 },
  ...own,
})

const COUPON = onCart('coupon', off(500), { trigger: 'coupon' })
const when = (condition: Condition) => onCart('ten', percent(10), { when: condition } as Partial<Promotion>)

test('a discount is explained per line and in total', () => {
  expect(explained([onCart('ten', percent(10))])).toEqual({
    promotion_id: 'ten',
    name: 'ten',
    scope: 'cart',
    applied: true,
    coupon: null,
    amount: 480,
    lines: [
      { line_id: 'a', amount: 300 },
      { line_id: 'b', amount: 180 },
    ],
    shipping: [],
    gifts: [],
    sentence: 'Applied: 4.80 off 2 lines.',
  })
})

test('the explanation of a low subtotal has the missing amount', () => {
  const { sentence, ...rest } = explained([when({ kind: 'subtotal', minimum: 5000 })])
  expect(sentence).toBe('Not applied: subtotal 48.00 < 50.00, add 2.00.')
  const unmet = { kind: 'subtotal', minimum: 5000, is: 4800, missing: 200 }
  expect(rest).toMatchObject({ applied: false, reason: { kind: 'condition', unmet } })
})

test('adding exactly the missing amount makes the promotion apply', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (amount, missing) => {
      const promotions = [onCart('cent', off(1), { when: { kind: 'subtotal', minimum: amount + missing } } as never)]
      const applies = (more: number) => explained(promotions, {}, [line('a', 1, amount), line('b', 1, more)]).applied
      expect([applies(missing - 1), applies(missing)]).toEqual([false, true])
    }),
  )
})

test('adding exactly the missing units makes the promotion apply', () => {
  const promotions = [when({ kind: 'quantity', of: { skus: ['a'] }, minimum: 3 })]
  const applies = (quantity: number) => explained(promotions, {}, [line('a', quantity, 100), line('b', 9, 100)]).applied
  expect([applies(2), applies(3)]).toEqual([false, true])
})

const SHOPPER = { ...UNKNOWN_SHOPPER, country: 'FR', segments: ['new', 'web'] }

test.each<[Condition, string]>([
  [{ kind: 'quantity', of: { skus: ['a'] }, minimum: 3 }, 'quantity 2 < 3, add 1 more'],
  [{ kind: 'first_order' }, 'not the first order of the shopper'],
  [{ kind: 'country', one_of: ['DE', 'AT'] }, 'country FR, needed: DE or AT'],
  [{ kind: 'segment', one_of: ['vip'] }, 'segment new and web, needed: vip'],
  [{ kind: 'account', one_of: ['acme'] }, 'account unknown, needed: acme'],
  [{ kind: 'channel', one_of: [] }, 'channel unknown, needed: none'],
  [{ kind: 'not', of: { kind: 'country', one_of: ['FR'] } }, 'an exception applies (country)'],
  [{ kind: 'any', of: [] }, 'nothing that would fulfill it'],
  [
    {
      kind: 'all',
      of: [
        { kind: 'subtotal', minimum: 1 },
        { kind: 'subtotal', minimum: 4801 },
        { kind: 'any', of: [{ kind: 'first_order' }, { kind: 'channel', one_of: ['app'] }] },
      ],
    },
    'subtotal 48.00 < 48.01, add 0.01; not the first order of the shopper, or channel unknown, needed: app',
  ],
])('%j: %s', (condition, words) => {
  expect(explained([when(condition)], { shopper: SHOPPER }).sentence).toBe(`Not applied: ${words}.`)
})

test.each<[Partial<Promotion>, string, object]>([
  [{ enabled: false }, 'it is disabled', { kind: 'disabled' }],
  [{ start: NOON + 1 }, 'it starts at 2026-01-01T12:00:00.001Z', { kind: 'not_started' }],
  [{ end: NOON }, 'it ended at 2026-01-01T12:00:00.000Z', { kind: 'ended' }],
  [{ currency: 'EUR' }, 'it is for EUR, the cart is in USD', { kind: 'wrong_currency' }],
  [{ usage_limit: 2 }, 'used 2 of 2 times', { kind: 'used_up', limit: 2, uses: 2 }],
  [{ usage_limit_per_shopper: 1 }, 'used 1 of 1 times by this shopper', { kind: 'used_up_by_shopper' }],
  [{ target: { skus: ['c'] } } as Partial<Promotion>, 'nothing here matches it', { kind: 'nothing_aimed_at' }],
])('%j: %s', (own, words, reason) => {
  const promotions = [onCart('ten', percent(10), own)]
  const uses = new Map([['ten', { all: 2, by_shopper: 1 }]])
  expect(explained(promotions, offering(promotions, { uses }))).toMatchObject({
    reason,
    sentence: `Not applied: ${words}.`,
  })
})

test('a promotion applies from its start, as often as its limits allow', () => {
  const promotions = [onCart('ten', percent(10), { start: NOON, end: NOON + 1, usage_limit: 3, currency: 'USD' })]
  const uses = new Map([['ten', { all: 2, by_shopper: 1 }]])
  expect(explained(promotions, offering(promotions, { uses })).applied).toBe(true)
})

test.each<[Partial<CouponFacts> | null, string]>([
  [null, 'it requires a coupon'],
  [{ promotion_id: 'another' }, 'it requires a coupon'],
  [{ for_shopper: false }, 'coupon SPRING: it is for another shopper'],
  [{ start: NOON + 1 }, 'coupon SPRING: it starts at 2026-01-01T12:00:00.001Z'],
  [{ end: NOON }, 'coupon SPRING: it ended at 2026-01-01T12:00:00.000Z'],
  [{ max_uses: 1, uses: { all: 1, by_shopper: 0 } }, 'coupon SPRING: used 1 of 1 times'],
  [{ max_uses_per_shopper: 1, uses: { all: 1, by_shopper: 1 } }, 'coupon SPRING: used 1 of 1 times by this shopper'],
])('the coupon %j: %s', (own, words) => {
  const coupons = own === null ? [] : [coupon(own)]
  expect(explained([COUPON], offering([COUPON], { coupons })).sentence).toBe(`Not applied: ${words}.`)
})

test('the triggering coupon is named, even if its promotion does not apply', () => {
  const coupons = [coupon({ code: 'OLD', end: NOON }), coupon()]
  expect(explained([COUPON], offering([COUPON], { coupons }))).toMatchObject({ applied: true, coupon: 'SPRING' })
  const high = { ...COUPON, when: { kind: 'subtotal', minimum: 9000 } } as Promotion
  expect(explained([high], offering([high], { coupons }))).toMatchObject({ applied: false, coupon: 'SPRING' })
})

test('the loser against an exclusive promotion shows both amounts, in either direction', () => {
  const exclusive = (rate: number) => onCart('alone', percent(rate), { stacking: 'exclusive' })
  const reason = { kind: 'outdone', rule: 'exclusive', by: ['alone'], own: 480, theirs: 960 }
  expect(explained([exclusive(20), onCart('ten', percent(10))])).toMatchObject({ reason })
  expect(explained([onCart('ten', percent(10)), onCart('one', off(100)), exclusive(5)])).toMatchObject({
    reason: { kind: 'outdone', rule: 'exclusive', by: ['ten', 'one'], own: 240, theirs: 580 },
    sentence: 'Not applied: ten and one take off 5.80, this would take off 2.40, and they cannot be combined.',
  })
})

test('the best price among catalog promotions wins for each item', () => {
  const item = (id: string, action: Promotion['action'], skus?: string[]) =>
    promotion(id, { scope: 'item', target: skus === undefined ? {} : { skus }, action } as never)
  const [ten, two] = [item('ten', percent(10)), item('two', off(200), ['a'])]
  expect(explained([ten, two])).toMatchObject({ applied: true, lines: [{ line_id: 'a', amount: 400 }] })
  expect(explained([two, ten])).toMatchObject({ applied: true, lines: [{ line_id: 'b', amount: 180 }] })
  expect(explained([item('all', percent(20)), two])).toMatchObject({
    reason: { kind: 'outdone', rule: 'best_price', by: ['all'], own: 400, theirs: 600 },
  })
})

test('the largest cart discount is named by the others if only the largest applies', () => {
  const promotions = [onCart('ten', percent(10)), onCart('five', off(500)), onCart('four', off(400))]
  const best = offering(promotions, { cart_stacking: 'best' })
  const reason = { kind: 'outdone', rule: 'best_cart', by: ['five'], own: 400, theirs: 500 }
  expect(explained(promotions, best)).toMatchObject({ reason })
  expect(evaluate(pricing(CART, promotions, best)).cart.discount).toBe(500)
})

test('missing units are counted', () => {
  const offer = (buy: string, get: string) =>
    promotion('offer', {
      scope: 'line_total',
      action: {
        kind: 'buy_x_get_y',
        x: 2,
        y: 1,
        buy: { skus: [buy] },
        get: { skus: [get] },
        ppm: 1_000_000,
        max: null,
      },
    })
  const missing = (promoted: Promotion) => explained([promoted], {}, [line('a', 2, 100), line('b', 1, 100)])
  expect(missing(offer('a', 'b')).applied).toBe(true)
  expect(missing(offer('a', 'a'))).toMatchObject({ reason: { kind: 'too_few_units', to_buy: 1, to_get: 0 } })
  expect(missing(offer('b', 'a'))).toMatchObject({ reason: { kind: 'too_few_units', to_buy: 1, to_get: 0 } })
  expect(missing(offer('a', 'c'))).toMatchObject({ reason: { kind: 'too_few_units', to_buy: 0, to_get: 1 } })
  expect(missing(offer('b', 'c')).sentence).toBe('Not applied: too few units, add 1 to buy and 1 to get.')
})

test('a promotion without anything left to discount says so', () => {
  expect(explained([onCart('all', percent(100), { priority: 1 }), onCart('ten', percent(10))])).toMatchObject({
    reason: { kind: 'nothing_left' },
  })
})

test('a shipping promotion is explained per option, with the amount of the chosen one', () => {
  const options = [
    { id: 'parcel', cost: 500, includes_tax: false, taxes: [] },
    { id: 'sender', cost: 900, includes_tax: false, taxes: [] },
  ]
  const only = (shipping_option_ids: string[] | null) =>
    promotion('half', { scope: 'shipping', shipping_option_ids, basis: 'catalog_prices', action: percent(50) })
  const shipping = { options, chosen: 'sender' }
  expect(explained([only(null)], { shipping })).toMatchObject({
    amount: 450,
    shipping: [
      { shipping_option_id: 'parcel', amount: 250 },
      { shipping_option_id: 'sender', amount: 450 },
    ],
  })
  expect(explained([only(['parcel'])], { shipping })).toMatchObject({ amount: 0, applied: true })
  expect(explained([only(['drone'])], { shipping })).toMatchObject({ reason: { kind: 'nothing_aimed_at' } })
})

test('amounts use the format of the currency, and names come from the store', () => {
  const euro = { ...DOLLARS, currency: 'EUR', format: '{price} €', decimal_point: ',' }
  const named = { ...when({ kind: 'subtotal', minimum: 5000 }), name: 'Spring' }
  expect(explained([named], { format: euro })).toMatchObject({
    name: 'Spring',
    sentence: 'Not applied: subtotal 48,00 € < 50,00 €, add 2,00 €.',
  })
})

test('a gift that cannot be given is not promised, and the promotion says so', () => {
  const gift = { kind: 'free_item', sku: 'cup', quantity: 1 } as const
  const giving = promotion('gift', { scope: 'line_total', action: gift })
  expect(explained([giving])).toMatchObject({ applied: true, gifts: [{ sku: 'cup', quantity: 1 }] })
  expect(explained([giving], offering([giving], { unavailable_gifts: new Set(['cup']) }))).toMatchObject({
    applied: false,
    reason: { kind: 'gift_unavailable', sku: 'cup' },
    sentence: 'Not applied: its gift cup is not available at the moment.',
  })
})
