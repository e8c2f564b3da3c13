import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { ADDRESS, expectStatus, GUEST, newCartId, watchEvents } from '../../support/store/shop.ts'

let stage: Stage
let store: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  ;({ store, shopper } = await stage.openTenant())
  expectStatus(await store.post('/v2/currencies', { data: EURO }), 201)
  const assortment = await createAssortment(store, { LAMP: { USD: { amount: 1000 }, EUR: { amount: 900 } } })
  await publish(store, assortment.catalog)
})
afterAll(() => stage.close())

const EURO = {
  type: 'currency',
  code: 'EUR',
  exchange_rate: 1,
  format: '€{price}',
  decimal_point: ',',
  thousand_separator: '.',
  decimal_places: 2,
}
const IN_EURO = { 'x-moltin-currency': 'EUR' }
const IN_DOLLAR = { 'x-moltin-currency': 'USD' }
const LAMP = { data: { type: 'cart_item', sku: 'LAMP', quantity: 1 } }
const BUYER = { data: { customer: GUEST, billing_address: ADDRESS, shipping_address: ADDRESS } }

/** Currency and total of a cart read with these headers, such as `EUR 900`. */
async function totalOf(id: string, headers = {}): Promise<string> {
  const { data } = expectStatus(await shopper.call('GET', `/v2/carts/${id}`, undefined, headers), 200).body
  const { amount, currency } = data.meta.display_price.with_tax
  expect(currency).toBe(data.currency)
  return `${currency} ${amount}`
}

test.each(['X-Moltin-Currency', 'X-Currency'])('%s sets the currency of a cart with its first item', async (name) => {
  const id = newCartId()
  const watch = await watchEvents(store)
  const added = await shopper.call('POST', `/v2/carts/${id}/items`, LAMP, { [name]: 'eur' })
  const { data, meta } = expectStatus(added, 201).body
  expect(data[0].unit_price).toMatchObject({ amount: 900, currency: 'EUR' })
  expect(meta.display_price.with_tax).toEqual({ amount: 900, currency: 'EUR', formatted: '€9,00' })
  const [event] = await watch.events()
  expect(event?.payload.data.meta.display_price.with_tax).toMatchObject({ amount: 900, currency: 'EUR' })
  expect([await totalOf(id), await totalOf(id, IN_DOLLAR)]).toEqual(['EUR 900', 'EUR 900'])
  const again = expectStatus(await shopper.call('POST', `/v2/carts/${id}/items`, LAMP, IN_DOLLAR), 201).body
  expect(again.meta.display_price.with_tax).toMatchObject({ amount: 1800, currency: 'EUR' })
  const order = expectStatus(await shopper.call('POST', `/v2/carts/${id}/checkout`, BUYER, IN_DOLLAR), 201).body.data
  expect(order.meta.display_price.with_tax).toMatchObject({ amount: 1800, currency: 'EUR' })
})

test('a new cart takes its currency from the body, else the header, and keeps it while empty', async () => {
  const create = async (data: object, headers: Record<string, string>) =>
    expectStatus(await shopper.call('POST', '/v2/carts', { data }, headers), 201).body.data
  const named = await create({ name: 'Both', currency: 'USD' }, IN_EURO)
  expect([named.currency, await totalOf(named.id, IN_EURO)]).toEqual(['USD', 'USD 0'])
  const header = await create({ name: 'Header' }, IN_EURO)
  expect([header.currency, await totalOf(header.id, IN_DOLLAR)]).toEqual(['EUR', 'EUR 0'])
  const put = await shopper.call('PUT', `/v2/carts/${newCartId()}`, { data: { name: 'Put' } }, IN_EURO)
  expect(expectStatus(put, 200).body.data.currency).toBe('EUR')
})

test('a cart without a currency is shown in that of the header, and stays unchanged', async () => {
  const id = newCartId()
  expectStatus(await shopper.post(`/v2/carts/${id}/items`, LAMP), 201)
  expect([await totalOf(id, IN_EURO), await totalOf(id)]).toEqual(['EUR 900', 'USD 1000'])
  const items = expectStatus(await shopper.call('GET', `/v2/carts/${id}/items`, undefined, IN_EURO), 200).body
  expect(items.data[0].value).toMatchObject({ amount: 900, currency: 'EUR' })
  const listed = await store.call('GET', `/v2/carts?filter=eq(id,${id})`, undefined, IN_EURO)
  expect(expectStatus(listed, 200).body.data).toMatchObject([{ id, currency: 'EUR' }])
  expect(await totalOf(id)).toBe('USD 1000')
})

test('the ETag of a cart in a header currency is valid for changes and checkouts in it', async () => {
  const id = newCartId()
  expectStatus(await shopper.post(`/v2/carts/${id}/items`, LAMP), 201)
  const read = async () => (await shopper.call('GET', `/v2/carts/${id}`, undefined, IN_EURO)).headers.get('etag') ?? ''
  const stale = await shopper.call('POST', `/v2/carts/${id}/checkout`, BUYER, { 'if-match': await read() })
  expect(stale.status).toBe(409)
  const headers = { ...IN_EURO, 'if-match': await read() }
  const order = expectStatus(await shopper.call('POST', `/v2/carts/${id}/checkout`, BUYER, headers), 201).body.data
  expect(order.meta.display_price.with_tax).toMatchObject({ amount: 900, currency: 'EUR' })
})

test('an unknown currency is rejected for every cart, as in the catalog', async () => {
  const id = newCartId()
  const wrong = { 'x-moltin-currency': 'XYZ' }
  const errorOf = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const response = await shopper.call(method, path, body, wrong)
    const [{ detail, source }] = response.body.errors
    return [response.status, detail, source.header]
  }
  const expected = await errorOf('GET', '/v2/catalog/products')
  expect(expected).toEqual([400, expect.stringMatching(/^X-Currency must be one of: /), 'X-Currency'])
  expect(await errorOf('POST', `/v2/carts/${id}/items`, LAMP)).toEqual(expected)
  expect(await errorOf('POST', '/v2/carts', { data: { name: 'New' } })).toEqual(expected)
  expect(await errorOf('GET', `/v2/carts/${id}`)).toEqual(expected)
  expectStatus(await shopper.post(`/v2/carts/${id}/items`, LAMP), 201)
  expect(await errorOf('PUT', `/v2/carts/${id}`, { data: { name: 'Old' } })).toEqual(expected)
  expect(await errorOf('POST', `/v2/carts/${id}/checkout`, BUYER)).toEqual(expected)
})
