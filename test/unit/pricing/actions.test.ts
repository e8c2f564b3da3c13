import { expect, test } from 'vitest'
import { multiplyAndDivide } from '../../../src/pricing/amounts.ts'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import type { LineInput } from '../../../src/pricing/input.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Selector } from '../../../src/pricing/selectors/selector.ts'
import { line, off, onCart, percent, pricing, promotion } from '../../support/store/pricing.ts'

type Offer = { x?: number; y?: number; buy?: Selector; get?: Selector; ppm?: number; max?: number | null }

function offer(own: Offer, id = 'offer'): Promotion {
  const action = { kind: 'buy_x_get_y', x: 2, y: 1, buy: {}, get: {}, ppm: 1_000_000, max: null, ...own } as const
  return promotion(id, { scope: 'line_total', action })
}

function totals(lines: readonly LineInput[], promotions: readonly Promotion[]): number[] {
  return evaluate(pricing(lines, promotions)).lines.map(({ total }) => total)
}

test.each<[string, Offer, LineInput[], number[]]>([
  [
    'two of three lines are bought, the cheapest is got',
    {},
    [line('a', 1, 500), line('b', 1, 300), line('c', 1, 400)],
    [500, 0, 400],
  ],
  ['five units leave two buyers for one, not four for two', {}, [line('a', 5, 100)], [400]],
  ['two are got for two, in part when there are not enough', { y: 2 }, [line('a', 3, 100)], [200]],
  ['two are got for two, and the last group may be smaller', { y: 2 }, [line('a', 7, 100)], [400]],
  ['a cap bounds the units that are got', { max: 1 }, [line('a', 9, 100)], [800]],
  [
    'what is got need not be what is bought',
    { buy: { skus: ['a'] }, get: { skus: ['b'] } },
    [line('a', 4, 900), line('b', 3, 100)],
    [3600, 100],
  ],
  [
    'at one price, what cannot be bought is got first',
    { x: 1, buy: { skus: ['z'] } },
    [line('z', 1, 100), line('a', 1, 100)],
    [100, 0],
  ],
])('buy x get y: %s', (_name, own, lines, expected) => {
  expect(totals(lines, [offer(own)])).toEqual(expected)
})

test('the order of equal lines does not matter, even with rounding', () => {
  const lines = [line('a', 3, 333), line('b', 5, 333)]
  const half = [offer({ x: 1, ppm: 500_000 })]
  const cost = (these: LineInput[]) => totals(these, half).reduce((one, other) => one + other, 0)
  expect(cost([...lines].reverse())).toBe(cost(lines))
})

test('each unit counts for only one promotion', () => {
  expect(totals([line('a', 6, 100)], [offer({ max: 1 }, 'one'), offer({ max: 1 }, 'two')])).toEqual([400])
  expect(totals([line('a', 5, 100)], [offer({ max: 1 }, 'one'), offer({ max: 1 }, 'two')])).toEqual([400])
  expect(totals([line('a', 3, 100)], [offer({}, 'one'), offer({}, 'two')])).toEqual([200])
})

test('a unit given away is worth its current price', () => {
  const sale = promotion('sale', { scope: 'line_total', target: {}, action: percent(50) })
  expect(totals([line('a', 3, 300)], [sale, offer({})])).toEqual([300])
})

test('a free item is a gift beside the lines, and counts for no other promotion', () => {
  const gift = promotion('gift', { scope: 'line_total', action: { kind: 'free_item', sku: 'cup', quantity: 2 } })
  const { gifts, lines, cart, outcomes } = evaluate(pricing([line('cup', 2, 100)], [gift, offer({})]))
  expect(gifts).toEqual([{ promotion_id: 'gift', sku: 'cup', quantity: 2 }])
  expect({ lines: lines.length, total: cart.total }).toEqual({ lines: 1, total: 200 })
  expect(outcomes).toMatchObject([
    { promotion_id: 'offer', applied: false },
    { promotion_id: 'gift', applied: true },
  ])
})

test('an exclusive free item is given only if no other promotion has an effect', () => {
  const gift = promotion('gift', {
    scope: 'line_total',
    stacking: 'exclusive',
    action: { kind: 'free_item', sku: 'cup', quantity: 1 },
  })
  const cent = promotion('cent', { scope: 'line_total', target: {}, action: off(1) })
  expect(evaluate(pricing([line('a', 1, 100)], [gift])).gifts).toHaveLength(1)
  expect(evaluate(pricing([line('a', 1, 100)], [gift, cent])).gifts).toHaveLength(0)
})

test.each<[string, Promotion['action'], number[]]>([
  ['a percentage with a cap, of each line', percent(50, 120), [880, 80]],
  ['an amount, of each line', off(200), [800, 0]],
  ['a fixed price, of each line', { kind: 'fixed_price', amount: 300 }, [300, 160]],
])('%s', (_name, action, expected) => {
  const own = promotion('own', { scope: 'line_total', target: {}, action } as never)
  expect(totals([line('a', 2, 500), line('b', 1, 160)], [own])).toEqual(expected)
})

test('a fixed price of a cart is the total price of its targeted lines', () => {
  const bundle = onCart('bundle', off(0), {
    target: { skus: ['a', 'b'] },
    action: { kind: 'fixed_price', amount: 1000 },
  } as never)
  const { lines, cart } = evaluate(pricing([line('a', 1, 900), line('b', 1, 600), line('c', 1, 700)], [bundle]))
  expect({ shares: lines.map(({ discount }) => discount), discount: cart.discount }).toEqual({
    shares: [300, 200, 0],
    discount: 500,
  })
})

test('conditions see catalog prices, or the prices after line promotions if requested', () => {
  const sale = promotion('sale', { scope: 'line_total', target: {}, action: percent(50) })
  const ten = (basis: 'catalog_prices' | 'after_lines') =>
    onCart('ten', percent(10), { basis, when: { kind: 'subtotal', minimum: 1000 } } as never)
  const discount = (promoted: Promotion) => evaluate(pricing([line('a', 1, 1000)], [sale, promoted])).cart.discount
  expect([discount(ten('catalog_prices')), discount(ten('after_lines'))]).toEqual([50, 0])
})

test('promotions of one scope never change the input of conditions of that scope', () => {
  const high = { kind: 'subtotal', minimum: 1000 } as const
  const half = (id: string) => promotion(id, { scope: 'line_total', target: {}, when: high, action: percent(50) })
  const unit = promotion('unit', { scope: 'line_price', target: {}, action: percent(50) })
  expect(totals([line('a', 1, 1000)], [half('one'), half('two'), unit])).toEqual([125])
})

test.each(['item', 'line_price', 'line_total', 'cart'] as const)(
  'no promotion applies to a line without units: %s',
  (scope) => {
    const one = promotion('one', { scope, target: {}, basis: 'catalog_prices', action: percent(10) } as never)
    const { lines, outcomes } = evaluate(pricing([line('a', 0, 100)], [one]))
    expect(lines).toMatchObject([{ item_amount: 100, unit_amount: 100, total: 0 }])
    expect(outcomes).toMatchObject([{ reason: { kind: 'nothing_aimed_at' } }])
  },
)

test('refunds of single units add up to the total of the line', () => {
  for (const [total, quantity] of [
    [1000, 3],
    [999, 7],
    [1, 4],
  ] as const) {
    let refunded = 0
    for (let units = 1; units <= quantity; units += 1) {
      const due = multiplyAndDivide(total, units, quantity) - refunded
      expect(due).toBeGreaterThanOrEqual(0)
      refunded += due
    }
    expect(refunded).toBe(total)
  }
})
