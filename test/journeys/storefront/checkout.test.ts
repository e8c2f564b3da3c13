import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { addItem, inCart, type Json, messageIds, type Store, shopperOf } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, tokenFor } from '../../support/storefront/hypermedia.ts'
import {
  ADA,
  choose,
  completeOrder,
  enableCheckout,
  fill,
  submit,
  TO_DESTINATION,
  TO_SHIPPING,
} from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { store, shopper } = shopStage(enableCheckout)

async function customerOf({ seller, scope, origin }: Store) {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse battery']
  const customer = { type: 'customer', name: 'Ada Marsh', email, password }
  const { id } = expectStatus(await seller.post('/v2/customers', { data: customer }), 201).body.data
  const { body } = await tokenFor(origin, { role: 'REGISTERED', scope, username: email, password })
  return { customer_id: id, client: clientWith(origin, body.access_token) }
}

const orderOf = async (zoom?: string) => shopper.follow(await shopper.walk('defaultcart'), 'order', zoom)
const needs = ({ messages }: Json): string[] => messages.map(({ id }: Json) => id)
const rels = ({ links }: Json): string[] => links.map(({ rel }: Json) => rel)
const due = async () => (await inCart(shopper, 'order:total')).map(({ cost }: Json) => cost[0].amount)

test('an order lists missing information as messages and links until it is complete', async () => {
  const empty = await orderOf()
  expect(needs(empty)).toEqual(['cart.empty', 'need.email', 'need.billing.address'])
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 2 })
  const messages = async () => {
    const order = await orderOf('purchaseform,needinfo')
    const [form] = order._purchaseform
    expect(form.messages).toEqual(order.messages)
    expect(rels(form).includes('submitorderaction')).toBe(order.messages.length === 0)
    expect((order._needinfo ?? []).map(({ self }: Json) => self.href)).toEqual(
      order.messages.map((message: Json) => message['linked-to'].href),
    )
    for (const message of order.messages)
      expect(message).toMatchObject({ type: 'needinfo', blocks: { rel: 'submitorderaction' } })
    return needs(order)
  }
  const all = ['need.email', 'need.billing.address', 'need.shipping.address', 'need.payment.method']
  expect(await messages()).toEqual(all)
  const blocked = await shopper.send('POST', (await inCart(shopper, 'order:purchaseform'))[0].self.href)
  expect([blocked.status, messageIds(blocked)]).toEqual([409, all])
  expect(blocked.body.messages[0]['linked-to'].href).toMatch(/emailinfo$/)

  await fill(shopper, 'order:emailinfo:emailform', 'createemailaction', { email: 'Ada@Example.com' })
  expect(await inCart(shopper, 'order:emailinfo:email')).toMatchObject([{ email: 'ada@example.com' }])
  expect(await messages()).toEqual(all.slice(1))
  await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
  expect(await messages()).toEqual(['need.shipping.option', 'need.payment.method'])
  expect((await choose(shopper, TO_SHIPPING, ({ name }) => name === 'parcel')).status).toBe(201)
  expect(await messages()).toEqual(['need.payment.method'])
  const card = { 'display-name': 'Visa', token: 'manual' }
  await fill(shopper, 'order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenaction', card)
  expect(await messages()).toEqual([])
})

describe('addresses', () => {
  test('the first one is used for billing and shipping, and another can be selected for each', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const made = await fill(
      shopper,
      'order:billingaddressinfo:addressform',
      'createaddressaction',
      ADA,
      '?followlocation',
    )
    expect([made.status, made.body.name, made.body.address]).toEqual([201, ADA.name, ADA.address])
    for (const info of ['order:billingaddressinfo:billingaddress', `${TO_DESTINATION}:destination`])
      expect(await inCart(shopper, info)).toMatchObject([{ address: { locality: 'Portland' } }])
    const again = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
    expect([again.status, again.headers.get('location')]).toEqual([200, made.headers.get('location')])

    const berlin = {
      ...ADA,
      address: {
        ...ADA.address,
        locality: 'Berlin',
        region: 'BE',
        'postal-code': '10115',
        'country-name': 'Deutschland',
      },
    }
    await fill(shopper, `${TO_DESTINATION}:addressform`, 'createaddressaction', berlin)
    const before = (await inCart(shopper, `${TO_DESTINATION}:selector`))[0]
    expect(rels(before)).toEqual(['chosen', 'choice', 'destinationinfo'])
    const chosen = await choose(shopper, TO_DESTINATION, ({ address }) => address.locality === 'Berlin')
    expect([chosen.status, chosen.headers.get('location')]).toEqual([201, before.self.href])
    expect(await inCart(shopper, `${TO_DESTINATION}:destination`)).toMatchObject([
      { address: { 'country-name': 'DE' } },
    ])
    expect(await inCart(shopper, 'order:billingaddressinfo:billingaddress')).toMatchObject([
      { address: { locality: 'Portland' } },
    ])
    // The chosen option has no action to select it.
    const [own] = await inCart(shopper, `${TO_DESTINATION}:selector:chosen`)
    expect(rels(own)).toEqual(['description', 'selector'])
    expect((await inCart(shopper, `${TO_SHIPPING}:selector:choice:description`)).map(({ name }: Json) => name)).toEqual(
      ['parcel'],
    )
  })

  test('the remaining addresses are used after a change or deletion', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const made = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
    const href = made.headers.get('location') ?? ''
    expect(await due()).toEqual([11])
    expect((await shopper.send('PUT', href, { address: { region: 'BE', 'country-name': 'DE' } })).status).toBe(204)
    expect((await shopper.get(href)).body.address).toMatchObject({ locality: 'Portland', 'country-name': 'DE' })
    expect(await due()).toEqual([10])
    expect((await shopper.send('DELETE', href)).status).toBe(204)
    expect((await shopper.get(href)).status).toBe(404)
    expect(needs(await orderOf())).toContain('need.shipping.address')
    expect(await inCart(shopper, `${TO_DESTINATION}:selector`)).toEqual([])
  })

  test("a country's post determines the required fields, and a region is a code or a name", async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const send = (address: object) => {
      const body = { ...ADA, address: { ...ADA.address, ...address } }
      return fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', body)
    }
    const wrong = async (address: object) => {
      const { status, body } = await send(address)
      return [status, ...body.messages.map(({ id, data }: Json) => `${data['field-name']} ${id}`)]
    }
    expect(await wrong({ 'country-name': 'ZZ' })).toEqual([400, 'country-name field.invalid.option.value'])
    expect(await wrong({ region: '', 'postal-code': '' })).toEqual([
      400,
      'region field.required',
      'postal-code field.required',
    ])
    for (const region of ['Oregon', 'us-or', 'anywhere']) expect((await send({ region })).status).toBe(201)
    for (const country of ['uk', 'DE', 'France'])
      expect((await send({ region: '', 'postal-code': '1', 'country-name': country })).status).toBe(201)
    const nowhere = { region: '', 'postal-code': '', locality: '', 'country-name': 'HK' }
    expect((await send(nowhere)).status).toBe(201)
    expect(await wrong({ ...nowhere, 'country-name': 'DE' })).toEqual([
      400,
      'locality field.required',
      'postal-code field.required',
    ])
    expect((await send({ region: 'or' })).status).toBe(201)
  })

  test('an unknown region is rejected with the nearest one where a tax zone names regions', async () => {
    const zone = { type: 'tax_zone', name: 'Canada', countries: [{ country: 'CA', regions: ['QC'] }] }
    expectStatus(await store.seller.post('/v2/taxes/zones', { data: zone }), 201)
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const send = (region: string) => {
      const address = { ...ADA.address, region, 'postal-code': 'H3Z 2Y7', 'country-name': 'CA' }
      return fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', { ...ADA, address })
    }
    expect((await send('Québec')).status).toBe(201)
    const { status, body } = await send('Qebec')
    expect([status, body.messages[0].id]).toEqual([400, 'field.invalid.option.value'])
    expect(body.messages[0]['debug-message']).toContain(': QC (Quebec), ')
  })

  test('an incomplete one from the address book blocks the order until it is complete', async () => {
    const partial = { first_name: 'Ada', last_name: 'Marsh', line_1: '1 Main Street', city: 'Portland', country: 'US' }
    const { client, customer_id } = await customerOf(store)
    const path = `/v2/customers/${customer_id}/addresses`
    expectStatus(await store.seller.post(path, { data: { type: 'address', name: 'Home', ...partial } }), 201)
    Object.assign(shopper, client)
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await choose(shopper, 'order:billingaddressinfo', () => true)
    await choose(shopper, TO_DESTINATION, () => true)
    const blocked = (await orderOf()).messages.find(({ id }: Json) => id === 'need.shipping.address')
    expect(blocked['debug-message']).toBe(
      'The order needs a complete shipping address: correct its postal-code, region.',
    )
    const [{ self }] = await inCart(shopper, `${TO_DESTINATION}:destination`)
    const more = { address: { region: 'OR', 'postal-code': '97201' } }
    expect((await shopper.send('PUT', self.href, more)).status).toBe(204)
    expect(needs(await orderOf())).not.toContain('need.shipping.address')
  })

  test.each([{ 'given-name': 'Suharto', 'family-name': null }, { 'family-name': 'Suharto' }])(
    'one with one name and nulls in optional fields completes an order: %j',
    async (name) => {
      await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
      const nulls = { organization: null, 'phone-number': null, instructions: null }
      const address = { ...nulls, name, address: { ...ADA.address, 'extended-address': null } }
      const made = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', address)
      expect(made.status).toBe(201)
      expect(needs(await orderOf())).not.toContain('need.billing.address')
      expect(needs(await orderOf())).not.toContain('need.shipping.address')
    },
  )

  test('every invalid field is reported by its name', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const wrong = {
      name: { 'given-name': 'x'.repeat(256), 'family-name': {} },
      address: { 'street-address': ' ', locality: 'Rome', 'country-name': 'Itly' },
    }
    const { status, body } = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', wrong)
    expect([status, body.messages.map(({ id, data }: Json) => [data['field-name'], id])]).toEqual([
      400,
      [
        ['given-name', 'field.invalid.size'],
        ['family-name', 'field.invalid.format'],
        ['street-address', 'field.required'],
        ['country-name', 'field.invalid.option.value'],
      ],
    ])
  })

  test('are not accessible to other shoppers', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const made = await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
    const other = await shopperOf(store)
    const href = made.headers.get('location') ?? ''
    expect((await other.get(href)).status).toBe(403)
    expect((await other.send('DELETE', href)).status).toBe(403)
    const [choice] = await inCart(shopper, `${TO_DESTINATION}:selector:chosen`)
    expect((await other.send('POST', choice.self.href)).status).toBe(403)
  })
})

describe('shipping', () => {
  test('the options for the address have their cost after promotions, and the selected one is in the total', async () => {
    await makePromotion(store.seller, {
      name: 'Half the parcel',
      scope: 'shipping',
      action: { kind: 'percent', ppm: 500_000, max_discount: null },
      when: { kind: 'subtotal', minimum: 5000 },
    })
    await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
    const possible = async () => (await inCart(shopper, 'possiblepromotions:element')).map(({ name }: Json) => name)
    expect(await possible()).toEqual(['Half the parcel'])
    await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
    expect(await possible()).toEqual([])
    await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
    const options = await inCart(shopper, `${TO_SHIPPING}:selector:choice:description`)
    expect(options.map(({ name, carrier, cost }: Json) => [name, carrier, cost[0].amount])).toEqual([
      ['parcel', 'Snail', 4],
      ['express', '', 10],
    ])
    expect(await due()).toEqual([61.6])
    await choose(shopper, TO_SHIPPING, ({ name }) => name === 'express')
    expect(await due()).toEqual([72.6])
    expect((await inCart(shopper, 'order:tax'))[0]).toMatchObject({ cost: [{ title: 'Sales tax', amount: 6.6 }] })
    const path = `${TO_SHIPPING}:shippingoption:appliedpromotions:element`
    expect(await inCart(shopper, path)).toMatchObject([{ name: 'Half the parcel' }])
    expect(rels((await inCart(shopper, `${TO_SHIPPING}:selector`))[0])).toEqual([
      'choice',
      'chosen',
      'shippingoptioninfo',
    ])
  })
})

test('an order requires another address if the store does not ship to the first', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const far = { ...ADA, address: { ...ADA.address, region: 'AUK', 'country-name': 'NZ' } }
  await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', far)
  const { messages } = await orderOf()
  const [message] = messages.filter(({ id }: Json) => id === 'need.shipping.option')
  expect(message['debug-message']).toBe('The order needs an address that the store ships to.')
  expect(message['linked-to'].uri).toMatch(/destinationinfo$/)
  expect(await inCart(shopper, `${TO_SHIPPING}:selector`)).toEqual([])
})

describe('payment', () => {
  test('a token can name a gateway of the store, and no response contains it', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const send = (body: object) =>
      fill(shopper, 'order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenaction', body, '?followlocation')
    for (const token of ['sandbox:anything', 'manual:decline', 'sandbox:approve:later']) {
      const refused = await send({ 'display-name': 'Visa', token })
      expect([refused.status, messageIds(refused)]).toEqual([400, ['field.invalid.option.value']])
      expect(JSON.stringify(refused.body)).not.toMatch(/sandbox|manual|approve|anything/)
    }
    expect(messageIds(await send({ token: 'manual' }))).toEqual(['field.required'])
    const made = await send({ 'display-name': 'Visa', token: 'sandbox:decline' })
    expect([made.status, made.body['display-name']]).toEqual([201, 'Visa'])
    expect(JSON.stringify(made.body)).not.toContain('decline')
    expect((await send({ 'display-name': 'Visa', token: 'sandbox:decline' })).status).toBe(200)
    await send({ 'display-name': 'Invoice', token: 'manual' })
    expect(await inCart(shopper, 'order:paymentmethodinfo:paymentmethod')).toMatchObject([
      { 'display-name': 'Invoice' },
    ])
    await choose(shopper, 'order:paymentmethodinfo', (method) => method['display-name'] === 'Visa')
    const [visa] = await inCart(shopper, 'order:paymentmethodinfo:paymentmethod')
    expect(visa['display-name']).toBe('Visa')
    expect((await shopper.send('DELETE', visa.self.href)).status).toBe(204)
    expect(await inCart(shopper, 'order:paymentmethodinfo:paymentmethod')).toEqual([])
  })

  test('a declined payment buys nothing, and the cart stays', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await completeOrder(shopper, { token: 'sandbox:decline', email: `${crypto.randomUUID()}@example.com` })
    const count = async () => (await store.seller.get('/v2/orders')).body.meta.results.total
    const before = await count()
    const declined = await submit(shopper)
    expect([declined.status, messageIds(declined)]).toEqual([409, ['payment.declined']])
    expect([await count(), (await shopper.walk('defaultcart'))['total-quantity']]).toEqual([before, 1])
  })
})

test('an email address is validated, and replaced by the next', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const send = (email: unknown) => fill(shopper, 'order:emailinfo:emailform', 'createemailaction', { email })
  expect(messageIds(await send('nobody'))).toEqual(['field.invalid.email.format'])
  expect(messageIds(await send(''))).toEqual(['field.required'])
  expect((await send('one@example.com')).status).toBe(201)
  expect((await send('one@example.com')).status).toBe(200)
  expect((await send('two@example.com')).status).toBe(201)
  expect(await inCart(shopper, 'order:emailinfo:email')).toMatchObject([{ email: 'two@example.com' }])
})

test('cart events contain the destination', async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
  const session = (await shopper.walk('defaultcart')).self.uri.split('/').at(-1)
  const { body } = await store.seller.get(
    '/v2/events?filter=eq(triggered_by,cart.updated)&sort=-created_at&page[limit]=5',
  )
  const [latest] = body.data as { payload: { data: { id: string; country: string } } }[]
  expect(session).toBeDefined()
  expect(latest?.payload.data.country).toBe('US')
  expect(await eventsOf(store.seller, 'cart', latest?.payload.data.id ?? '')).toHaveLength(2)
  expectStatus(await store.seller.get('/v2/orders'), 200)
  expect(hrefs(await orderOf(), 'needinfo').length).toBeGreaterThan(0)
})
