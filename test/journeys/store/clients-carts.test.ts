import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { query } from '../../../src/db/database.ts'
import { type Client, calling, openClient } from '../../support/app.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { unseen } from '../../support/documents/contract.ts'
import { type People, populatePeople } from '../../support/matrix/populate-people.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, change, createAssortment, publish } from '../../support/store/catalogs.ts'
import { changePromotion, makePromotion } from '../../support/store/promotions.ts'
import {
  ADDRESS,
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  GUEST,
  newCartId,
  putOrder,
  watchEvents,
} from '../../support/store/shop.ts'

// Requests about carts and orders by clients written for other servers of this API.

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let seller: Client
let shopper: Client
let people: People
let customer: Client
let member: Client
let account_id: string
let assortment: Assortment
let lamp: string
let rug: string
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
  people = await populatePeople({ seller, shopper, organization: tenant.organization })
  customer = people.customer.client
  const headers = { 'ep-account-management-authentication-token': people.member_token }
  member = calling(shopper, (method, path, body, more) => shopper.call(method, path, body, { ...headers, ...more }))
  account_id = (await seller.get('/v2/accounts?sort=-id')).body.data[0].id
  assortment = await createAssortment(seller, { LAMP: 4900, RUG: 2800 })
  lamp = assortment.skus.get('LAMP') ?? ''
  rug = assortment.skus.get('RUG') ?? ''
  await publish(seller, assortment.catalog)
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

/** Another shopper of the same store. */
async function anotherShopper(): Promise<Client> {
  const ids = { organization_id: seller.organization_id, store_id: seller.store_id }
  const key = await createKey(stage.database.db, { ...ids, name: 'Another' }, Date.now())
  return openClient(stage.app, ids, key, 'implicit')
}

const pathOf = (cart_id: string) => `/v2/carts/${cart_id}`
const linesOf = async (cart_id: string, client = shopper) => (await client.get(`${pathOf(cart_id)}/items`)).body.data
const product = (id: string, quantity: number, more = {}) => ({ type: 'cart_item', id, quantity, ...more })
const inputs = (message: string) => ({ custom_inputs: { name: { name: 'Engraving', message } } })
const GIFT = { gift: { type: 'boolean', value: true } }

describe('custom data', () => {
  test('is shown on a cart and its lines, and copied to the order and its items', async () => {
    const id = newCartId()
    expectStatus(await shopper.put(pathOf(id), { data: { custom_attributes: GIFT } }), 200)
    const line = product(lamp, 1, { ...inputs('For Ada'), custom_attributes: GIFT })
    const added = expectStatus(await shopper.post(`${pathOf(id)}/items`, { data: line }), 201).body.data
    expect(added).toMatchObject([{ ...inputs('For Ada'), custom_attributes: GIFT }])
    expect((await shopper.get(pathOf(id))).body.data.custom_attributes).toEqual(GIFT)
    const { data, included } = expectStatus(await checkOut(shopper, id), 201).body
    expect(data.custom_attributes).toEqual(GIFT)
    expect(included.items).toMatchObject([{ ...inputs('For Ada'), custom_attributes: GIFT }])
    expect((await shopper.get(pathOf(id))).body.data.custom_attributes).toEqual({})
    const engraved = { engraved: { type: 'string', value: 'yes' } }
    const changed = expectStatus(await putOrder(seller, data.id, { custom_attributes: engraved }), 200)
    expect(changed.body.data.custom_attributes).toEqual(engraved)
  })

  test('distinguishes lines of the same product, and equal data shares a line', async () => {
    const id = newCartId()
    const add = async (line: object) => expectStatus(await shopper.post(`${pathOf(id)}/items`, { data: line }), 201)
    for (const message of ['Ada', 'Bo', 'Ada']) await add(product(lamp, 1, inputs(message)))
    await add(product(lamp, 5))
    await add({ type: 'cart_item', sku: 'LAMP', quantity: 1 })
    expect((await linesOf(id)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1, 6])
  })

  test('can be changed on a line, and omitted members stay', async () => {
    const id = await fillCart(shopper, [product(lamp, 2, inputs('Ada'))])
    const [{ id: line }] = await linesOf(id)
    await watch.again()
    const data = { type: 'cart_item', ...inputs('Bo') }
    const { body } = expectStatus(await shopper.put(`${pathOf(id)}/items/${line}`, { data }), 200)
    expect(body.data).toMatchObject([{ quantity: 2, ...inputs('Bo'), custom_attributes: {} }])
    expectStatus(await shopper.put(`${pathOf(id)}/items/${line}`, { data }), 200)
    expect(await watch.emitted()).toEqual(['cart.updated'])
  })

  test('is stored as sent, at any depth and in any script', async () => {
    const deep = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`)
    for (const custom_inputs of [{ deep }, { '': null, 'a/b': ['\u{1f381}', 1.5, false, {}] }]) {
      const id = await fillCart(shopper, [product(lamp, 1, { custom_inputs })])
      const { included } = expectStatus(await checkOut(shopper, id), 201).body
      expect(included.items[0].custom_inputs).toEqual(custom_inputs)
    }
    const broken = product(lamp, 1, { custom_inputs: { broken: '\ud800' } })
    expect((await shopper.post(`${pathOf(newCartId())}/items`, { data: broken })).status).toBeLessThan(500)
  })

  test.each([
    ['too much of it', inputs('x'.repeat(4096)), 'custom_inputs', /at most 4096 bytes of JSON, but has 41\d\d/],
    [
      'a value of another type',
      { custom_attributes: { gift: { type: 'boolean', value: 'yes' } } },
      'custom_attributes/gift/value',
      /^data\.custom_attributes\.gift\.value must be true or false\.$/,
    ],
    [
      'an unknown type',
      { custom_attributes: { gift: { type: 'date', value: 'x' } } },
      'custom_attributes/gift/type',
      /must be one of: string, integer, float, boolean/,
    ],
  ])('is rejected: %s', async (_, more, member_of, detail) => {
    const id = newCartId()
    const refused = await shopper.post(`${pathOf(id)}/items`, { data: product(lamp, 1, more) })
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, `/data/${member_of}`])
    expect(refused.body.errors[0].detail).toMatch(detail)
  })

  test('is limited over all lines together', async () => {
    const id = newCartId()
    const many = Array.from({ length: 40 }, (_, index) => product(lamp, 1, inputs(`${index} ${'x'.repeat(3900)}`)))
    const refused = await shopper.post(`${pathOf(id)}/items`, { data: many })
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      422,
      expect.stringMatching(/at most 131072 bytes of JSON together, but have \d+/),
    ])
  })

  test('is erased with the order, also in its events, and is not in the purchase snapshot', async () => {
    const id = await fillCart(seller, [{ ...customItem(100), ...inputs('For Ada Marsh') }])
    expectStatus(
      await seller.put(pathOf(id), { data: { custom_attributes: { to: { type: 'string', value: 'Ada' } } } }),
      200,
    )
    const contact = { account: { id: account_id }, contact: GUEST, customer: undefined }
    const { data } = expectStatus(await checkOut(seller, id, contact), 201).body
    expectStatus(await putOrder(seller, data.id, { status: 'cancelled' }), 200)
    expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [data.id] } }), 200)
    const { body } = expectStatus(await seller.get(`/v2/orders/${data.id}`), 200)
    expect(body.data.custom_attributes).toEqual({ to: { type: 'string', value: '*' } })
    expect(body.data.contact).toEqual({ name: '*', email: '*' })
    expect(body.included.items[0].custom_inputs).toEqual({ name: '*' })
    const rows = await query<{ text: string }>(
      stage.database.db,
      `select payload::text as text from events join order_events on event_id = events.id where order_id = $1
       union all select document from purchase_snapshots where order_id = $1`,
      [data.id],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { text } of rows) expect(text).not.toMatch(/Ada|ada\.marsh/)
  })
})

describe('POST items', () => {
  test('promotion_item adds a coupon, alone or in a list', async () => {
    const promotion = await makePromotion(seller, { trigger: 'coupon' })
    for (const code of ['SUMMER', 'WINTER'])
      expectStatus(await seller.post(`/v2/promotions/${promotion}/coupons`, { data: { type: 'coupon', code } }), 201)
    const id = newCartId()
    const add = (data: unknown) => shopper.post(`${pathOf(id)}/items`, { data })
    expectStatus(await add([product(lamp, 1), { type: 'promotion_item', code: 'summer' }]), 201)
    expectStatus(await add({ type: 'promotion_item', code: 'WINTER' }), 201)
    expect((await shopper.get(pathOf(id))).body.data.coupons).toEqual(['SUMMER', 'WINTER'])
    const unknown = await add({ type: 'promotion_item', code: 'AUTUMN' })
    expect([unknown.status, unknown.body.errors[0].source.pointer]).toEqual([422, '/data/code'])
    const removed = expectStatus(await shopper.delete(`${pathOf(id)}/discounts/SUMMER`), 200)
    expect(removed.body.data.coupons).toEqual(['WINTER'])
    expect((await shopper.delete(`${pathOf(id)}/discounts/SUMMER`)).status).toBe(404)
  })

  test('a list adds the valid items on request, and reports the others', async () => {
    const id = newCartId()
    const data = [product(lamp, 2), product(UNKNOWN_ID, 1), product(rug, 10_001)]
    const all = { data: data.slice(0, 2), options: { add_all_or_nothing: true } }
    expect((await shopper.post(`${pathOf(id)}/items`, all)).status).toBe(422)
    expect(await linesOf(id)).toEqual([])
    const some = { data: data.slice(0, 2), options: { add_all_or_nothing: false } }
    await watch.again()
    const { body } = expectStatus(await shopper.post(`${pathOf(id)}/items`, some), 201)
    expect(body.data).toMatchObject([{ product_id: lamp, quantity: 2 }])
    expect(body.errors).toMatchObject([{ status: 422, source: { pointer: '/data/1/id' } }])
    expect(await watch.emitted()).toEqual(['cart.updated'])
  })

  test('cart_items copies the lines of another cart, and the prices for sellers only', async () => {
    const source = await fillCart(seller, [product(lamp, 2, inputs('Ada')), customItem(700)])
    const [line] = await linesOf(source)
    const tax = { data: { type: 'tax_item', name: 'VAT', rate: 0.2 } }
    expectStatus(await seller.post(`${pathOf(source)}/items/${line.id}/taxes`, tax), 201)
    const data = { type: 'cart_items', cart_id: source }
    const id = await fillCart(shopper, [product(lamp, 1, inputs('Ada'))])
    await watch.again()
    const merged = expectStatus(await shopper.post(`${pathOf(id)}/items`, { data }), 201).body
    expect(merged.data).toMatchObject([{ product_id: lamp, quantity: 3, ...inputs('Ada') }])
    expect(merged.data).toHaveLength(1)
    expect(merged.data[0].relationships.taxes.data).toEqual([])
    expect(merged.errors).toMatchObject([{ detail: expect.stringContaining('shopper_custom_items') }])
    expect(await watch.emitted()).toEqual(['cart.updated'])
    const options = { add_all_or_nothing: true }
    expect((await shopper.post(`${pathOf(id)}/items`, { data, options })).status).toBe(403)
    const own = newCartId()
    const copied = expectStatus(await seller.post(`${pathOf(own)}/items`, { data, options }), 201).body
    expect(copied.data).toMatchObject([{ quantity: 2 }, { type: 'custom_item', value: { amount: 700 } }])
    expect(copied.errors).toBeUndefined()
    expect(await linesOf(source)).toHaveLength(2)
  })

  test.each([
    ['itself', (id: string) => id, 'data.cart_id must be the id of another cart.'],
    ['a cart that was never used', () => 'never', 'The cart never has no items.'],
    ['a cart of the storefront', () => 'sf.1.0', 'The cart sf.1.0 has no items.'],
  ])('cart_items of %s is rejected', async (_, cart_id, detail) => {
    const id = await fillCart(shopper, [product(lamp, 1)])
    const refused = await shopper.post(`${pathOf(id)}/items`, { data: { type: 'cart_items', cart_id: cart_id(id) } })
    expect(refused.body.errors).toMatchObject([{ status: 422, detail, source: { pointer: '/data/cart_id' } }])
  })

  test('order_items adds the products of an own order again', async () => {
    const bought = await fillCart(customer, [product(lamp, 2, inputs('Ada')), product(rug, 1)])
    expectStatus(await seller.post(`${pathOf(bought)}/items`, { data: customItem(100) }), 201)
    const order = { customer: { id: people.customer.id } }
    const { data } = expectStatus(await checkOut(customer, bought, order), 201).body
    const id = newCartId()
    const again = { data: { type: 'order_items', order_id: data.id } }
    const { body } = expectStatus(await customer.post(`${pathOf(id)}/items`, again), 201)
    expect(body.data).toMatchObject([
      { product_id: lamp, quantity: 2, ...inputs('Ada') },
      { product_id: rug, quantity: 1 },
    ])
    expect(body.errors).toMatchObject([{ detail: 'Lamp is not a product of the catalog: add it as a custom item.' }])
    const stranger = await anotherShopper()
    expect((await stranger.post(`${pathOf(id)}/items`, again)).body.errors[0].detail).toBe(
      `Order ${data.id} not found.`,
    )
    expectStatus(await change(seller, `/products/${rug}`, 'product', { status: 'draft' }), 200)
    await publish(seller, assortment.catalog)
    const later = expectStatus(await seller.post(`${pathOf(newCartId())}/items`, again), 201).body
    expect(later.data).toMatchObject([{ product_id: lamp }])
    expect(later.errors).toHaveLength(2)
    expectStatus(await change(seller, `/products/${rug}`, 'product', { status: 'live' }), 200)
    await publish(seller, assortment.catalog)
  })
})

describe('PUT items', () => {
  test('changes several lines at once, all or none, from the version read', async () => {
    const id = await fillCart(shopper, [product(lamp, 1), product(rug, 1)])
    const [one, two] = await linesOf(id)
    const put = (data: unknown, more = {}, headers = {}) =>
      shopper.call('PUT', `${pathOf(id)}/items`, { data, ...more }, headers)
    const { headers } = await shopper.get(pathOf(id))
    await watch.again()
    const data = [
      { id: one.id, quantity: 3 },
      { id: two.id, quantity: 0 },
    ]
    expectStatus(await put(data, {}, { 'if-match': headers.get('etag') ?? '' }), 200)
    expect(await linesOf(id)).toMatchObject([{ id: one.id, quantity: 3 }])
    expect((await put(data, {}, { 'if-match': headers.get('etag') ?? '' })).status).toBe(409)
    const stale = [
      { id: one.id, quantity: 4 },
      { id: two.id, quantity: 4 },
    ]
    expect((await put(stale)).body.errors).toMatchObject([{ status: 422, source: { pointer: '/data/1/id' } }])
    expect(await linesOf(id)).toMatchObject([{ quantity: 3 }])
    const { body } = expectStatus(await put(stale, { options: { update_all_or_nothing: false } }), 200)
    expect([body.data[0].quantity, body.errors.length]).toEqual([4, 1])
    expect(await watch.emitted()).toEqual(['cart.updated', 'cart.updated'])
  })
})

describe('cart owners', () => {
  test('customers and account members list their own carts with items, and sellers those of any', async () => {
    const [of_customer, of_account] = [newCartId(), newCartId()]
    for (const [client, id] of [
      [customer, of_customer],
      [member, of_account],
    ] as const)
      await fillCart(client, [product(lamp, 1)], id)
    const party = (type: string, id: string) => ({ data: [{ type, id }] })
    const customers = `${pathOf(of_customer)}/relationships/customers`
    expectStatus(await customer.post(customers, party('customer', people.customer.id)), 200)
    const accounts = `${pathOf(of_account)}/relationships/accounts`
    const { body } = expectStatus(await member.post(accounts, party('account', account_id)), 200)
    expect(body).toEqual({ data: [{ type: 'account', id: account_id }] })
    expect((await member.get(pathOf(of_account))).body.data.relationships.accounts).toEqual(body)
    const listed = async (client: Client) => {
      const list = expectStatus(await client.get('/v2/carts?include=items'), 200).body
      expect(list.included.items).toMatchObject(list.data.map(() => ({ product_id: lamp })))
      return list.data.map(({ id }: { id: string }) => id)
    }
    expect(await listed(customer)).toEqual([of_customer])
    expect(await listed(member)).toEqual([of_account])
    expect((await shopper.get('/v2/carts')).status).toBe(403)
    const sellers = async (filter: string) =>
      expectStatus(await seller.get(`/v2/carts?filter=${filter}`), 200).body.data.map(({ id }: { id: string }) => id)
    expect(await sellers(`eq(customer_id,${people.customer.id})`)).toEqual([of_customer])
    expect(await sellers(`in(account_id,${people.customer.id},${account_id})`)).toEqual([of_account])
    expect(await sellers(`eq(customer_id,${account_id})`)).toEqual([])
    expect((await seller.get('/v2/carts?filter=eq(customer_id,ada)')).status).toBe(400)
    const removed = await member.call('DELETE', accounts, party('account', account_id))
    expect(expectStatus(removed, 200).body).toEqual({ data: [] })
    expect(await listed(member)).toEqual([])
  })

  test('shoppers cannot assign a cart to another account, and sellers only to an existing one', async () => {
    const accounts = `${pathOf(newCartId())}/relationships/accounts`
    const body = { data: [{ type: 'account', id: account_id }] }
    for (const client of [shopper, customer]) {
      expect((await client.post(accounts, body)).status).toBe(403)
      expect((await client.call('DELETE', accounts, body)).status).toBe(403)
    }
    expect((await seller.post(accounts, { data: [{ type: 'account', id: UNKNOWN_ID }] })).status).toBe(422)
  })
})

describe('tax items', () => {
  const line = (id: string) => ({ relationships: { item: { data: { type: 'cart_item', id } } } })
  const tax = (more: object) => ({
    type: 'tax_item',
    name: 'California Tax',
    jurisdiction: 'CALIFORNIA',
    code: 'CA123',
    ...more,
  })

  test('are added to many lines together and removed together', async () => {
    const id = await fillCart(shopper, [product(lamp, 1), product(rug, 1)])
    const [one, two] = await linesOf(id)
    await watch.again()
    const data = [tax({ rate: 0.0775, ...line(one.id) }), tax({ rate_ppm: 77_500, ...line(two.id) })]
    const { body } = expectStatus(await seller.post(`${pathOf(id)}/taxes`, { data }), 201)
    const rates = { rate: 0.0775, rate_ppm: 77_500 }
    expect(body.data).toMatchObject([
      { ...rates, ...line(one.id) },
      { ...rates, ...line(two.id) },
    ])
    expect((await linesOf(id))[0].meta.display_price.tax.value.amount).toBe(380)
    const unknown = [tax({ rate: 0.1, ...line(one.id) }), tax({ rate: 0.1, ...line(UNKNOWN_ID) })]
    const refused = await seller.post(`${pathOf(id)}/taxes`, { data: unknown })
    expect(refused.body.errors).toMatchObject([{ source: { pointer: '/data/1/relationships/item/data/id' } }])
    const options = { add_all_or_nothing: false }
    const partly = expectStatus(await seller.post(`${pathOf(id)}/taxes`, { data: unknown, options }), 201).body
    expect([partly.data.length, partly.errors.length]).toEqual([1, 1])
    for (const response of [
      await shopper.post(`${pathOf(id)}/taxes`, { data }),
      await shopper.delete(`${pathOf(id)}/taxes`),
    ])
      expect(response.status).toBe(403)
    expect(expectStatus(await seller.delete(`${pathOf(id)}/taxes`), 200).body).toEqual({ data: [] })
    expect((await linesOf(id))[1].relationships.taxes.data).toEqual([])
    expect(await watch.emitted()).toEqual(['cart.updated', 'cart.updated', 'cart.updated'])
  })

  test('return an item for an item, and a list for a list', async () => {
    const id = await fillCart(shopper, [product(lamp, 1)])
    const [{ id: item }] = await linesOf(id)
    const taxes = `${pathOf(id)}/items/${item}/taxes`
    const [federal, state] = [tax({ rate: 0.1 }), tax({ rate: 0.2 })]
    const one = expectStatus(await seller.post(taxes, { data: federal }), 201).body.data
    expect(one).toMatchObject({ type: 'tax_item', rate: 0.1 })
    const many = expectStatus(await seller.post(taxes, { data: [state] }), 201).body.data
    expect(many).toMatchObject([{ rate: 0.2 }])
    const changed = expectStatus(await seller.put(`${taxes}/${one.id}`, { data: tax({ rate: 0.3 }) }), 200).body.data
    expect(changed).toEqual({ ...one, rate: 0.3, rate_ppm: 300_000 })
    expectStatus(await seller.delete(`${taxes}/${one.id}`), 200)
    expect((await seller.get(taxes)).body.data).toEqual(many)
  })

  test.each([
    [{ rate: 0.2 }, 200_000],
    [{ rate: 0.000001 }, 1],
    [{ rate: 1.1, rate_ppm: 1_100_000 }, 1_100_000],
    [{ rate: 0.29 }, 290_000],
    [{ rate: 10 }, 10_000_000],
    [{ rate: 0.2000001 }, 'data.rate must be a fraction with at most 6 decimal places: 0.2 is 20 %.'],
    [{ rate: 1e-7 }, 'data.rate must be a fraction with at most 6 decimal places: 0.2 is 20 %.'],
    [{ rate: 200_000 }, 'data.rate must be a fraction from 0 to 10: 0.2 is 20 %. Send millionths as rate_ppm.'],
    [{ rate: 0.2, rate_ppm: 20 }, 'data.rate and data.rate_ppm must be the same rate: 0.2 is 200000.'],
  ])('keep the rate %j exactly', async (rates, expected) => {
    const id = await fillCart(shopper, [product(lamp, 1)])
    const [{ id: item }] = await linesOf(id)
    const { status, body } = await seller.post(`${pathOf(id)}/items/${item}/taxes`, { data: tax(rates) })
    const outcome = status === 201 ? body.data.rate_ppm : body.errors[0].detail
    expect(outcome).toBe(expected)
    if (status === 201) expect(body.data.rate).toBe(rates.rate)
    else expect(status).toBe(422)
  })
})

describe('include=items', () => {
  test('returns the items of a cart and of all orders on a page', async () => {
    const id = await fillCart(shopper, [product(lamp, 1)])
    const path = `${pathOf(id)}?include=items`
    expect((await shopper.get(path)).body.included.items).toEqual(await linesOf(id))
    expect((await shopper.get(pathOf(id))).body.included).toBeUndefined()
    const { data, included } = expectStatus(await checkOut(shopper, id), 201).body
    const [item] = included.items
    expect(data.relationships.items.data).toEqual([{ type: 'item', id: item.id }])
    const one = (await seller.get(`/v2/orders/${data.id}?include=items`)).body
    expect(one.included.items).toEqual([item])
    const list = expectStatus(await seller.get('/v2/orders?include=items&page[limit]=3'), 200).body
    const references = list.data.flatMap((order: typeof data) => order.relationships.items.data)
    expect(list.data.length).toBeGreaterThan(1)
    expect(list.included.items.map((one: { id: string }) => one.id)).toEqual(
      references.map((one: { id: string }) => one.id),
    )
    expect((await seller.get('/v2/orders')).body.included).toBeUndefined()
  })

  test('costs one statement for a page of orders, and none for a page of carts', async () => {
    const counted = (path: string) => statementsOf(stage, () => seller.get(path))
    const orders = await counted('/v2/orders?page[limit]=4')
    expect(await counted('/v2/orders?page[limit]=4&include=items')).toBe(orders + 1)
    const some = await fillCart(shopper, [product(lamp, 1)])
    const more = await fillCart(shopper, [product(lamp, 1), product(rug, 2)])
    const carts = await counted(`/v2/carts?filter=in(id,${some})`)
    expect(await counted(`/v2/carts?filter=in(id,${some},${more})&include=items`)).toBe(carts)
  })
})

describe('a checkout', () => {
  const contact = { name: 'Bo Reyes', email: 'bo.reyes@example.com' }

  test('accepts a contact for the account of the token, and orders are found by contact', async () => {
    const id = await fillCart(member, [product(lamp, 1)])
    const data = { contact, billing_address: ADDRESS, shipping_address: ADDRESS }
    const order = expectStatus(await member.post(`${pathOf(id)}/checkout`, { data }), 201).body.data
    expect(order).toMatchObject({
      contact,
      customer: contact,
      relationships: { account: { data: { type: 'account', id: account_id } } },
    })
    const found = await seller.get(`/v2/orders?filter=eq(contact.email,${contact.email})`)
    expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([order.id])
  })

  test.each([
    ['no account', { contact }, '/data/account'],
    ['a customer too', { contact, account: { id: UNKNOWN_ID }, customer: GUEST }, '/data/customer'],
  ])('rejects a contact with %s', async (_, buyer, pointer) => {
    const id = await fillCart(shopper, [product(lamp, 1)])
    const refused = await shopper.post(`${pathOf(id)}/checkout`, { data: { ...buyer, billing_address: ADDRESS } })
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, pointer])
  })

  test('shows the shipping option on the order with its name at that time', async () => {
    const option = { type: 'shipping_option', name: 'Standard', code: 'std', costs: { USD: { amount: 500 } } }
    const created = await seller.post('/v2/shipping-options', { data: option })
    const { id: shipping_option } = expectStatus(created, 201).body.data
    const sold = await Promise.all(
      [{ shipping_option }, { shipping_option: { id: shipping_option } }, { shipping_option: 'std' }].map(
        async (named) => expectStatus(await checkOut(shopper, await fillCart(shopper, [product(lamp, 1)]), named), 201),
      ),
    )
    for (const { body } of sold) expect(body.data.shipping_option).toEqual({ id: shipping_option, name: 'Standard' })
    const [{ data }] = sold.map(({ body }) => body)
    expectStatus(await seller.delete(`/v2/shipping-options/${shipping_option}`), 200)
    const { body } = await seller.get(`/v2/orders/${data.id}`)
    expect(body.data.shipping_option).toEqual({ id: shipping_option, name: 'Standard' })
  })
})

test('a gift is offered only if stock remains after all lines of its product', async () => {
  expectStatus(await seller.post(`/v2/inventories/${rug}`, { data: { type: 'stock', quantity: 2 } }), 201)
  const when = { kind: 'quantity', of: { skus: ['RUG'] }, minimum: 1 }
  const action = { kind: 'free_item', sku: 'RUG', quantity: 1 }
  const promotion = await makePromotion(seller, { scope: 'line_total', when, action, currency: null })
  const id = await fillCart(shopper, [product(rug, 1, inputs('Ada'))])
  expect(await linesOf(id)).toHaveLength(2)
  await fillCart(shopper, [product(rug, 1, inputs('Bo'))], id)
  expect(await linesOf(id)).toHaveLength(2)
  await changePromotion(seller, promotion, { enabled: false })
})

test('covers a success and a failure of every operation added for these clients', () => {
  const own = ['UpdateCartItems', 'AddCartTaxes', 'DeleteCartTaxes', 'AddCartAccounts', 'RemoveCartAccounts']
  expect(unseen(stage.contract, ({ operationId }) => [...own, 'RemoveCartDiscount'].includes(operationId))).toEqual([])
})
