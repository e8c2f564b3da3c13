import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { hasFact } from '../../../src/pricing/conditions/kinds.ts'
import { describeRequirements } from '../../../src/pricing/explanations/requirements.ts'
import type { MoneyFormat } from '../../../src/pricing/money.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Selector } from '../../../src/pricing/selectors/selector.ts'
import { NOON, off, onCart, percent, promotion } from '../../support/store/pricing.ts'
import { cases } from '../../support/store/pricing-carts.ts'

const USD: MoneyFormat = {
  currency: 'USD',
  format: '\u0024{price}',
  decimal_point: '.',
  thousand_separator: ',',
  decimal_places: 2,
}

const requirementsOf = (own: object) => describeRequirements(onCart('ten', percent(10), own as Partial<Promotion>), USD)

const spend: Condition = { kind: 'subtotal', minimum: 5000 }
const first: Condition = { kind: 'first_order' }
const vip: Condition = { kind: 'segment', one_of: ['vip'] }
const lamps: Condition = { kind: 'quantity', of: { skus: ['LAMP'] }, minimum: 2 }
const buy = (of: Selector): Condition => ({ kind: 'quantity', of, minimum: 3 })
const germany: Condition = { kind: 'country', one_of: ['DE'] }
const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
const any = (...of: Condition[]): Condition => ({ kind: 'any', of })
const not = (of: Condition): Condition => ({ kind: 'not', of })

test.each<[Condition, string]>([
  [spend, 'Spend $50.00 or more'],
  [{ kind: 'subtotal', minimum: 123_456_700 }, 'Spend $1,234,567.00 or more'],
  [lamps, 'Buy 2 or more of LAMP'],
  [buy({}), 'Buy 3 or more items'],
  [buy({ skus: ['LAMP', 'RUG', 'BULB'] }), 'Buy 3 or more of LAMP, RUG or BULB'],
  [buy({ skus: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'Buy 3 or more of certain items'],
  [buy({ not_skus: ['LAMP'] }), 'Buy 3 or more items other than LAMP'],
  [buy({ not_skus: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'Buy 3 or more items other than certain ones'],
  [buy({ skus: ['LAMP'], not_tags: ['old'] }), 'Buy 3 or more of certain items'],
  [buy({ tags: ['low margin'] }), 'Buy 3 or more of certain items'],
  [first, 'For first orders'],
  [vip, 'For certain customers'],
  [{ kind: 'account', one_of: ['acme'] }, 'For certain customers'],
  [germany, 'For delivery to Germany'],
  [{ kind: 'country', one_of: ['DE', 'AT', 'CH'] }, 'For delivery to Germany, Austria or Switzerland'],
  [{ kind: 'country', one_of: ['ZZ', 'AA'] }, 'For delivery to Unknown Region or AA'],
  [{ kind: 'country', one_of: ['DE', 'AT', 'CH', 'FR', 'IT', 'ES'] }, 'For delivery to certain countries'],
  [{ kind: 'channel', one_of: ['kiosk'] }, 'Through certain sales channels'],
  [not(spend), 'Spend less than $50.00'],
  [not(lamps), 'Buy fewer than 2 of LAMP'],
  [not(first), 'For orders after the first'],
  [not(vip), 'For all but certain customers'],
  [not(germany), 'Not for delivery to Germany'],
  [not({ kind: 'channel', one_of: ['kiosk'] }), 'Through all but certain sales channels'],
  [not(not(first)), 'For first orders'],
  [all(spend, first), 'Spend $50.00 or more; for first orders'],
  [all(vip, { kind: 'account', one_of: ['acme'] }), 'For certain customers'],
  [any(spend, lamps), 'Spend $50.00 or more, or buy 2 or more of LAMP'],
  [all(any(spend, lamps), first), 'Spend $50.00 or more, or buy 2 or more of LAMP; for first orders'],
  [any(all(spend, first), vip), '(spend $50.00 or more, and for first orders), or for certain customers'],
  [all(spend, all(first, germany)), 'Spend $50.00 or more; for first orders; for delivery to Germany'],
  [not(any(first, germany)), 'For orders after the first; not for delivery to Germany'],
  [not(all(first, germany)), 'For orders after the first, or not for delivery to Germany'],
  [
    any(all(spend, any(first, germany)), vip),
    '(spend $50.00 or more, and (for first orders, or for delivery to Germany)), or for certain customers',
  ],
  [all(), 'For everyone'],
  [any(), 'For no one'],
  [not(any()), 'For everyone'],
  [{ kind: 'segment', one_of: [] }, 'For no one'],
])('%j: %s', (when, sentence) => {
  expect(requirementsOf({ when })).toBe(sentence)
})

test.each<[object, string]>([
  [{}, ''],
  [{ trigger: 'coupon' }, 'With a coupon'],
  [{ currency: 'EUR' }, 'For carts in EUR'],
  [{ currency: 'USD', when: spend }, 'Spend $50.00 or more'],
  [{ target: { skus: ['LAMP', 'RUG'] } }, 'Applies to LAMP or RUG'],
  [{ target: { categories: ['c'] } }, 'Applies to certain items'],
  [{ target: { not_skus: ['LAMP'] } }, 'Applies to items other than LAMP'],
  [{ end: Date.UTC(2026, 11, 1) }, 'Until November 30, 2026'],
  [{ end: Date.UTC(2026, 10, 30, 18, 5) }, 'Until November 30, 2026, 18:05 UTC'],
  [{ start: Date.UTC(2026, 10, 1) }, 'From November 1, 2026'],
  [{ start: NOON, end: Date.UTC(2026, 1, 1) }, 'From January 1, 2026, 12:00 UTC until January 31, 2026'],
  [{ usage_limit: 100 }, 'Limited uses'],
  [{ usage_limit_per_shopper: 1 }, 'Limited uses per customer'],
  [
    { when: all(spend, first), target: { skus: ['LAMP'] }, end: Date.UTC(2026, 11, 1), usage_limit: 9 },
    'Spend $50.00 or more; for first orders; applies to LAMP; until November 30, 2026; limited uses',
  ],
])('%j: %s', (own, sentence) => {
  expect(requirementsOf(own)).toBe(sentence)
})

test('shipping and buy-x-get-y promotions name their target', () => {
  const free = { scope: 'shipping', basis: 'catalog_prices', action: { kind: 'free' } } as const
  const giving = { kind: 'buy_x_get_y', x: 2, y: 1, ppm: 1_000_000, max: null } as const
  const given = (buys: Selector, gets: Selector) =>
    describeRequirements(promotion('given', { scope: 'line_total', action: { ...giving, buy: buys, get: gets } }), USD)
  expect([
    describeRequirements(promotion('all', { ...free, shipping_option_ids: null }), USD),
    describeRequirements(promotion('some', { ...free, shipping_option_ids: ['parcel'] }), USD),
    given({}, {}),
    given({ skus: ['LAMP'] }, { skus: ['BULB'] }),
    describeRequirements(
      promotion('gift', { scope: 'line_total', action: { kind: 'free_item', sku: 'BULB', quantity: 1 } }),
      USD,
    ),
  ]).toEqual([
    '',
    'Applies to certain shipping options',
    'Buy 2 or more items to get items for less',
    'Buy 2 or more of LAMP to get BULB for less',
    '',
  ])
})

test('an amount in an unknown currency is not formatted', () => {
  expect(describeRequirements(onCart('ten', off(1), { when: spend } as Partial<Promotion>), null)).toBe(
    'Spend a certain amount or more',
  )
})

const KEPT_TO_ITSELF = ['code of', 'vip', 'staff', 'acme', 'web', 'kitchen', 'metal', 'blue', 'sale ', 'parcel']

test('every promotion with requirements describes them, and reveals nothing private', () => {
  fc.assert(
    fc.property(cases, ({ promotions }) => {
      for (const each of promotions) {
        const sentence = describeRequirements(each, USD)
        expect([sentence !== '', sentence]).toEqual([hasCondition(each), sentence])
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object|^[a-z]|[.;,] *$/)
        for (const secret of KEPT_TO_ITSELF) expect(sentence).not.toContain(secret)
      }
    }),
    { numRuns: 2000 },
  )
})

function hasCondition(each: Promotion): boolean {
  const { when, start, end, currency, trigger, usage_limit, usage_limit_per_shopper, action } = each
  const limits = [when, start, end, currency, usage_limit, usage_limit_per_shopper].some((limit) => limit !== null)
  const target = 'target' in each && Object.keys(each.target).length > 0
  const options = each.scope === 'shipping' && each.shipping_option_ids !== null
  return limits || target || options || trigger === 'coupon' || action.kind === 'buy_x_get_y'
}

test('a condition and its negation have different texts, and a double negation the same', () => {
  const tree = cases.map(({ promotions }) => promotions.flatMap(({ when }) => when ?? []))
  fc.assert(
    fc.property(tree, (conditions) => {
      for (const when of conditions) {
        expect(requirementsOf({ when: not(not(when)) })).toBe(requirementsOf({ when }))
        expect(requirementsOf({ when: not(when) })).not.toBe(requirementsOf({ when }))
        expect(hasFact(when, ({ namesAmount }) => namesAmount)).toBe(requirementsOf({ when }).includes('$'))
      }
    }),
  )
})
