import { describe, expect, test } from 'vitest'
import { exchange } from '../../support/exchange.ts'
import { expectStatus } from '../../support/store/shop.ts'
import {
  addItem,
  embedded,
  inCart,
  type Json,
  messageIds,
  openStore,
  shopperOf,
} from '../../support/storefront/carts.ts'
import { clientWith, hrefs, tokenFor } from '../../support/storefront/hypermedia.ts'
import { ADA, completeOrder, enableCheckout, fill, submit } from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

// These requests are what chat bots and browser clients send to storefronts of this shape.

const { stage, store, shopper } = shopStage(enableCheckout)

/** A token as returned by a payment page, which does not name its gateway. */
const CARD = { 'display-name': 'Visa ending in 4242', token: 'tok_1PqRsT2eZvKYlo2C' }

const uriOf = ({ self }: Json): string => self.uri

async function transactionsOf(number: string): Promise<Json[]> {
  const found = await store.seller.get(`/v2/orders?filter=eq(order_number,${number})`)
  const [{ id }] = expectStatus(found, 200).body.data
  return expectStatus(await store.seller.get(`/v2/orders/${id}/transactions`), 200).body.data
}

describe('a chat bot', () => {
  /** Starts from one URL, follows relations by zoom, and posts to the first link of a form. */
  function openBot(token: string) {
    const client = clientWith(store.origin, token)
    const root = `${store.origin}/storefront`
    const look = async (zoom: string): Promise<Json[]> => {
      const { status, body } = await client.get(`${root}?zoom=${zoom}`)
      expect(status).toBe(200)
      return embedded(body, zoom)
    }
    const post = (form: Json, body?: unknown, query = 'followlocation') =>
      client.send('POST', `${form.links[0].href}?${query}`, body)
    return { look, post, client }
  }

  test('searches, adds, reads the total, buys, reads the purchase and the history, and leaves', async () => {
    const login = await tokenFor(store.origin, { role: 'PUBLIC', scope: store.scope, username: '', password: '' })
    const { look, post, client } = openBot(login.body.access_token)

    const [search] = await look('searches:keywordsearchform:itemkeywordsearchaction')
    const zoom = 'element,element:definition,element:price,element:availability,element:addtocartform'
    const found = await client.send('POST', `${search.self.href}?followlocation&zoom=${zoom}`, { keywords: 'lamp' })
    expect(found.status).toBe(201)
    const [item] = found.body._element
    expect(item._price[0]['purchase-price'][0].display).toBe('$10.00')
    const added = await post(item._addtocartform[0], { quantity: 2 })
    expect([added.status, added.body.quantity]).toEqual([201, 2])
    const [total] = await look('defaultcart:total')
    expect(total.cost[0].display).toBe('$20.00')

    const [email] = await look('defaultcart:order:emailinfo:emailform')
    expect((await post(email, { email: 'ada@example.com' })).status).toBe(201)
    const [address] = await look('defaultcart:order:billingaddressinfo:addressform')
    expect((await post(address, ADA)).status).toBe(201)
    const [option] = await look('defaultcart:order:deliveries:element:shippingoptioninfo:selector:choice')
    expect((await post(option)).status).toBe(201)
    const [token] = await look('defaultcart:order:paymentmethodinfo:paymenttokenform')
    expect((await post(token, CARD)).status).toBe(201)

    const [form] = await look('defaultcart:order:purchaseform')
    expect(form.messages).toEqual([])
    const bought = await post(form, undefined, 'followlocation&zoom=lineitems:element,paymentmeans:element')
    expect([bought.status, bought.body['monetary-total'][0].display]).toEqual([201, '$30.80'])
    expect(bought.body._lineitems[0]._element).toMatchObject([{ name: 'Lamp LAMP', quantity: 2 }])
    expect(bought.body._paymentmeans[0]._element).toMatchObject([{ 'display-name': CARD['display-name'] }])
    const history = await look('defaultprofile:purchases:element')
    expect(history.map(uriOf)).toEqual([uriOf(bought.body).split('?')[0]])
    expect(await transactionsOf(bought.body['purchase-number'])).toMatchObject([
      { gateway: 'manual', reference: CARD.token, transaction_type: 'authorize', status: 'complete' },
    ])
    expect(JSON.stringify(bought.body)).not.toContain(CARD.token)

    const left = await client.send('DELETE', `${store.origin}/storefront/oauth2/tokens`, undefined, {
      'content-type': 'application/json',
    })
    expect([left.status, left.body]).toEqual([204, null])
  })

  test('posts to the purchase form of an empty cart, and gets the reason for the rejection', async () => {
    const { look, client } = openBot(shopper.token)
    const [form] = await look('defaultcart:order:purchaseform')
    expect(form.links.map(({ rel }: Json) => rel)).not.toContain('submitorderaction')
    const refused = await client.send('POST', form.self.href)
    expect([refused.status, messageIds(refused)[0]]).toEqual([409, 'cart.empty'])
  })
})

test('the first link of a coupon form applies the coupon', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const [form] = await inCart(shopper, 'order:couponinfo:couponform')
  const refused = await shopper.send('POST', form.links[0].href, { code: 'NEVER' })
  expect([refused.status, messageIds(refused)]).toEqual([409, ['coupon.not.valid']])
})

describe('a payment token', () => {
  const TO_FORM = 'order:paymentmethodinfo:paymenttokenform'

  test('a token without a gateway name goes to the first enabled gateway, or to none', async () => {
    const other = await openStore(stage)
    const own = await shopperOf(other)
    await addItem(other, own, { sku: 'LAMP' }, { quantity: 1 })
    const send = () => fill(own, TO_FORM, 'createpaymenttokenaction', CARD)
    const refused = await send()
    expect([refused.status, messageIds(refused)]).toEqual([400, ['field.invalid.option.value']])
    expect(refused.body.messages[0]['debug-message']).toBe(
      'The store accepts no payments: no payment gateway is enabled.',
    )
    expectStatus(await other.seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(200)
  })

  test('a token for one order is selected, is not stored in the profile, and is gone after the purchase', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await completeOrder(shopper, { token: 'sandbox:decline' })
    const [form] = await inCart(shopper, TO_FORM)
    expect(form.links.map(({ rel }: Json) => rel)).toEqual([
      'createpaymenttokenaction',
      'createpaymenttokenfororderaction',
    ])
    const made = await fill(shopper, TO_FORM, 'createpaymenttokenfororderaction', CARD, '?followlocation')
    expect([made.status, made.body['display-name']]).toEqual([201, CARD['display-name']])
    expect(hrefs(made.body, 'list')).toEqual([])
    const kept = await shopper.root('defaultprofile:paymentmethods:element')
    const names = embedded(kept, 'defaultprofile:paymentmethods:element').map((method) => method['display-name'])
    expect(names).toEqual(['Visa 4242'])
    expect(await inCart(shopper, 'order:paymentmethodinfo:paymentmethod')).toMatchObject([
      { 'display-name': CARD['display-name'] },
    ])
    const bought = await submit(shopper, '?followlocation')
    expect(bought.status).toBe(201)
    expect(await transactionsOf(bought.body['purchase-number'])).toMatchObject([{ reference: CARD.token }])
    expect((await shopper.get(made.body.self.href)).status).toBe(404)
    expect(await inCart(shopper, 'order:paymentmethodinfo:paymentmethod')).toMatchObject([
      { 'display-name': 'Visa 4242' },
    ])
  })

  test('must have 1 to 2,048 characters', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    for (const [token, id] of [
      ['   ', 'field.required'],
      ['t'.repeat(2_049), 'field.invalid.size'],
    ]) {
      const refused = await fill(shopper, TO_FORM, 'createpaymenttokenaction', { ...CARD, token })
      expect([refused.status, messageIds(refused)]).toEqual([400, [id]])
    }
  })
})

describe('addresses', () => {
  const add = async (locality: string): Promise<string> => {
    const address = { ...ADA, address: { ...ADA.address, locality } }
    const path = 'order:billingaddressinfo:addressform'
    return (await fill(shopper, path, 'createaddressaction', address)).headers.get('location') ?? ''
  }
  const inProfile = async (path: string) => {
    const zoom = `defaultprofile:addresses:${path}`
    return embedded(await shopper.root(zoom), zoom)
  }
  const localities = async (path: string) => (await inProfile(path)).map(({ address }) => address.locality)

  test('have a default for each use, which a selector changes and every new order starts with', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await completeOrder(shopper)
    await add('Salem')
    for (const use of ['billingaddresses', 'shippingaddresses']) {
      expect(await localities(`${use}:element`)).toEqual(['Portland', 'Salem'])
      expect(await localities(`${use}:default`)).toEqual(['Portland'])
    }
    const [choice] = await inProfile('billingaddresses:selector:choice')
    const chosen = await shopper.send(
      'POST',
      `${hrefs(choice, 'selectaction')[0]}?followlocation&zoom=chosen:description`,
    )
    expect([chosen.status, chosen.body._chosen[0]._description[0].address.locality]).toEqual([201, 'Salem'])
    expect(await localities('billingaddresses:default')).toEqual(['Salem'])
    expect(await localities('shippingaddresses:default')).toEqual(['Portland'])
    const billed = 'order:billingaddressinfo:billingaddress'
    expect(await inCart(shopper, billed)).toMatchObject([{ address: { locality: 'Salem' } }])

    const [other] = await inCart(shopper, 'order:billingaddressinfo:selector:choice')
    await shopper.send('POST', hrefs(other, 'selectaction')[0] ?? '')
    expect(await inCart(shopper, billed)).toMatchObject([{ address: { locality: 'Portland' } }])
    expect(await localities('billingaddresses:default')).toEqual(['Salem'])
    expect((await submit(shopper)).status).toBe(201)
    expect(await inCart(shopper, billed)).toMatchObject([{ address: { locality: 'Salem' } }])
  })

  test('are no longer the default after their deletion', async () => {
    const location = await add('Salem')
    expect((await shopper.send('DELETE', location)).status).toBe(204)
    expect((await shopper.get(location)).status).toBe(404)
    expect(await localities('billingaddresses:default')).toEqual([])
    const [list] = await inProfile('shippingaddresses')
    expect(list.links.map(({ rel }: Json) => rel)).toEqual(['addressform', 'addresses'])
  })

  test('link the profile and the list', async () => {
    const { body } = await shopper.get(await add('Salem'))
    expect(body.links.map(({ rel }: Json) => rel)).toEqual(['list', 'profile'])
  })
})

test("other shoppers' addresses, email addresses and payment methods are forbidden, unknown ones not found", async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(shopper)
  const thief = await shopperOf(store)
  for (const list of ['addresses', 'emails', 'paymentmethods']) {
    const zoom = `defaultprofile:${list}:element`
    const [own] = embedded(await shopper.root(zoom), zoom)
    expect((await shopper.get(own.self.href)).status).toBe(200)
    for (const method of ['GET', ...(list === 'emails' ? [] : ['DELETE'])]) {
      const refused = await thief.send(method, own.self.href)
      expect([list, method, refused.status, messageIds(refused)]).toEqual([list, method, 403, ['forbidden']])
    }
    const unknown = own.self.href.replace(/[^/]+$/, 'nbswy3dp=')
    expect([list, (await shopper.get(unknown)).status]).toEqual([list, 404])
  }
})

test('a DELETE without a body may have a Content-Type', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml']) {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const [line] = await inCart(shopper, 'lineitems:element')
    const headers = { 'content-type': type, 'content-length': '0' }
    expect([type, (await shopper.send('DELETE', line.self.href, undefined, headers)).status]).toEqual([type, 204])
    expect((await tokenless('DELETE', '/storefront/oauth2/tokens', headers)).status).toBe(204)
    expect((await tokenless('DELETE', '/v2/products/none', headers)).status).toBe(401)
  }
})

const tokenless = (method: string, path: string, headers = {}) => exchange(store.origin + path, { method, headers })

test('links have media types', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(shopper)
  const type = async (path: string, rel: string) => {
    const [resource] = await inCart(shopper, path)
    return resource.links.find((link: Json) => link.rel === rel)?.type
  }
  const info = 'order:billingaddressinfo'
  const types = {
    order: await type('lineitems', 'cart'),
    lineitems: await type('order', 'cart'),
    total: await type('order', 'total'),
    tax: await type('order', 'tax'),
    emailinfo: await type('order', 'emailinfo'),
    selector: await type(info, 'selector'),
    billingaddress: await type(info, 'billingaddress'),
    shippingoption: await type('order:deliveries:element:shippingoptioninfo', 'shippingoption'),
    paymentmethod: await type('order:paymentmethodinfo', 'paymentmethod'),
    profile: await type(`${info}:billingaddress`, 'profile'),
    action: await type('order:purchaseform', 'submitorderaction'),
    element: await type('order', 'deliveries'),
  }
  expect(types).toEqual({
    order: 'application/vnd.shop.cart',
    lineitems: 'application/vnd.shop.cart',
    total: 'application/vnd.shop.total',
    tax: 'application/vnd.shop.tax',
    emailinfo: 'application/vnd.shop.info',
    selector: 'application/vnd.shop.selector',
    billingaddress: 'application/vnd.shop.address',
    shippingoption: 'application/vnd.shop.shippingoption',
    paymentmethod: 'application/vnd.shop.paymenttoken',
    profile: 'application/vnd.shop.profile',
    action: undefined,
    element: 'application/vnd.shop.links',
  })
})

describe('lookups', () => {
  test('lookups of purchases are below the purchases', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await completeOrder(shopper)
    const bought = await submit(shopper, '?followlocation')
    const address = `${store.origin}/storefront/purchases/${store.scope}/lookups/form`
    const found = await shopper.send('POST', address, { 'purchase-number': bought.body['purchase-number'] })
    expect([found.status, found.headers.get('location')]).toEqual([201, bought.body.self.href])
    const action = hrefs((await shopper.get(address)).body, 'purchaselookupaction')[0] ?? ''
    expect((await shopper.send('POST', action, { 'purchase-number': '10001' })).status).toBe(404)
  })

  test('lookups without any items are rejected', async () => {
    const form = await shopper.walk('lookups', 'batchitemslookupform')
    const refused = await shopper.send('POST', form.links[0].href, { codes: [] })
    expect([refused.status, messageIds(refused)]).toEqual([400, ['field.invalid.size']])
  })
})

test('the health check needs no token', async () => {
  const { status, text } = await tokenless('GET', '/storefront/healthcheck')
  expect([status, JSON.parse(text).status]).toEqual([200, 'ready'])
})

test('purchase numbers are digits if the store is configured so', async () => {
  const own = await openStore(stage)
  await enableCheckout(own)
  const settings = { data: { type: 'settings', order_number_format: 'digits' } }
  expectStatus(await own.seller.put('/v2/settings', settings), 200)
  const client = await shopperOf(own)
  await addItem(own, client, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(client)
  const { body } = await submit(client, '?followlocation')
  expect(body['purchase-number']).toMatch(/^[1-9]\d{14}$/)
})
