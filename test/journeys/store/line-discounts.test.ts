import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { checkOut, expectStatus, watchEvents } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const THREE_FOR_TWO = { kind: 'buy_x_get_y', x: 2, y: 1, buy: {}, get: {}, ppm: 1_000_000, max: null }

/** A shop that sells a lamp for 7.50. */
async function openShop(price: object = { amount: 750 }) {
  const tenant = await stage.openTenant()
  const assortment = await createAssortment(tenant.store, { LAMP: { USD: price } })
  await publish(tenant.store, assortment.catalog)
  return tenant
}

const both = (unit: number, value: number) => ({ unit: { amount: unit }, value: { amount: value } })
const THREE_LAMPS = { data: { type: 'cart_item', sku: 'LAMP', quantity: 3 } }

test('three for two: carts, orders, lines and events show the price without the promotion', async () => {
  const { store, shopper } = await openShop()
  await makePromotion(store, { name: 'Three for two', scope: 'line_total', action: THREE_FOR_TWO, currency: null })
  const watch = await watchEvents(store)
  const line = { discount: both(-250, -750), with_tax: both(500, 1500), without_discount: both(750, 2250) }
  const whole = { discount: { amount: -750 }, with_tax: { amount: 1500 } }
  const without_discount = { amount: 2250 }
  const added = expectStatus(await shopper.post('/v2/carts/lamps/items', THREE_LAMPS), 201).body
  expect(added.data[0]).toMatchObject({ list_price: { amount: 750 }, value: { amount: 1500 } })
  expect(added.data[0].meta.display_price).toMatchObject(line)
  expect(added.meta.display_price).toMatchObject({ ...whole, without_discount })
  const { data, included } = expectStatus(await checkOut(shopper, 'lamps'), 201).body
  expect(data.meta.display_price).toMatchObject({ ...whole, without_discount })
  expect(included.items[0]).toMatchObject({ value: { amount: 1500 }, meta: { display_price: line } })
  const read = expectStatus(await shopper.get(`/v2/orders/${data.id}/items`), 200).body.data
  expect(read[0].meta.display_price).toMatchObject(line)
  const events = (await watch.events()).filter(({ triggered_by }) => /^(cart|order)\./.test(triggered_by))
  expect(events.map(({ triggered_by }) => triggered_by)).toEqual(['cart.updated', 'order.created', 'cart.updated'])
  for (const { payload } of events.slice(0, 2)) {
    expect(payload.data.meta.display_price).toMatchObject(whole)
    expect(payload.included.items[0].meta.display_price).toMatchObject(line)
  }
})

test('discounts of items, lines and carts add up', async () => {
  const { store, shopper } = await openShop()
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  await makePromotion(store, { name: 'Item', scope: 'item', action: tenth, currency: null })
  await makePromotion(store, { name: 'Line', scope: 'line_total', action: { kind: 'amount', amount: 25 } })
  await makePromotion(store, { name: 'Cart', scope: 'cart', action: { kind: 'amount', amount: 100 } })
  // 3 x 7.50; 3 x 6.75, less 0.25, less 1.00.
  const { data, meta } = expectStatus(await shopper.post('/v2/carts/sums/items', THREE_LAMPS), 201).body
  const line = { discount: both(-117, -350), with_tax: both(633, 1900), without_discount: both(750, 2250) }
  expect(data[0].meta.display_price).toMatchObject(line)
  expect(meta.display_price).toMatchObject({ discount: { amount: -350 }, without_discount: { amount: 2250 } })
})

test('a sale price is not a promotion and gives no discount', async () => {
  const { shopper } = await openShop({ amount: 750, sale_amount: 600 })
  const { data, meta } = expectStatus(await shopper.post('/v2/carts/sale/items', THREE_LAMPS), 201).body
  expect(data[0].meta.display_price).toMatchObject({ discount: both(0, 0), without_discount: both(600, 1800) })
  expect(meta.display_price).toMatchObject({ discount: { amount: 0 }, without_discount: { amount: 1800 } })
})
