import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { reprice } from '../../../src/store/checkout/reprice.ts'
import type { Snapshot } from '../../../src/store/checkout/snapshot.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makePromotion, reported } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const skus = fc.constantFrom('A', 'B', 'C')
const selector = fc.oneof(
  fc.constant({}),
  skus.map((sku) => ({ skus: [sku] })),
  skus.map((sku) => ({ not_skus: [sku] })),
)
const price = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }).map((ppm) => ({ kind: 'percent', ppm, max_discount: null })),
  fc.integer({ min: 1, max: 3000 }).map((amount) => ({ kind: 'amount', amount })),
  fc.integer({ min: 0, max: 3000 }).map((amount) => ({ kind: 'fixed_price', amount })),
)
const when = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 9000 }).map((minimum) => ({ kind: 'subtotal', minimum })),
  skus.map((sku) => ({ kind: 'quantity', of: { skus: [sku] }, minimum: 1 })),
)
const common = {
  when,
  stacking: fc.constantFrom('stackable', 'stackable', 'exclusive'),
  priority: fc.integer({ min: 1, max: 3 }),
}
const promotion = fc.oneof(
  fc.record({ ...common, scope: fc.constantFrom('line_price', 'line_total', 'cart'), target: selector, action: price }),
  fc.record({ ...common, scope: fc.constant('shipping'), action: fc.oneof(price, fc.constant({ kind: 'free' })) }),
  fc.record({
    ...common,
    scope: fc.constant('line_total'),
    action: fc.record({
      kind: fc.constant('buy_x_get_y'),
      x: fc.integer({ min: 1, max: 2 }),
      y: fc.constant(1),
      buy: fc.constant({}),
      get: selector,
      ppm: fc.integer({ min: 1, max: 1_000_000 }),
      max: fc.constant(null),
    }),
  }),
)
const line = fc.record({
  sku: skus,
  quantity: fc.integer({ min: 1, max: 5 }),
  price: fc.record({ amount: fc.integer({ min: 0, max: 4000 }), includes_tax: fc.boolean() }),
})
const shops = fc.record({
  promotions: fc.array(promotion, { maxLength: 6 }),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
})

type ScrapedMetrics = {
  with_tax: { amount: number }
  without_tax: { amount: number }
  tax: { amount: number }
  discount: { amount: number }
}
const amountsOf = ({ with_tax, without_tax, tax }: ScrapedMetrics) =>
  [with_tax, without_tax, tax].map(({ amount }) => amount)

type LinePrice = Record<'with_tax' | 'discount' | 'without_discount', { value: { amount: number } }>

/** Sum of the discounts of all lines; each must equal the difference of its prices. */
function discountOf(items: readonly { meta: { display_price: LinePrice } }[]): number {
  return items.reduce((sum, { meta: { display_price } }) => {
    const [with_tax, discount, without] = (['with_tax', 'discount', 'without_discount'] as const).map(
      (name) => display_price[name].value.amount,
    )
    expect([discount, (with_tax ?? 0) - (discount ?? 0)]).toEqual([expect.toSatisfy((off) => off <= 0), without])
    return sum + (discount ?? 0)
  }, 0)
}

test('cart price, order price, frozen purchase and recalculation agree', async () => {
  await fc.assert(
    fc.asyncProperty(shops, async ({ promotions, lines }) => {
      const { store, shopper } = await stage.openTenant()
      const post = async (path: string, data: object) =>
        expectStatus(await store.post(`/v2${path}`, { data }), 201).body.data.id
      const tax_class_id = await post('/taxes/classes', { type: 'tax_class', name: 'All', code: 'all', default: true })
      const tax_zone_id = await post('/taxes/zones', { type: 'tax_zone', name: 'US', countries: [{ country: 'US' }] })
      await post('/taxes/rates', { type: 'tax_rate', tax_class_id, tax_zone_id, name: 'Tax', code: 'T', rate: 82_500 })
      const costs = { USD: { amount: 795 } }
      const shipping_option_id = await post('/shipping-options', {
        type: 'shipping_option',
        name: 'Parcel',
        code: 'p',
        costs,
      })
      for (const attributes of promotions) await makePromotion(store, attributes)
      const cart_id = await fillCart(
        shopper,
        lines.map(({ price: { amount, includes_tax }, quantity, sku }) =>
          customItem(amount, quantity, { sku, price: { amount, includes_tax } }),
        ),
      )
      const place = { data: { type: 'cart', country: 'US', region: 'OR', postcode: '97205' } }
      const cart = expectStatus(await shopper.put(`/v2/carts/${cart_id}`, place), 200).body.data.meta.display_price
      const applied = (await reported(store, cart_id)).filter((one) => one.applied).map(({ id }) => id)
      const { data: cartLines } = expectStatus(await shopper.get(`/v2/carts/${cart_id}/items`), 200).body
      const sold = expectStatus(await checkOut(shopper, cart_id, { shipping_option_id }), 201).body
      const order = sold.data
      const [row] = await query<{ document: string }>(
        stage.database.db,
        'select document from purchase_snapshots where order_id = $1',
        [order.id],
      )
      const snapshot = JSON.parse(row?.document ?? '') as Snapshot
      const { display_price } = order.meta
      expect(display_price.with_tax.amount - display_price.shipping.amount).toBe(cart.with_tax.amount)
      expect(display_price.discount.amount).toBe(cart.discount.amount)
      expect([discountOf(cartLines), discountOf(sold.included.items)]).toEqual([
        display_price.discount.amount,
        display_price.discount.amount,
      ])
      expect(display_price.without_discount.amount).toBe(display_price.with_tax.amount - display_price.discount.amount)
      const { with_tax, without_tax, tax, discount } = snapshot.totals
      expect(amountsOf(display_price)).toEqual([with_tax, without_tax, tax])
      expect(discount).toBe(snapshot.lines.reduce((sum, each) => sum + each.discount, 0))
      const frozen = snapshot.promotions.filter((one) => one.applied && one.scope !== 'shipping').map(({ id }) => id)
      expect(frozen).toEqual(applied)
      const lineSum = snapshot.lines.reduce((sum, each) => sum + each.net + each.tax, 0)
      expect(lineSum).toBe(cart.with_tax.amount)
      const nothing = {
        id: order.id,
        name: 'Nothing',
        enabled: true,
        currency: 'EUR',
        scope: 'cart',
        target: {},
        when: null,
        basis: 'catalog_prices',
      }
      const draft = {
        ...nothing,
        priority: 9,
        stacking: 'stackable',
        trigger: 'automatic',
        action: { kind: 'amount', amount: 1 },
      }
      expect(reprice(snapshot, draft as never)).toMatchObject({
        before: display_price.with_tax.amount,
        after: display_price.with_tax.amount,
        reason: 'wrong_currency',
      })
    }),
    { numRuns: lawRuns(15) },
  )
})
