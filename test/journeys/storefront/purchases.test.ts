import { describe, expect, test } from 'vitest'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { addProduct, change, eventsOf, make, publish } from '../../support/store/catalogs.ts'
import { changePromotion, makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { act, expectStatus, putOrder } from '../../support/store/shop.ts'
import { addItem, embedded, inCart, type Json, messageIds, shopperOf } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, type StorefrontClient, tokenFor } from '../../support/storefront/hypermedia.ts'
import { ADA, completeOrder, enableCheckout, fill, submit } from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { store, shopper } = shopStage(enableCheckout)

/** Buys a lamp, and returns the response to the submission. */
async function buy(client = shopper, query = '?followlocation') {
  await addItem(store, client, { sku: 'LAMP' }, { quantity: 2 })
  await completeOrder(client)
  return submit(client, query)
}

async function orderOf(purchase: Json): Promise<Json> {
  const number = purchase['purchase-number']
  const { body } = expectStatus(await store.seller.get(`/v2/orders?filter=eq(order_number,${number})`), 200)
  return body.data[0]
}

test('a purchase has the lines, the addresses, the payment method and the amounts', async () => {
  const zoom =
    'lineitems:element,billingaddress,paymentmeans:element,shipments:element,shipments:element:destination,' +
    'shipments:element:shippingoption,shipments:element:total,shipments:element:lineitems:element,discount,list'
  const { status, headers, body } = await buy(shopper, `?followlocation&zoom=${zoom}`)
  expect([status, headers.get('location')]).toEqual([201, body.self.href.replace(/\?.*/, '')])
  const total = [{ amount: 30.8, currency: 'USD', display: '$30.80' }]
  expect(body).toMatchObject({
    status: 'IN_PROGRESS',
    'monetary-total': total,
    'montary-total': total,
    'tax-total': { amount: 2.8, display: '$2.80' },
    'purchase-date': { value: expect.any(Number), 'display-value': expect.stringMatching(/^[A-Z][a-z]+ \d+, 20\d\d/) },
    _billingaddress: [{ address: { locality: 'Portland' } }],
    _discount: [{ discount: [{ amount: 0 }] }],
  })
  const line = { name: 'Lamp LAMP', quantity: 2 }
  const metrics = {
    'line-extension-amount': [{ amount: 20 }],
    'line-extension-tax': [{ amount: 2 }],
    'line-extension-total': [{ amount: 22 }],
  }
  expect(embedded(body, 'lineitems:element')).toMatchObject([{ ...line, ...metrics }])
  expect(embedded(body, 'shipments:element')).toMatchObject([
    {
      status: { code: 'INVENTORY_ASSIGNED' },
      _destination: [{ address: { 'street-address': '1 Main Street' } }],
      _shippingoption: [{ name: 'parcel', 'display-name': 'Parcel', carrier: 'Snail', cost: [{ amount: 8 }] }],
      _total: [{ cost: [{ amount: 8.8 }] }],
      _lineitems: [{ _element: [line] }],
    },
  ])
  expect(embedded(body, 'paymentmeans:element')).toMatchObject([{ 'display-name': 'Visa 4242' }])
  expect(await orderOf(body)).toMatchObject({
    payment: 'authorized',
    customer: { name: 'Ada Marsh', email: 'ada@example.com' },
  })
})

test('a purchase emits its events', async () => {
  const { body } = await buy(shopper, '?followlocation')
  const { id } = await orderOf(body)
  const emitted = async (prefix: 'order' | 'transaction') =>
    (await eventsOf(store.seller, prefix, id)).map(({ triggered_by }) => triggered_by)
  expect([await emitted('order'), await emitted('transaction')]).toEqual([
    ['order.created', 'order.authorized', 'order.updated'],
    ['transaction.created'],
  ])
})

test('the shopper has a new cart with the same addresses after a purchase, and the old one is closed', async () => {
  const before = await shopper.walk('defaultcart')
  const { body } = await buy()
  const after = await shopper.walk('defaultcart')
  expect([after['total-quantity'], after.self.uri === before.self.uri]).toEqual([0, false])
  const old = [before.self.href, hrefs(before, 'lineitems')[0] ?? '', hrefs(before, 'order')[0] ?? '']
  for (const href of old) {
    const refused = await shopper.get(href)
    expect([refused.status, refused.body.messages[0]['debug-message']]).toEqual([
      403,
      expect.stringContaining('already bought'),
    ])
  }
  expect(await inCart(shopper, 'order:billingaddressinfo:billingaddress')).toMatchObject([ADA])
  await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
  const again = await shopper.follow(body, 'list')
  expect(again.pagination.results).toBe(1)
})

test('only one of two concurrent submissions buys, and items added meanwhile are kept', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(shopper)
  const [form] = await inCart(shopper, 'order:purchaseform')
  const [href = ''] = hrefs(form, 'submitorderaction')
  const [one, other, added] = await Promise.all([
    shopper.send('POST', href),
    shopper.send('POST', href),
    addItem(store, shopper, { sku: 'RUG' }, { quantity: 3 }),
  ])
  const statuses = [one.status, other.status]
  expect(statuses.every((status) => [201, 403, 409].includes(status))).toBe(true)
  expect(added.status).toBe(201)
  // If the item was added first, the order differs from the shown one and must be submitted again.
  const made = [one, other].filter(({ status }) => status === 201)
  const [sent = await submit(shopper), more] = made
  expect([sent.status, more]).toEqual([201, undefined])
  const purchases = await shopper.get(sent.headers.get('location') ?? '')
  const bought = embedded(await shopper.follow(purchases.body, 'lineitems', 'element'), 'element')
  const kept = await inCart(shopper, 'lineitems:element')
  expect([...bought, ...kept].reduce((sum, { quantity }) => sum + quantity, 0)).toBe(4)
})

test('a purchase never changes with its sources, under any zoom, except for its status', async () => {
  const { seller, catalog, skus } = store
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  const promotions: string[] = []
  for (const attributes of [
    {
      name: 'Of items',
      scope: 'item',
      target: { skus: ['BULB'] },
      action: tenth,
      currency: null,
    },
    {
      name: 'Of lines',
      scope: 'line_total',
      target: { skus: ['RUG'] },
      action: tenth,
      currency: null,
    },
    { name: 'Of parcels', scope: 'shipping', action: tenth, currency: null },
    { name: 'By coupon', trigger: 'coupon', when: { kind: 'subtotal', minimum: 2000 } },
  ])
    promotions.push(await makePromotion(seller, attributes))
  await makeCoupon(seller, promotions[3] ?? '', { code: 'FROZEN' })
  await addItem(store, shopper, { sku: 'RUG' }, { quantity: 2 })
  await addItem(store, shopper, { sku: 'BULB' }, { quantity: 1 })
  await completeOrder(shopper)
  await fill(shopper, 'order:couponinfo:couponform', 'applycouponaction', { code: 'frozen' })
  const { body } = await submit(shopper, '?followlocation')
  const zooms = [
    '',
    'lineitems,lineitems:element,lineitems:element:appliedpromotions:element,billingaddress,discount,coupons:element',
    'appliedpromotions,appliedpromotions:element,coupons:element:appliedpromotions:element,paymentmeans:element',
    'shipments:element,shipments:element:shippingoption,shipments:element:destination,shipments:element:tax',
  ]
  const texts = () =>
    Promise.all(zooms.map(async (zoom) => JSON.stringify((await shopper.get(`${body.self.href}?zoom=${zoom}`)).body)))
  const before = await texts()
  expect(before[1]).toContain('FROZEN')
  for (const name of ['Of lines', 'By coupon', 'Of parcels', 'Spend $20.00 or more; with a coupon'])
    expect(before[2]).toContain(name)
  expect(
    embedded(
      await shopper.follow(body, 'coupons', 'element:appliedpromotions:element'),
      'element:appliedpromotions:element',
    ),
  ).toMatchObject([{ name: 'By coupon' }])

  for (const [index, id] of promotions.entries())
    await changePromotion(seller, id, { name: `Renamed ${index}`, enabled: false })
  expectStatus(await change(seller, `/products/${skus.get('RUG')}`, 'product', { name: 'Carpet', sku: 'CARPET' }), 200)
  const usd = (await seller.get('/v2/currencies?filter=eq(code,USD)')).body.data[0]
  const format = { type: 'currency', format: '{price} $', decimal_point: ',' }
  expectStatus(await seller.put(`/v2/currencies/${usd.id}`, { data: format }), 200)
  const rate = (await seller.get('/v2/taxes/rates')).body.data[0].id
  expectStatus(
    await seller.put(`/v2/taxes/rates/${rate}`, { data: { type: 'tax_rate', rate: 500_000, name: 'Other' } }),
    200,
  )
  await publish(seller, catalog)
  expect(await texts()).toEqual(before)
  expectStatus(
    await seller.put(`/v2/currencies/${usd.id}`, { data: { ...format, format: usd.format, decimal_point: '.' } }),
    200,
  )
  expectStatus(
    await seller.put(`/v2/taxes/rates/${rate}`, { data: { type: 'tax_rate', rate: 100_000, name: 'Sales tax' } }),
    200,
  )

  const order = await orderOf(body)
  const { data } = (await seller.get(`/v2/orders/${order.id}/transactions`)).body
  expectStatus(await act(seller, order.id, data[0].id, 'capture'), 201)
  expectStatus(await putOrder(seller, order.id, { shipping: 'fulfilled' }), 200)
  const fulfilled = await shopper.follow(body, 'list', 'element,element:shipments:element')
  expect(fulfilled._element[0].status).toBe('COMPLETED')
  expect(embedded(fulfilled, 'element:shipments:element')).toMatchObject([{ status: { code: 'SHIPPED' } }])
})

test('partial shipments have their own carrier, tracking number and quantities', async () => {
  const { seller } = store
  const { body } = await buy()
  const order = await orderOf(body)
  const ledger = (await seller.get(`/v2/orders/${order.id}/transactions`)).body.data
  expectStatus(await act(seller, order.id, ledger[0].id, 'capture'), 201)
  const path = `/v2/orders/${order.id}/shipments`
  const [item] = expectStatus(await seller.get(`/v2/orders/${order.id}/items`), 200).body.data
  const words = { carrier: 'Snail', tracking_number: 'SN-7', status: 'shipped' }
  const sent = await seller.post(path, { data: { ...words, items: [{ id: item.id, quantity: 1 }] } })
  const { id } = expectStatus(sent, 201).body.data
  const zoom = ['', ':lineitems:element', ':lineitems:element:lineitem', ':total', ':destination']
    .map((more) => `shipments:element${more}`)
    .join(',')
  const look = async () => (await shopper.get(`${body.self.href}?zoom=${zoom}`)).body
  const line = { name: 'Lamp LAMP', quantity: 1, _lineitem: [{ quantity: 2 }] }
  const before = await look()
  expect([before.status, embedded(before, 'shipments:element')]).toMatchObject([
    'IN_PROGRESS',
    [
      {
        status: { code: 'SHIPPED' },
        carrier: 'Snail',
        'tracking-number': 'SN-7',
        'tracking-url': '',
        _lineitems: [{ _element: [line] }],
        _total: [{ cost: [{ amount: 8.8 }] }],
      },
      { status: { code: 'INVENTORY_ASSIGNED' }, carrier: '', _lineitems: [{ _element: [line] }] },
    ],
  ])
  const [first, rest] = embedded(before, 'shipments:element')
  // Shipping was charged once.
  expect([rest._total, first._destination.length, rest._destination.length]).toEqual([undefined, 1, 1])
  expectStatus(await seller.put(`${path}/${id}`, { data: { status: 'delivered' } }), 200)
  expectStatus(await putOrder(seller, order.id, { shipping: 'fulfilled' }), 200)
  const after = await look()
  expect(after.status).toBe('COMPLETED')
  expect(embedded(after, 'shipments:element').map(({ status }: Json) => status.code)).toEqual(['DELIVERED', 'SHIPPED'])
  const other = await shopperOf(store)
  expect((await other.get(first.self.href)).status).toBe(403)
  // The remaining units are in a shipment now.
  expect((await shopper.get(rest.self.href)).status).toBe(404)
})

test('units refunded before they are shipped are in no shipment', async () => {
  const { seller } = store
  const { body } = await buy()
  const order = await orderOf(body)
  const [{ id: authorization }] = (await seller.get(`/v2/orders/${order.id}/transactions`)).body.data
  expectStatus(await act(seller, order.id, authorization, 'capture'), 201)
  const [item] = expectStatus(await seller.get(`/v2/orders/${order.id}/items`), 200).body.data
  expectStatus(await act(seller, order.id, authorization, 'refund', { items: [{ id: item.id, quantity: 1 }] }), 201)
  const look = async () =>
    (await shopper.get(`${body.self.href}?zoom=shipments:element,shipments:element:lineitems:element`)).body
  const quantitiesOf = (purchase: Json) =>
    embedded(purchase, 'shipments:element').map((one: Json) => embedded(one, 'lineitems:element')[0].quantity)
  expect(quantitiesOf(await look())).toEqual([1])
  const tracking_url = 'https://parcels.example/SN-8'
  const data = { status: 'shipped', tracking_url }
  expectStatus(await seller.post(`/v2/orders/${order.id}/shipments`, { data }), 201)
  const after = await look()
  expect([after.status, quantitiesOf(after)]).toEqual(['COMPLETED', [1]])
  expect(embedded(after, 'shipments:element')[0]['tracking-url']).toBe(tracking_url)
})

describe('a purchase', () => {
  test('is visible only to its buyer, and found by its number', async () => {
    const { body } = await buy()
    const other = await shopperOf(store)
    const never = body.self.href.replace(/[^/]+$/, encodeId(crypto.randomUUID()))
    const [foreign, unknown] = [await other.get(body.self.href), await other.get(never)]
    expect([foreign.status, unknown.status, unknown.body]).toEqual([403, 403, foreign.body])
    expect((await other.get(body.self.href.replace(/[^/]+$/, encodeId('no id')))).status).toBe(404)
    const lookUp = async (client: StorefrontClient, number: string) => {
      const [href = ''] = hrefs(await client.walk('lookups', 'purchaselookupform'), 'purchaselookupaction')
      return client.send('POST', href, { 'purchase-number': number })
    }
    const found = await lookUp(shopper, body['purchase-number'])
    expect([found.status, found.headers.get('location')]).toEqual([201, body.self.href])
    expect((await lookUp(other, body['purchase-number'])).status).toBe(404)
    expect((await lookUp(shopper, 'nothing')).status).toBe(404)
    expect((await shopper.get(body.self.href.replace(/[^/]+$/, '!!'))).status).toBe(400)
  })

  test('has the status CANCELLED when cancelled, and no personal data when anonymized', async () => {
    const { body } = await buy()
    const { id } = await orderOf(body)
    expectStatus(await putOrder(store.seller, id, { status: 'cancelled' }), 200)
    const after = await shopper.get(`${body.self.href}?zoom=shipments:element`)
    expect(after.body.status).toBe('CANCELLED')
    expect(embedded(after.body, 'shipments:element')).toMatchObject([{ status: { code: 'CANCELLED' } }])
    expectStatus(await store.seller.post('/v2/orders/anonymize', { data: { order_ids: [id] } }), 200)
    const zoom = 'billingaddress,paymentmeans:element,shipments:element:destination'
    const text = JSON.stringify((await shopper.get(`${body.self.href}?zoom=${zoom}`)).body)
    for (const word of ['Ada', 'Marsh', 'Main Street', 'Portland', 'Visa']) expect(text).not.toContain(word)
  })

  test('a purchase without physical items needs no shipment, and a free one no payment', async () => {
    const parent = { hierarchy: '', node: '' }
    const { body: hierarchies } = await store.seller.get('/v2/hierarchies')
    parent.hierarchy = hierarchies.data[0].id
    const { body: nodes } = await store.seller.get(`/v2/hierarchies/${parent.hierarchy}/nodes`)
    parent.node = nodes.data[0].id
    const book = (await store.seller.get('/v2/pricebooks')).body.data[0].id
    const id = await addProduct(store.seller, parent, { sku: 'SONG', commodity_type: 'digital' })
    await make(store.seller, `/pricebooks/${book}/prices`, 'product-price', {
      sku: 'SONG',
      currencies: { USD: { amount: 500 } },
    })
    await publish(store.seller, store.catalog)
    const digital = { ...store, skus: new Map([...store.skus, ['SONG', id]]) }
    const promotion = await makePromotion(store.seller, {
      name: 'Songs are free',
      scope: 'line_total',
      target: { skus: ['SONG'] },
      action: { kind: 'percent', ppm: 1_000_000, max_discount: null },
      currency: null,
    })
    expect((await addItem(digital, shopper, { sku: 'SONG' }, { quantity: 1 })).status).toBe(201)
    await fill(shopper, 'order:emailinfo:emailform', 'createemailaction', { email: 'ada@example.com' })
    await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
    expect(await inCart(shopper, 'order:deliveries:element')).toEqual([])
    const { status, body } = await submit(shopper, '?followlocation&zoom=shipments,paymentmeans')
    expect([status, body['monetary-total'][0].amount]).toEqual([201, 0])
    expect(body._shipments[0].links.map(({ rel }: Json) => rel)).toEqual(['purchase'])
    expect(await orderOf(body)).toMatchObject({ status: 'complete', payment: 'paid' })
    await changePromotion(store.seller, promotion, { enabled: false })
  })
})

test('insufficient stock blocks a purchase, with a message about the line and the available quantity', async () => {
  const bulb = store.skus.get('BULB') ?? ''
  expectStatus(await store.seller.post(`/v2/inventories/${bulb}`, { data: { quantity: 1 } }), 201)
  await addItem(store, shopper, { sku: 'BULB' }, { quantity: 2 })
  await completeOrder(shopper)
  const [order] = await inCart(shopper, 'order')
  const blocked = { id: 'item.insufficient.inventory', blocks: { rel: 'submitorderaction' } }
  expect(order.messages).toMatchObject([blocked])
  const form = await shopper.get(hrefs(order, 'purchaseform')[0] ?? '')
  expect([form.body.messages, hrefs(form.body, 'submitorderaction')]).toMatchObject([[blocked], []])
  const short = await shopper.send('POST', form.body.self.href)
  expect([short.status, messageIds(short)]).toEqual([409, ['item.insufficient.inventory']])
  const [message] = short.body.messages
  expect(message.data).toEqual({ 'inventory-available': '1', 'quantity-requested': '2' })
  expect((await shopper.send('PUT', message['linked-to'].href, { quantity: 1 })).status).toBe(204)
  expect((await submit(shopper)).status).toBe(201)
})

test('an address that the store no longer accepts does not prevent a login', async () => {
  const { seller, scope, origin } = store
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse battery']
  const customer = { type: 'customer', name: 'Ada Marsh', email, password }
  expectStatus(await seller.post('/v2/customers', { data: customer }), 201)
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
  const asks = (address_mandatory_fields: string[]) =>
    seller.put('/v2/settings', { data: { type: 'settings', address_mandatory_fields } })
  const before = (await seller.get('/v2/settings')).body.data.address_mandatory_fields
  expectStatus(await asks([...before, 'phone_number']), 200)
  const headers = { authorization: `Bearer ${shopper.token}` }
  const { status, body } = await tokenFor(origin, { role: 'REGISTERED', scope, username: email, password }, headers)
  expectStatus(await asks(before), 200)
  const ada = clientWith(origin, body.access_token)
  expect([status, (await inCart(ada, 'lineitems:element')).length]).toEqual([200, 1])
  expect(await inCart(ada, 'order:billingaddressinfo:billingaddress')).toEqual([])
})

test('a login keeps addresses, payment methods and selections, and shows purchases of all sessions', async () => {
  const { seller, scope, origin } = store
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'correct horse battery'
  const customer = { type: 'customer', name: 'Ada Marsh', email, password }
  const { id } = expectStatus(await seller.post('/v2/customers', { data: customer }), 201).body.data
  const logIn = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await tokenFor(origin, { role: 'REGISTERED', scope, username: email, password }, headers)
    return clientWith(origin, body.access_token)
  }
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(shopper)
  const ada = await logIn(shopper.token)
  expect((await seller.get(`/v2/customers/${id}/addresses`)).body.data).toMatchObject([
    { first_name: 'Ada', city: 'Portland' },
  ])
  expect(await inCart(ada, 'order:emailinfo:email')).toMatchObject([{ email }])
  expect(await inCart(ada, 'order:paymentmethodinfo:paymentmethod')).toMatchObject([{ 'display-name': 'Visa 4242' }])
  const info = 'order:deliveries:element:shippingoptioninfo:selector:choice'
  const [choice] = await inCart(ada, info)
  expect((await ada.send('POST', hrefs(choice, 'selectaction')[0] ?? '')).status).toBe(201)
  const { status, body } = await submit(ada, '?followlocation')
  expect([status, body.messages]).toEqual([201, []])
  expect(await orderOf(body)).toMatchObject({ customer: { name: 'Ada Marsh', email } })
  const elsewhere = await logIn((await shopperOf(store)).token)
  expect((await elsewhere.get(body.self.href)).status).toBe(200)
  expect(await inCart(shopper, 'order:billingaddressinfo:billingaddress')).toEqual([])
  expectStatus(await seller.delete(`/v2/customers/${id}`), 200)
})
