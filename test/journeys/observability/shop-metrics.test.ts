import { expect, test } from 'vitest'
import { openTenant } from '../../support/app.ts'
import { scrape } from '../../support/scraped-metrics.ts'
import { openStage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import {
  act,
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  openToShoppers,
  pay,
  putOrder,
} from '../../support/store/shop.ts'
import { openStore, shopperOf } from '../../support/storefront/carts.ts'

const TOKEN = 'a-token-for-metrics'

test('shop metrics count committed carts, checkouts, orders, payments, stock, searches and latency', async () => {
  const stage = await openStage({ env: { TIDINGS_METRICS_TOKEN: TOKEN } })
  const { app } = stage
  const { seller, shopper } = await openTenant(app)
  await openToShoppers(seller)
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const assortment = await createAssortment(seller, { LAMP: 4900 })
  await publish(seller, assortment.catalog)
  const product_id = assortment.skus.get('LAMP')
  expectStatus(await seller.post(`/v2/inventories/${product_id}`, { data: { type: 'stock', quantity: 3 } }), 201)
  const before = await scrape(`${app.origin}/metrics`, TOKEN)

  const lamps = (quantity: number) => fillCart(shopper, [{ type: 'cart_item', id: product_id, quantity }])
  const sold = expectStatus(await checkOut(shopper, await lamps(2)), 201).body.data.id
  expectStatus(await checkOut(shopper, await lamps(2)), 409)
  expectStatus(await pay(shopper, sold, { options: { outcome: 'decline' } }), 201)
  const { id: payment } = expectStatus(await pay(shopper, sold), 201).body.data
  expectStatus(await act(seller, sold, payment, 'refund', {}), 201)
  expectStatus(await putOrder(seller, sold, { status: 'cancelled' }), 200)
  const left = await fillCart(shopper, [customItem(1)])
  expectStatus(await shopper.delete(`/v2/carts/${left}`), 200)

  const store = await openStore(stage)
  const client = await shopperOf(store)
  for (const keywords of ['lamp', 'nothing-of-this-name']) {
    const search = `${app.origin}/storefront/searches/${store.scope}/keywords/items`
    expect((await client.send('POST', search, { keywords })).status).toBe(201)
  }

  const after = await scrape(`${app.origin}/metrics`, TOKEN)
  const moved = (name: string, labels: Record<string, string> = {}) =>
    after.value(`tidings_${name}`, labels) - before.value(`tidings_${name}`, labels)
  expect(moved('cart_changes_total', { action: 'created' })).toBe(3)
  expect(moved('cart_changes_total', { action: 'deleted' })).toBe(1)
  expect(moved('checkouts_total', { outcome: 'ordered' })).toBe(1)
  expect(moved('checkouts_total', { outcome: 'refused' })).toBe(1)
  expect(moved('stock_refusals_total')).toBe(1)
  for (const action of ['created', 'paid', 'refunded', 'cancelled'])
    expect(moved('orders_total', { action }), action).toBe(1)
  const purchases = { gateway: 'sandbox', type: 'purchase' }
  expect(moved('payments_total', { ...purchases, outcome: 'complete' })).toBe(1)
  expect(moved('payments_total', { ...purchases, outcome: 'failed' })).toBe(1)
  expect(moved('payments_total', { ...purchases, type: 'refund', outcome: 'complete' })).toBe(1)
  expect(moved('searches_total', { results: 'none' })).toBe(1)
  expect(moved('searches_total', { results: 'some' })).toBe(1)
  expect(moved('storefront_request_duration_seconds_count', { resource: 'searches' })).toBe(2)
  const resources = after.series.filter(({ name }) => name === 'tidings_storefront_request_duration_seconds_count')
  expect(resources.map(({ labels }) => labels.resource).filter((resource) => /[^a-z0-9]/.test(resource ?? ''))).toEqual(
    [],
  )
  await stage.close()
})

test('dropped unknown members are counted', async () => {
  const stage = await openStage({ env: { TIDINGS_METRICS_TOKEN: TOKEN } })
  const { seller } = await openTenant(stage.app)
  const data = { name: 'Cart', color: 'red', size: 'M' }
  const count = async () => {
    const { series } = await scrape(`${stage.app.origin}/metrics`, TOKEN)
    return series.filter(({ name, value }) => name === 'tidings_http_unknown_members_total' && value > 0)
  }
  expectStatus(await seller.post('/v2/carts', { data }), 422)
  expect(await count()).toEqual([])
  expectStatus(await seller.put('/v2/settings', { data: { type: 'settings', unknown_members: 'report' } }), 200)
  expectStatus(await seller.post('/v2/carts', { data }), 201)
  expect(await count()).toMatchObject([{ labels: { operation: 'CreateCart' }, value: 2 }])
  await stage.close()
})
