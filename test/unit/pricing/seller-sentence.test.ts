import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../../src/pricing/actions/kinds.ts'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { describePromotion } from '../../../src/pricing/explanations/requirements.ts'
import type { MoneyFormat } from '../../../src/pricing/money.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import { off, onCart, percent, promotion } from '../../support/store/pricing.ts'
import { cases } from '../../support/store/pricing-carts.ts'

const USD: MoneyFormat = {
  currency: 'USD',
  format: '\u0024{price}',
  decimal_point: '.',
  thousand_separator: ',',
  decimal_places: 2,
}

const NAMES = new Map([
  ['c1', 'Kitchen'],
  ['p1', 'Rug'],
  ['acme', 'Harbor'],
  ['parcel', 'Parcel'],
])

const sentence = (each: Promotion) => describePromotion(each, { format: USD, names: NAMES })
const onLines = (action: Action, own: object = {}) =>
  promotion('lines', { scope: 'line_total', target: {}, action, ...own } as never)
const shipping = (shipping_option_ids: readonly string[] | null, action: Action = { kind: 'free' }) =>
  promotion('shipping', { scope: 'shipping', basis: 'catalog_prices', shipping_option_ids, action } as never)
const buy = (own: object): Action =>
  ({ kind: 'buy_x_get_y', x: 1, y: 1, buy: {}, get: {}, ppm: 1_000_000, max: null, ...own }) as Action
const capped = { kind: 'percent', ppm: 125_000, max_discount: 1000 } as const
const spend: Condition = { kind: 'subtotal', minimum: 5000 }

test.each<[Promotion, string]>([
  [onCart('five', off(500), { when: spend }), '$5.00 off the cart; spend $50.00 or more.'],
  [onCart('ten', percent(10), { currency: 'EUR' }), '10% off the cart; for carts in EUR.'],
  [onCart('cap', capped, { currency: 'USD' }), '12.5% off the cart, up to $10.00.'],
  [onCart('cap', percent(10), { target: { categories: ['c1'] } }), '10% off items in Kitchen in the cart.'],
  [
    onLines(capped, { target: { tags: ['sale'] } }),
    '12.5% off every line of items tagged sale, up to $10.00 per line.',
  ],
  [
    promotion('unit', {
      scope: 'line_price',
      target: { products: ['p1'] },
      action: { kind: 'fixed_price', amount: 999 },
    }),
    'The unit price of items of Rug in the cart reduced to $9.99.',
  ],
  [
    promotion('item', {
      scope: 'item',
      target: { categories: ['c1', 'unknown'], not_tags: ['new'], not_skus: ['LAMP'] },
      action: percent(20),
    }),
    '20% off the displayed price of items in 2 categories except those with SKU LAMP or tagged new.',
  ],
  [shipping(null), 'Free shipping.'],
  [shipping(['parcel']), 'Free shipping by Parcel.'],
  [shipping(['other', 'parcel'], percent(50)), '50% off shipping by 2 options.'],
  [onLines({ kind: 'free_item', sku: 'LAMP', quantity: 2 }), '2 x LAMP free of charge.'],
  [onLines(buy({})), 'Buy 1 item, get 1 more free.'],
  [
    onLines(buy({ x: 2, buy: { categories: ['c1'] }, get: { tags: ['sale'] }, ppm: 500_000, max: 6 })),
    'Buy 2 items in Kitchen, get 1 item tagged sale at 50% off, at most 6 per order.',
  ],
])('%j: %s', (each, words) => {
  expect(sentence(each)).toBe(words)
})

test.each<[Condition, string]>([
  [{ kind: 'segment', one_of: ['vip', 'staff'] }, 'for segment vip or staff'],
  [{ kind: 'not', of: { kind: 'segment', one_of: ['vip'] } }, 'not for segment vip'],
  [{ kind: 'account', one_of: ['acme'] }, 'for Harbor'],
  [{ kind: 'account', one_of: ['acme', 'unknown'] }, 'for 2 accounts'],
  [{ kind: 'channel', one_of: ['app'] }, 'through channel app'],
  [{ kind: 'quantity', minimum: 3, of: { skus: ['LAMP'] } }, 'buy 3 or more items with SKU LAMP'],
  [
    { kind: 'country', one_of: ['DE', 'AT', 'CH', 'FR', 'IT', 'ES'] },
    'for delivery to Germany, Austria, Switzerland, France or 2 more',
  ],
])('%j: %s', (when, words) => {
  expect(sentence(onCart('ten', percent(10), { when } as Partial<Promotion>))).toBe(`10% off the cart; ${words}.`)
})

test('a sentence has the coupon, the period, the limits and the excluded combinations', () => {
  const own = {
    when: spend,
    basis: 'after_lines',
    trigger: 'coupon',
    end: Date.UTC(2026, 11, 1),
    usage_limit: 100,
    usage_limit_per_shopper: 1,
    stacking: 'exclusive',
    enabled: false,
  }
  expect(sentence(onCart('ten', percent(10), own as Partial<Promotion>))).toBe(
    '10% off the cart; spend $50.00 or more; counted after discounts on lines; with a coupon; until November 30, 2026; limited to 100 uses; limited to 1 use per customer; not combined with other promotions; currently disabled.',
  )
})

test('every promotion has a sentence with a capital and a period', () => {
  fc.assert(
    fc.property(cases, ({ promotions }) => {
      for (const each of promotions)
        expect(describePromotion(each, { format: USD, names: new Map() })).toMatch(
          /^(?!.*(undefined|null|NaN|\[object|; ?;| {2}))[^a-z].*[^.;, ]\.$/,
        )
    }),
    { numRuns: 1000 },
  )
})
