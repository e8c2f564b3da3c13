import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { leastCpu } from '../../support/measures/least-cpu.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { ADDRESS, checkOut, customItem, expectStatus, fillCart, makeOrder, putOrder } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  const assortment = await createAssortment(seller, { LAMP: 1000 })
  await publish(seller, assortment.catalog)
})
afterAll(() => stage.close())

const LAMP = { type: 'cart_item', sku: 'LAMP', quantity: 1 }

/** Pointers of a rejected checkout; empty if it succeeds. */
const fieldsOf = ({ status, body }: Answered): string[] =>
  status === 201
    ? []
    : [String(status), ...body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)]

async function refused(item: object, addresses: Record<string, unknown>): Promise<string[]> {
  return fieldsOf(await checkOut(shopper, await fillCart(shopper, [item]), addresses))
}

const without = (...fields: string[]) => ({ ...ADDRESS, ...Object.fromEntries(fields.map((field) => [field, ''])) })

test.each(['line_1', 'region', 'postcode', 'country'])('a delivery to the United States requires %s', async (field) => {
  const { [field as keyof typeof ADDRESS]: _, ...rest } = ADDRESS
  const address = { ...rest }
  expect(await refused(LAMP, { shipping_address: address })).toEqual(['422', `/data/shipping_address/${field}`])
  const billing = { shipping_address: undefined, billing_address: address }
  expect(await refused(LAMP, billing)).toEqual(['422', `/data/billing_address/${field}`])
})

test('either first name or last name is enough', async () => {
  expect(await refused(LAMP, { shipping_address: without('first_name') })).toEqual([])
  expect(await refused(LAMP, { shipping_address: without('last_name') })).toEqual([])
  const { status, body } = await checkOut(shopper, await fillCart(shopper, [LAMP]), {
    shipping_address: without('first_name', 'last_name'),
  })
  expect([status, body.errors.map(({ detail }: { detail: string }) => detail)]).toEqual([
    422,
    ['data.shipping_address.first_name or last_name is required.'],
  ])
})

test('all missing members are reported at once', async () => {
  const address = without('first_name', 'last_name', 'postcode', 'region')
  expect(await refused(LAMP, { shipping_address: address })).toEqual([
    '422',
    ...['first_name', 'postcode', 'region'].map((field) => `/data/shipping_address/${field}`),
  ])
})

test.each([
  ['GB', { line_1: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA' }],
  ['GB', { line_1: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA', region: 'Greater London' }],
  ['DE', { line_1: 'Platz der Republik 1', city: 'Berlin', postcode: '11011' }],
  ['FR', { line_1: '5 Avenue Anatole France', city: 'Paris', postcode: '75007' }],
  ['NL', { line_1: 'Museumstraat 1', city: 'Amsterdam', postcode: '1071 XX' }],
  ['JP', { line_1: '丸の内1-9-1', city: '千代田区', postcode: '100-0005' }],
  ['IE', { line_1: '1 Patrick Street', city: 'Cork', county: 'Cork' }],
  ['HK', { line_1: '8 Finance Street', city: 'Central' }],
  ['US', { line_1: '1 Main Street', city: 'San Francisco', postcode: '94105', region: 'California' }],
  ['US', { line_1: '1 Main Street', city: 'San Francisco', postcode: '94105', region: 'us-ca' }],
  ['CA', { line_1: '111 Wellington St', city: 'Ottawa', postcode: 'K1A 0A9', county: 'Ontario' }],
  ['CA', { line_1: '1 Rue Sainte', city: 'Québec', postcode: 'G1R 2B5', region: 'Québec' }],
])('an address as written in %s is accepted and shown as sent: %j', async (country, lines) => {
  const sent = { first_name: 'A', last_name: 'B', ...lines, country }
  for (const item of [LAMP, customItem(1000)]) {
    const cart_id = await fillCart(shopper, [item])
    const { body } = expectStatus(
      await checkOut(shopper, cart_id, { billing_address: sent, shipping_address: undefined }),
      201,
    )
    expect(body.data.shipping_address).toMatchObject(sent)
  }
})

test('a stored address requires a line and a country, and its use decides about the rest', async () => {
  const customer = { type: 'customer', name: 'Ada', email: `${crypto.randomUUID()}@example.com` }
  const { id } = expectStatus(await seller.post('/v2/customers', { data: customer }), 201).body.data
  const path = `/v2/customers/${id}/addresses`
  const address = { first_name: '', last_name: '', line_1: '1 Main Street', city: 'X', country: 'US' }
  const stored = await seller.post(path, { data: { type: 'address', name: 'Office', ...address } })
  const { line_1, country, region, postcode } = expectStatus(stored, 201).body.data
  const bill = { line_1, country, region, postcode }
  expect(await refused(customItem(1000), { billing_address: bill, shipping_address: undefined })).toEqual([])
  expect(await refused(LAMP, { shipping_address: bill })).toEqual([
    '422',
    ...['first_name', 'postcode', 'region'].map((field) => `/data/shipping_address/${field}`),
  ])
  const without = { name: 'Office', line_1: ' ', country: 'US' }
  expect(fieldsOf(await seller.post(path, { data: without }))).toEqual(['422', '/data/line_1'])
})

test('null means nothing in an optional field', async () => {
  const address = { ...ADDRESS, line_2: null, county: null, company_name: null, instructions: null, phone_number: null }
  const cart_id = await fillCart(shopper, [LAMP])
  const { body } = expectStatus(await checkOut(shopper, cart_id, { shipping_address: address }), 201)
  expect(body.data.shipping_address).toMatchObject({ line_2: '', county: '', company_name: '', phone_number: '' })
  expect(await refused(LAMP, { shipping_address: { ...ADDRESS, region: null } })).toEqual([
    '422',
    '/data/shipping_address/region',
  ])
  const { body: refusal } = await checkOut(shopper, cart_id, { shipping_address: { ...ADDRESS, line_1: null } })
  expect(refusal.errors[0].detail).toBe('data.shipping_address.line_1 must be a string.')
})

test('null means nothing in an optional field of a stored address, which needs one name at most', async () => {
  const customer = { type: 'customer', name: 'Suharto', email: `${crypto.randomUUID()}@example.com` }
  const { id } = expectStatus(await seller.post('/v2/customers', { data: customer }), 201).body.data
  const account = expectStatus(await seller.post('/v2/accounts', { data: { type: 'account', name: 'Inc.' } }), 201)
  const nulls = { last_name: null, line_2: null, county: null, region: null, company_name: null, phone_number: null }
  const sent = { ...ADDRESS, type: 'address', first_name: 'Suharto', ...nulls, instructions: null, name: null }
  for (const path of [`/v2/customers/${id}/addresses`, `/v2/accounts/${account.body.data.id}/addresses`]) {
    const { body } = expectStatus(await seller.post(path, { data: sent }), 201)
    expect(body.data).toMatchObject({ first_name: 'Suharto', last_name: '', line_2: '', region: '', county: '' })
    expectStatus(await seller.put(`${path}/${body.data.id}`, { data: { type: 'address', first_name: null } }), 200)
  }
  const one = { ...ADDRESS, first_name: 'Suharto', last_name: null, line_2: null, county: null }
  const order = expectStatus(
    await checkOut(shopper, await fillCart(shopper, [LAMP]), { billing_address: one, shipping_address: one }),
    201,
  )
  expectStatus(await putOrder(seller, order.body.data.id, { shipping_address: { ...one, county: null } }), 200)
})

test('an unknown country is rejected in checkouts and carts', async () => {
  expect(await refused(LAMP, { shipping_address: { ...ADDRESS, country: 'ZZ' } })).toEqual([
    '422',
    '/data/shipping_address/country',
  ])
  const cart_id = await fillCart(shopper, [LAMP])
  const sent = await shopper.put(`/v2/carts/${cart_id}`, { data: { type: 'cart', country: 'ZZ' } })
  expect(fieldsOf(sent)).toEqual(['422', '/data/country'])
})

test('an order without delivery needs no shipping address or region, but a valid country for taxes', async () => {
  const bill = { line_1: '41 Juniper Street', country: 'US', region: 'OR' }
  const item = customItem(1000)
  const only = (billing_address: object) => refused(item, { billing_address, shipping_address: undefined })
  expect(await only(bill)).toEqual([])
  expect(await only({ ...bill, country: 'ZZ' })).toEqual(['422', '/data/billing_address/country'])
  expect(await only({ line_1: 'x' })).toEqual(['422', '/data/billing_address/country'])
  expect(await only({ ...bill, region: '' })).toEqual([])
})

test('a tax zone with regions requires a valid region, and the error suggests the nearest', async () => {
  const tenant = await stage.openTenant()
  const { store } = tenant
  const zone = { type: 'tax_zone', name: 'West', countries: [{ country: 'US', regions: ['CA', 'Oregon'] }] }
  const { id: tax_zone_id } = expectStatus(await store.post('/v2/taxes/zones', { data: zone }), 201).body.data
  const goods = { type: 'tax_class', name: 'Goods', code: 'goods', default: true }
  const { id: tax_class_id } = expectStatus(await store.post('/v2/taxes/classes', { data: goods }), 201).body.data
  const rate = { type: 'tax_rate', name: 'Sales tax', code: 'sales-tax', rate: 100_000 }
  const of = { tax_zone_id, tax_class_id }
  expectStatus(await store.post('/v2/taxes/rates', { data: { ...rate, ...of } }), 201)
  const order = async (more: object) => {
    const bill = { first_name: 'A', line_1: '1 Main Street', city: 'X', postcode: '94105', country: 'US', ...more }
    return checkOut(store, await fillCart(store, [customItem(1000)]), {
      billing_address: bill,
      shipping_address: undefined,
    })
  }
  for (const region of ['CA', 'ca', 'US-CA', 'California', 'Oregon', 'OR']) {
    const { body } = expectStatus(await order({ region }), 201)
    expect([region, body.data.meta.display_price.tax.amount]).toEqual([region, 100])
    expect(body.data.shipping_address.region).toBe(region)
  }
  const elsewhere = expectStatus(await order({ region: 'Nevada' }), 201).body.data
  expect(elsewhere.meta.display_price.tax.amount).toBe(0)
  expect(fieldsOf(await order({}))).toEqual(['422', '/data/billing_address/region'])
  const { status, body } = await order({ region: 'Californa' })
  expect([status, body.errors[0].detail]).toEqual([
    422,
    expect.stringMatching(
      /^data\.billing_address\.region must be a region of US, its code or its name: CA \(California\), /,
    ),
  ])
  expect(expectStatus(await order({ country: 'GB', region: 'Anything' }), 201).body.data.shipping_address.region).toBe(
    'Anything',
  )
})

test('a shipping option with regions requires a region only for delivered items', async () => {
  const { store } = await stage.openTenant()
  const countries = [
    { country: 'GB', regions: ['Scotland'] },
    { country: 'GB', postcodes: ['SW*'] },
  ]
  const option = { type: 'shipping_option', name: 'Post', code: 'post', countries, costs: { USD: { amount: 500 } } }
  expectStatus(await store.post('/v2/shipping-options', { data: option }), 201)
  const assortment = await createAssortment(store, { LAMP: 1000 })
  await publish(store, assortment.catalog)
  const bill = { first_name: 'A', line_1: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA', country: 'GB' }
  const only = { billing_address: bill, shipping_address: undefined }
  expect(fieldsOf(await checkOut(store, await fillCart(store, [customItem(1)]), only))).toEqual([])
  expect(fieldsOf(await checkOut(store, await fillCart(store, [LAMP]), only))).toContain('/data/billing_address/region')
})

test('a region whose characters each expand to 18 letters is rejected at once', async () => {
  const { store } = await stage.openTenant()
  const zone = { type: 'tax_zone', name: 'England', countries: [{ country: 'GB', regions: ['ENG'] }] }
  expectStatus(await store.post('/v2/taxes/zones', { data: zone }), 201)
  const cart_id = await fillCart(store, [customItem(1000)])
  const region = '\uFDFA'.repeat(255)
  const bill = { first_name: 'A', line_1: '1 High Street', postcode: 'LS1 1AA', country: 'GB', region }
  const order = () => checkOut(store, cart_id, { billing_address: bill, shipping_address: undefined })
  expect(fieldsOf(await order())).toEqual(['422', '/data/billing_address/region'])
  expect(await leastCpu(100, order)).toBeLessThan(100)
})

test('a complete order address cannot become incomplete', async () => {
  const { id } = await makeOrder(seller)
  expect(fieldsOf(await putOrder(seller, id, { shipping_address: { country: 'ZZ' } }))).toEqual([
    '422',
    '/data/shipping_address/country',
  ])
  expect(fieldsOf(await putOrder(seller, id, { billing_address: { line_1: ' ' } }))).toEqual([
    '422',
    '/data/billing_address/line_1',
  ])
  expectStatus(await putOrder(seller, id, { shipping_address: { region: 'WA', city: 'Seattle' } }), 200)
})
