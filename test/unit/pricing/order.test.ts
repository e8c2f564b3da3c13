import { expect, test } from 'vitest'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import { prepare } from '../../../src/pricing/prepare.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import { line, off, onCart, percent, pricing, promotion } from '../../support/store/pricing.ts'

const onLine = (id: string, action: Promotion['action']) =>
  promotion(id, { scope: 'line_total', target: {}, action } as never)

test('promotions apply by priority, kind, then value, regardless of their ids', () => {
  const ordered: Promotion[] = [
    { ...onLine('z', { kind: 'free_item', sku: 'cup', quantity: 1 }), priority: 99 },
    onLine('y', { kind: 'fixed_price', amount: 900 }),
    onLine('x', { kind: 'fixed_price', amount: 100 }),
    onLine('w', percent(20)),
    onLine('v', percent(10)),
    onLine('u', off(700)),
    onLine('t', off(600)),
    promotion('s', {
      scope: 'line_total',
      action: { kind: 'buy_x_get_y', x: 1, y: 1, buy: {}, get: {}, ppm: 1, max: null },
    }),
    onLine('r', { kind: 'free_item', sku: 'cup', quantity: 2 }),
    onLine('q', { kind: 'free_item', sku: 'cup', quantity: 1 }),
    { ...onLine('a', { kind: 'fixed_price', amount: 900 }), priority: 101 },
  ]
  const ids = (promotions: readonly Promotion[]) => prepare(promotions).rules.map(({ promotion: { id } }) => id)
  expect(ids(ordered)).toEqual(ordered.map(({ id }) => id))
  expect(ids([...ordered].reverse())).toEqual(ordered.map(({ id }) => id))
})

test('the target decides between promotions of equal kind and value, regardless of their ids', () => {
  const discount = (narrow: string, wide: string) => {
    const promotions = [onCart(narrow, off(500), { target: { skus: ['a'] } } as never), onCart(wide, off(500))]
    return evaluate(pricing([line('a', 1, 300), line('b', 1, 700)], promotions)).cart.discount
  }
  expect(discount('1', '2')).toBe(discount('2', '1'))
})
