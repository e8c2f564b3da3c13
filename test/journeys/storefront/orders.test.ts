import { beforeAll, expect, test } from 'vitest'
import { eventsOf } from '../../support/store/catalogs.ts'
import { makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { addItem, embedded, inCart, type Json, messageIds, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs } from '../../support/storefront/hypermedia.ts'
import { ADA, fill } from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { store, shopper } = shopStage()
let promotion: string
beforeAll(async () => {
  promotion = await makePromotion(store.seller, { trigger: 'coupon', when: { kind: 'subtotal', minimum: 2000 } })
  await makeCoupon(store.seller, promotion, { code: 'Spring' })
  await makeCoupon(store.seller, promotion, { code: 'GONE', max_uses: 1, end: '2099-01-01T00:00:00Z' })
})

/** Sends the coupon form, which is found by links; `query` is appended to its URL. */
async function apply(code: unknown, query = '') {
  const [form] = await inCart(shopper, 'order:couponinfo:couponform')
  const [action = ''] = hrefs(form, 'applycouponaction')
  return shopper.send('POST', action + query, { code })
}

test('a coupon is applied by its form, takes effect when its conditions are met, and is removed', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const applied = await apply(' SPRING ')
  expect([applied.status, applied.body]).toEqual([201, null])
  const again = await apply('spring', '?followlocation&zoom=appliedpromotions:element')
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ self: { type: 'shop.coupons.coupon' }, code: 'Spring' })
  expect(await inCart(shopper, 'order:couponinfo:coupon:appliedpromotions:element')).toEqual([])
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  expect(await inCart(shopper, 'order:couponinfo:coupon:appliedpromotions:element')).toMatchObject([
    { name: 'Five off' },
  ])
  expect(await inCart(shopper, 'order:total')).toMatchObject([
    { cost: [{ amount: 15, currency: 'USD', display: '$15.00' }] },
  ])
  expect(await inCart(shopper, 'total')).toMatchObject([{ cost: [{ amount: 20 }] }])
  const [coupon] = await inCart(shopper, 'order:couponinfo:coupon')
  expect((await shopper.send('DELETE', coupon.self.href)).status).toBe(204)
  expect(await inCart(shopper, 'order:couponinfo:coupon')).toEqual([])
  expect(await inCart(shopper, 'order:total')).toMatchObject([{ cost: [{ amount: 20 }] }])
  expect((await shopper.get(coupon.self.href)).status).toBe(404)
  expect((await shopper.send('DELETE', coupon.self.href)).status).toBe(404)
})

test.each([
  ['', 400, 'field.required'],
  [undefined, 400, 'field.required'],
  [true, 400, 'field.invalid.format'],
  ['x'.repeat(65), 400, 'field.invalid.size'],
  ['NOTHING', 409, 'coupon.not.valid'],
])('rejects the code %j with %i %s', async (code, status, id) => {
  const refused = await apply(code)
  expect([refused.status, messageIds(refused)]).toEqual([status, [id]])
  expect(refused.body.messages[0].data['field-name']).toBe('code')
})

test('a used-up coupon is no longer available', async () => {
  const { buyer, seller } = store
  const lines = [{ type: 'custom_item', name: 'Lamp', sku: 'LAMP', quantity: 1, price: { amount: 3000 } }]
  expectStatus(await seller.post('/v2/carts/used/items', { data: lines }), 201)
  expectStatus(await buyer.post('/v2/carts/used/coupons', { data: { type: 'coupon', code: 'GONE' } }), 201)
  const who = { name: 'Ada', email: 'ada@example.com' }
  const address = {
    first_name: 'Ada',
    last_name: 'Marsh',
    line_1: '41 Juniper Street',
    region: 'OR',
    postcode: '97205',
    country: 'US',
  }
  const checkout = { data: { customer: who, billing_address: address } }
  expectStatus(await buyer.post('/v2/carts/used/checkout', checkout), 201)
  const refused = await apply('gone')
  expect([refused.status, messageIds(refused)]).toEqual([409, ['coupon.no.longer.available']])
  expect(refused.body.messages[0]['debug-message']).toBe('Coupon GONE cannot be used: used 1 of 1 times.')
})

test('cart events count a coupon once per person, also after a change of the address', async () => {
  await makeCoupon(store.seller, promotion, { code: 'PERSONAL', email: 'ada@example.com' })
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 3 })
  await fill(shopper, 'order:emailinfo:emailform', 'createemailaction', { email: 'ada@example.com' })
  expect((await apply('personal')).status).toBe(201)
  const address = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
  expect(address.status).toBe(201)
  expect(await inCart(shopper, 'discount')).toMatchObject([{ discount: [{ amount: 5 }] }])
  const { body } = await store.seller.get('/v2/carts?sort=-updated_at')
  const events = (await eventsOf(store.seller, 'cart', body.data[0].id)) as Json[]
  const discounts = events.map(({ payload: { data } }) => [
    data.country ?? null,
    data.meta.display_price.discount.amount,
  ])
  expect(discounts).toEqual([
    [null, 0],
    [null, -500],
    ['US', -500],
  ])
})

test('taxes are listed by name and in total once there is an address', async () => {
  const { seller } = store
  const post = async (path: string, data: object) =>
    expectStatus(await seller.post(`/v2${path}`, { data }), 201).body.data.id
  const tax_class_id = await post('/taxes/classes', { type: 'tax_class', name: 'All', code: 'all' })
  const tax_zone_id = await post('/taxes/zones', { type: 'tax_zone', name: 'BC', countries: [{ country: 'CA' }] })
  for (const [name, rate] of [
    ['PST', 70_000],
    ['GST', 50_000],
  ])
    await post('/taxes/rates', { type: 'tax_rate', tax_class_id, tax_zone_id, name, code: name, rate })
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const nothing = { amount: 0, currency: 'USD', display: '$0.00' }
  expect(await inCart(shopper, 'order:tax')).toMatchObject([{ cost: [], total: nothing }])
  const { body } = await seller.get('/v2/carts?sort=-updated_at')
  expectStatus(await seller.put(`/v2/carts/${body.data[0].id}`, { data: { type: 'cart', country: 'CA' } }), 200)
  const [tax] = await inCart(shopper, 'order:tax')
  expect(tax).toMatchObject({
    cost: [
      { title: 'GST', amount: 0.5, display: '$0.50' },
      { title: 'PST', amount: 0.7, display: '$0.70' },
    ],
    total: { amount: 1.2, currency: 'USD', display: '$1.20' },
  })
  expect(await inCart(shopper, 'order:total')).toMatchObject([{ cost: [{ amount: 11.2 }] }])
})

test('an order links back to its cart, is equal under every zoom, and is hidden from other shoppers', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 2 })
  await apply('SPRING')
  const cart = await shopper.walk('defaultcart')
  const zoom =
    'order,order:cart,order:total,order:tax,order:couponinfo,order:couponinfo:coupon:appliedpromotions:element'
  const zoomed = await shopper.follow(await shopper.root(), 'defaultcart', zoom)
  const [order] = embedded(zoomed, 'order')
  expect(embedded(order, 'cart')).toEqual([cart])
  for (const rel of ['total', 'tax']) expect(embedded(order, rel)).toEqual([await shopper.follow(order, rel)])
  const stranger = await shopperOf(store)
  for (const href of [order.self.href, ...['total', 'tax', 'couponinfo'].flatMap((rel) => hrefs(order, rel))])
    expect((await stranger.get(href)).status).toBe(403)
})

test('shoppers cannot access a storefront cart through the rest of the API', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const { body } = await store.seller.get('/v2/carts?sort=-updated_at')
  const { id } = body.data[0]
  expect(id).toMatch(/^sf\./)
  expect((await store.buyer.get(`/v2/carts/${id}`)).status).toBe(404)
  expect((await store.buyer.post('/v2/carts', { data: { type: 'cart', id } })).status).toBe(422)
  expect((await store.seller.get(`/v2/carts/${id}`)).status).toBe(200)
})
