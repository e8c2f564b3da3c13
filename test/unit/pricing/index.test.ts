import { expect, test } from 'vitest'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import { UNKNOWN_SHOPPER } from '../../../src/pricing/input.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import { line, off, onCart, percent, pricing, promotion } from '../../support/store/pricing.ts'

const when = (condition: Condition) => onCart('one', percent(10), { when: condition } as Partial<Promotion>)
const LOW: Condition = { kind: 'subtotal', minimum: 5000 }
const VIP: Condition = { kind: 'segment', one_of: ['vip'] }

function isEvaluated(promoted: Promotion): boolean {
  const shopper = { ...UNKNOWN_SHOPPER, segments: ['new'], country: 'FR' }
  return evaluate(pricing([line('cup', 1, 4800)], [promoted], { shopper })).outcomes.length === 1
}

test.each<[string, Promotion]>([
  ['for other items', onCart('one', off(1), { target: { skus: ['pan'] } } as Partial<Promotion>)],
  ['with a coupon that is not there', onCart('one', off(1), { trigger: 'coupon' })],
  ['in another currency', onCart('one', off(1), { currency: 'EUR' })],
  ['for other segments', when(VIP)],
  ['for other countries', when({ kind: 'country', one_of: ['DE', 'AT'] })],
  ['for larger carts', when(LOW)],
  ['for larger carts among other things', when({ kind: 'all', of: [LOW, { kind: 'first_order' }] })],
  ['for larger carts either way', when({ kind: 'any', of: [LOW, { kind: 'subtotal', minimum: 4801 }] })],
  [
    'for others or other items',
    when({ kind: 'any', of: [VIP, { kind: 'quantity', of: { skus: ['pan'] }, minimum: 1 }] }),
  ],
  [
    'for shipping options that are not offered',
    promotion('one', {
      scope: 'shipping',
      shipping_option_ids: ['drone'],
      basis: 'catalog_prices',
      action: { kind: 'free' },
    }),
  ],
])('a promotion %s is skipped', (_name, promoted) => {
  expect(isEvaluated(promoted)).toBe(false)
})

test.each<[string, Promotion]>([
  ['for everything', onCart('one', off(1))],
  ['for the item', onCart('one', off(1), { target: { skus: ['cup'] } } as Partial<Promotion>)],
  ['for the amount', when({ kind: 'subtotal', minimum: 4800 })],
  ['for one of two', when({ kind: 'any', of: [VIP, { kind: 'first_order' }] })],
  ['for all but some', when({ kind: 'not', of: VIP })],
  ['for none at least', when({ kind: 'quantity', of: { skus: ['pan'] }, minimum: 0 })],
])('a promotion %s is evaluated', (_name, promoted) => {
  expect(isEvaluated(promoted)).toBe(true)
})
