// Measures the cost of a price: microseconds of one evaluation, as the median of many batches. No database, no network.
// node bench/pricing.ts [--evaluations 10000]
import { parseArgs } from 'node:util'
import type { Condition } from '../src/pricing/conditions/condition.ts'
import { evaluate } from '../src/pricing/evaluate.ts'
import { explain } from '../src/pricing/explanations/explain.ts'
import type { LineInput, PricingInput } from '../src/pricing/input.ts'
import type { Promotion } from '../src/pricing/promotion.ts'
import { line, off, onCart, percent, pricing, promotion, tax } from '../test/support/store/pricing.ts'
import { median } from './support/quantile.ts'

const { values } = parseArgs({ options: { evaluations: { type: 'string', default: '10000' } } })
const evaluations = Number(values.evaluations)

/** Evaluations per time measurement. */
const BATCH = 50

const FOUR: readonly Promotion[] = [
  promotion('item', { scope: 'item', target: { categories: ['category 1'] }, action: percent(10) }),
  promotion('2 + 1', {
    scope: 'line_total',
    action: { kind: 'buy_x_get_y', x: 2, y: 1, buy: {}, get: {}, ppm: 1_000_000, max: 1 },
  }),
  onCart('10 %', percent(10), { when: { kind: 'subtotal', minimum: 5000 } } as Partial<Promotion>),
  promotion('shipping', { scope: 'shipping', shipping_option_ids: null, basis: 'catalog_prices', action: percent(50) }),
]

/** Other promotions of a large store: for other items, segments, carts, currencies, and with coupons. */
const OTHERS: readonly Promotion[] = Array.from({ length: 496 }, (_, index) => {
  const id = `other ${index}`
  const when = (condition: Condition) => onCart(id, off(500), { when: condition } as Partial<Promotion>)
  switch (index % 6) {
    case 0:
      return promotion(id, { scope: 'line_price', target: { skus: [`elsewhere ${index}`] }, action: percent(15) })
    case 1:
      return promotion(id, { scope: 'item', target: { categories: [`elsewhere ${index}`] }, action: off(100) })
    case 2:
      return onCart(id, percent(20), { trigger: 'coupon' })
    case 3:
      return when({ kind: 'segment', one_of: [`segment ${index}`] })
    case 4:
      return when({ kind: 'subtotal', minimum: 1_000_000 + index })
    default:
      return onCart(id, percent(5), { currency: 'EUR' })
  }
})

const TWENTY: readonly Promotion[] = Array.from({ length: 20 }, (_, index) => {
  const id = `promotion ${index}`
  const target = { categories: [`category ${index % 10}`] }
  if (index % 4 === 0) return promotion(id, { scope: 'item', target, action: percent(5 + index) })
  if (index % 4 === 1) return promotion(id, { scope: 'line_price', target, action: off(10 + index) })
  if (index % 4 === 2) return promotion(id, { scope: 'line_total', target, action: percent(3) })
  return onCart(id, off(1000 + index))
})

const small = cartOf(5)
const four = pricedWith(small, FOUR)
const many = pricedWith(small, [...FOUR, ...OTHERS])
const large = pricedWith(cartOf(100), TWENTY)
const none = pricedWith(small, [])

const medians = measure({
  lines_5_promotions_0: () => evaluate(none),
  lines_5_promotions_4: () => evaluate(four),
  lines_5_promotions_500_of_which_4_apply: () => evaluate(many),
  lines_100_promotions_20: () => evaluate(large),
  explain_promotions_4: () => explain(four),
  explain_promotions_500: () => explain(many),
})
const metrics = {
  ...Object.fromEntries(Object.entries(medians).map(([name, value]) => [`${name}_us`, round(value)])),
  indexing_factor: round(medians.lines_5_promotions_500_of_which_4_apply / medians.lines_5_promotions_4),
}
for (const [name, value] of Object.entries(metrics)) console.log(`${name.padEnd(46)} ${value}`)
console.log(JSON.stringify(metrics))

/** Microseconds per call in the median batch. The functions alternate, so that disturbances affect all of them. */
function measure<Name extends string>(works: Record<Name, () => unknown>): Record<Name, number> {
  const names = Object.keys(works) as Name[]
  const batches = new Map(names.map((name) => [name, [] as number[]]))
  // The first fifth is warm-up for the compiler.
  const turns = Math.ceil(evaluations / BATCH)
  for (let turn = -turns / 5; turn < turns; turn += 1) {
    for (const name of names) {
      const took = batchOf(works[name])
      if (turn >= 0) batches.get(name)?.push(took)
    }
  }
  return Object.fromEntries([...batches].map(([name, took]) => [name, median(took)])) as Record<Name, number>
}

function batchOf(work: () => unknown): number {
  const began = performance.now()
  for (let call = 0; call < BATCH; call += 1) work()
  return ((performance.now() - began) * 1_000) / BATCH
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function cartOf(count: number): LineInput[] {
  return Array.from({ length: count }, (_, index) =>
    line(`item ${index}`, 1 + (index % 3), 999 + 10 * index, {
      item: {
        sku: `item ${index}`,
        product_id: `product ${index}`,
        category_ids: [`category ${index % 10}`],
        tags: ['in stock'],
      },
      taxes: [tax(20)],
    }),
  )
}

function pricedWith(lines: readonly LineInput[], promotions: readonly Promotion[]): PricingInput {
  const options = [{ id: 'parcel', cost: 500, includes_tax: false, taxes: [tax(20)] }]
  return pricing(lines, promotions, { shipping: { options, chosen: 'parcel' } })
}
