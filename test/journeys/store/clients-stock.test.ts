import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { make } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Requests of clients that support stock in several locations.

let stage: Stage
let store: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  store = tenant.store
  shopper = tenant.shopper
})
afterAll(() => stage.close())

const LOCATED = { 'EP-Inventories-Multi-Location': 'true' }
const LIST = '/v2/inventories'
const product = async () => (await make(store, '/products', 'product', { sku: crypto.randomUUID(), name: 'Lamp' })).id
const stock = (id: string, attributes: object) => ({ data: { id, type: 'stock', attributes } })
const levels = (available: number, allocated = 0) => ({ available, allocated, total: available + allocated })
const located = (available: number, allocated = 0) => ({
  ...levels(available, allocated),
  locations: { default: levels(available, allocated) },
})

test.each([
  [{ available: 20 }, 20],
  [{ locations: { default: { available: 7 } } }, 7],
  [{ available: 7, locations: { default: { available: 7 } } }, 7],
  [{}, 0],
])('POST /inventories with %o makes %i available', async (attributes, available) => {
  const id = await product()
  const created = expectStatus(await store.call('POST', LIST, stock(id, attributes), LOCATED), 201)
  expect(created.body.data).toMatchObject({ id, type: 'stock', attributes: located(available), available })
  const plain = expectStatus(await shopper.get(`${LIST}/${id}`), 200).body.data
  expect([plain.available, 'attributes' in plain]).toEqual([available, false])
  expect((await store.call('POST', LIST, stock(id, attributes), LOCATED)).status).toBe(409)
})

test('PUT sets the available units beside the allocated ones, and changes nothing without a number', async () => {
  const id = await product()
  expectStatus(await store.post(LIST, stock(id, { available: 5 })), 201)
  const transaction = {
    type: 'stock-transaction',
    attributes: { action: 'allocate', quantity: 2, location: 'default' },
  }
  expectStatus(await store.call('POST', `${LIST}/${id}/transactions`, { data: transaction }, LOCATED), 201)
  const put = (attributes: object, headers = {}) =>
    store.call('PUT', `${LIST}/${id}`, stock(id, attributes), { ...LOCATED, ...headers })
  const changed = expectStatus(await put({ locations: { default: { available: 9 } } }), 200)
  expect(changed.body.data.attributes).toEqual(located(9, 2))
  const read = expectStatus(await shopper.call('GET', `${LIST}/${id}`, undefined, LOCATED), 200)
  expect(read.body.data).toEqual(changed.body.data)
  expect(read.headers.get('etag')).toBe(changed.headers.get('etag'))
  const same = expectStatus(await put({ locations: {} }, { 'if-match': changed.headers.get('etag') }), 200)
  expect(same.headers.get('etag')).toBe(changed.headers.get('etag'))
  expect((await put({ available: 1 }, { 'if-match': '"1"' })).status).toBe(409)
  const ledger = expectStatus(await store.call('GET', `${LIST}/${id}/transactions`, undefined, LOCATED), 200).body.data
  type Shown = { attributes: { action: string; quantity: number; product_id: string; location: string } }
  expect(ledger.map(({ attributes }: Shown) => attributes)).toEqual(
    [
      ['set', 5],
      ['allocate', 2],
      ['set', 11],
    ].map(([action, quantity]) => ({ action, quantity, product_id: id, location: 'default' })),
  )
  const one = expectStatus(await store.get(`${LIST}/${id}/transactions/${ledger[2].id}`), 200).body.data
  expect([one.quantity, 'attributes' in one]).toEqual([11, false])
})

describe('PUT with both formats', () => {
  const STALE = 5
  const put = async (data: object) => {
    const id = await product()
    expectStatus(await store.post(LIST, stock(id, { available: STALE })), 201)
    return store.call('PUT', `${LIST}/${id}`, { data: { type: 'stock', id, ...data } }, LOCATED)
  }
  const atDefault = (more: object) => ({ default: { ...levels(STALE), ...more } })

  test.each([
    [{ available: STALE, attributes: { available: 9 } }, 9],
    [{ available: 9, attributes: { available: STALE } }, 9],
    [{ available: STALE, attributes: { available: STALE, locations: { default: { available: 9 } } } }, 9],
    [{ attributes: { available: 9, locations: { default: { available: STALE } } } }, 9],
    [{ available: 9, attributes: { available: 9 } }, 9],
    [{ ...levels(STALE), attributes: located(STALE) }, STALE],
    [{ available: 9, total: 9, attributes: located(STALE) }, 9],
  ])('%j makes %i available', async (data, available) => {
    expect(expectStatus(await put(data), 200).body.data.attributes).toEqual(located(available))
  })

  test.each([
    [{ available: 4, attributes: { available: 9 } }, '/data/available'],
    [{ available: 4, attributes: { available: 4, locations: { default: { available: 9 } } } }, '/data/available'],
    [{ available: STALE, attributes: { ...levels(STALE), total: 50 } }, '/data/attributes/total'],
    [{ attributes: { available: 9, allocated: 3 } }, '/data/attributes/allocated'],
    [{ attributes: { locations: atDefault({ total: 50 }) } }, '/data/attributes/locations/default/total'],
  ])('%j is rejected', async (data, pointer) => {
    const { status, body } = await put(data)
    expect([status, body.errors[0].source]).toEqual([422, { pointer }])
  })
})

test.each([
  [{ action: 'increment', quantity: 2, attributes: { action: 'decrement', quantity: 1 } }, ['action', 'quantity']],
  [{ action: 'increment', quantity: 2, attributes: { action: 'increment', quantity: 1 } }, ['quantity']],
])('a contradictory transaction is rejected: %j', async (data, members) => {
  const id = await product()
  expectStatus(await store.post(LIST, stock(id, { available: 5 })), 201)
  const { status, body } = await store.post(`${LIST}/${id}/transactions`, { data })
  const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
  expect([status, pointers]).toEqual([422, members.map((name) => `/data/attributes/${name}`)])
  expect((await shopper.get(`${LIST}/${id}`)).body.data.on_hand).toBe(5)
})

test('a transaction with equal values in both formats is accepted', async () => {
  const id = await product()
  expectStatus(await store.post(LIST, stock(id, { available: 5 })), 201)
  const change = { action: 'increment', quantity: 2 }
  const sent = { data: { type: 'stock-transaction', ...change, attributes: { ...change, location: 'default' } } }
  expectStatus(await store.post(`${LIST}/${id}/transactions`, sent), 201)
  expect((await shopper.get(`${LIST}/${id}`)).body.data.on_hand).toBe(7)
})

test.each([
  [
    'POST',
    { locations: { york_warehouse: { available: 10 } } },
    'locations/york_warehouse',
    /must be `default`: a store/,
  ],
  ['PUT', { locations: { default: null } }, 'locations/default', /the only location of a store cannot be removed/],
  ['PUT', { available: 1, locations: { default: { available: 2 } } }, 'available', /must be 2 to match/],
  ['PUT', { available: -1 }, 'available', /at least 0/],
  ['POST', { quantity: 1 }, 'quantity', /not a known member/],
])('%s with %o is rejected', async (method, attributes, member, detail) => {
  const id = await product()
  if (method === 'PUT') expectStatus(await store.post(LIST, stock(id, { available: 5 })), 201)
  const path = method === 'PUT' ? `${LIST}/${id}` : LIST
  const { status, body } = await store.call(method, path, stock(id, attributes), LOCATED)
  expect([status, body.errors[0].source.pointer]).toEqual([422, `/data/attributes/${member}`])
  expect(body.errors[0].detail).toMatch(detail)
})

test.each([
  [{ action: 'increment', quantity: 1, location: 'york_warehouse' }, 'location'],
  [{ action: 'increment', quantity: 1, product_id: crypto.randomUUID() }, 'product_id'],
  [{ action: 'melt', quantity: 1 }, 'action'],
])('a transaction with %o is rejected', async (attributes, member) => {
  const id = await product()
  expectStatus(await store.post(LIST, stock(id, { available: 5 })), 201)
  const data = { type: 'stock-transaction', attributes }
  const { status, body } = await store.call('POST', `${LIST}/${id}/transactions`, { data }, LOCATED)
  expect([status, body.errors[0].source.pointer]).toEqual([422, `/data/attributes/${member}`])
})

test.each([
  [{}, ['data is required: an object with action and quantity.']],
  [{ data: {} }, ['data.action is required.', 'data.quantity is required.']],
  [{ data: { type: 'stock-transaction' } }, ['data.action is required.', 'data.quantity is required.']],
  [{ data: { attributes: {} } }, ['data.attributes.action is required.', 'data.attributes.quantity is required.']],
])('a transaction with the body %j is rejected with the names of missing members', async (sent, details) => {
  const { status, body } = await store.post(`${LIST}/${await product()}/transactions`, sent)
  expect(status).toBe(422)
  expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual(details)
})

test('a single location exists, and no other can be created', async () => {
  const path = `${LIST}/locations`
  const { data } = expectStatus(await shopper.get(path), 200).body
  expect(data).toEqual([
    { type: 'inventory_location', id: 'default', attributes: { name: 'Default', slug: 'default' } },
  ])
  expect(expectStatus(await shopper.get(`${path}/default`), 200).body.data).toEqual(data[0])
  expect((await shopper.get(`${path}/york`)).status).toBe(404)
  const body = JSON.stringify({ data: { type: 'inventory_location', attributes: { name: 'York', slug: 'york' } } })
  for (const [token, status] of [
    [store.token, 'Locations are built in. The location of stock must be `default`: a store has one location.'],
    [shopper.token, 'requires a seller token'],
  ] as const) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(`${stage.app.origin}${path}`, { method: 'POST', headers, body })
    const { errors } = (await response.json()) as { errors: { detail: string }[] }
    expect([response.status, errors[0]?.detail]).toEqual([403, expect.stringContaining(status)])
  }
})

test('only sellers change stock', async () => {
  const id = await product()
  expect((await shopper.post(LIST, stock(id, { available: 5 }))).status).toBe(403)
  expect((await shopper.put(`${LIST}/${id}`, stock(id, { available: 5 }))).status).toBe(403)
  const other = await stage.openTenant()
  expect((await other.store.post(LIST, stock(id, { available: 5 }))).status).toBe(404)
  expect((await other.store.put(`${LIST}/${id}`, stock(id, { available: 5 }))).status).toBe(404)
})
