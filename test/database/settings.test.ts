import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { pageLength, readSettings } from '../../src/store/settings/read.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { base_url, newTenant, type Office, openOffice, type Tenant } from '../support/front-office.ts'

let database: TestDatabase
let office: Office
let tenant: Tenant
let tenants = 0
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db)
})
beforeEach(async () => {
  tenant = await newTenant(database.db, `store-${++tenants}`)
  office.events.length = 0
})
afterAll(async () => {
  await office.close()
  await database.close()
})

async function read(headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await office.token(tenant.store)}`
  return office.server.inject({ url: '/v2/settings', headers: { authorization, ...headers } })
}

async function put(data: object, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await office.token(tenant.store)}`
  const payload = { data: { type: 'settings', ...data } }
  return office.server.inject({ method: 'PUT', url: '/v2/settings', headers: { authorization, ...headers }, payload })
}

test('a new store has 25 records per page', async () => {
  const response = await read()
  expect(response.headers.etag).toBe('"1"')
  expect(response.json()).toEqual({
    data: {
      type: 'settings',
      id: tenant.store_id,
      page_length: 25,
      list_child_products: true,
      default_language: 'en',
      additional_languages: [],
      calculation_method: 'line',
      address_mandatory_fields: [],
      prices_include_tax: false,
      cart_expiry_days: 7,
      membership_limit: 10_000,
      unknown_members: 'refuse',
      order_expiry_hours: 72,
      order_number_format: 'alphanumeric',
      cart_stacking: 'all',
      shopper_custom_items: false,
      shopper_tax_items: false,
      shopper_channels: true,
      customer_self_signup: true,
      default_currency: 'USD',
      filter_limit: 10,
      field_limit: 100,
      page_offset_limit: 10_000,
      links: { self: `${base_url}/settings` },
      meta: { timestamps: { created_at: expect.stringMatching(/\.\d{3}Z$/), updated_at: expect.any(String) } },
    },
    meta: { owner: 'store' },
  })
})

test('a change is returned, emitted, and effective at once', async () => {
  const response = await put({ page_length: 7 })
  expect([response.statusCode, response.headers.etag]).toEqual([200, '"2"'])
  expect(response.json().data.page_length).toBe(7)
  expect(await pageLength(database.db, tenant)).toBe(7)
  expect((await read()).json()).toEqual(response.json())
  expect(office.events).toEqual([
    {
      id: expect.any(String),
      organization_id: tenant.organization_id,
      store_id: tenant.store_id,
      triggered_by: 'settings.updated',
      resource_version: 2,
      payload: { data: response.json().data },
    },
  ])
})

test.each([{}, { page_length: 25 }, { event_limit: 9000, field_limit: 1, default_currency: 'USD' }])(
  'a change to the same value emits no event: %j',
  async (data) => {
    const response = await put(data)
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"1"'])
    expect(office.events).toEqual([])
  },
)

test.each([0, 101, 2.5, '10', null])('a page length of %j is a 422', async (page_length) => {
  const response = await put({ page_length })
  expect(response.statusCode).toBe(422)
  expect(response.json().errors[0].source).toEqual({ pointer: '/data/page_length' })
  expect(office.events).toEqual([])
})

test('keeps every setting, including null', async () => {
  const chosen = {
    page_length: 50,
    list_child_products: false,
    default_language: 'pt-BR',
    additional_languages: ['en', 'zh-Hant'],
    calculation_method: 'simple',
    address_mandatory_fields: ['postcode', 'phone_number'],
    prices_include_tax: true,
    cart_expiry_days: 30,
    order_expiry_hours: 48,
    order_number_format: 'digits',
    cart_stacking: 'best',
    shopper_custom_items: true,
    shopper_tax_items: true,
    shopper_channels: false,
    customer_self_signup: false,
  }
  expect((await put(chosen)).json().data).toMatchObject(chosen)
  expect((await put({ order_expiry_hours: null })).json().data).toEqual({
    ...(await read()).json().data,
    order_expiry_hours: null,
  })
  expect(await readSettings(database.db, tenant.store_id)).toMatchObject({ ...chosen, order_expiry_hours: null })
})

test.each([
  [{ additional_languages: ['german language'] }, '/data/additional_languages/0'],
  [{ additional_languages: ['de', 'de'] }, '/data/additional_languages'],
  [{ default_language: '' }, '/data/default_language'],
  [{ default_language: 'pt_BR' }, '/data/default_language'],
  [{ calculation_method: 'exact' }, '/data/calculation_method'],
  [{ address_mandatory_fields: ['shoe_size'] }, '/data/address_mandatory_fields/0'],
  [{ cart_expiry_days: 0 }, '/data/cart_expiry_days'],
  [{ order_expiry_hours: -1 }, '/data/order_expiry_hours'],
  [{ cart_stacking: 'none' }, '/data/cart_stacking'],
])('an invalid setting is a 422: %j', async (data, pointer) => {
  const response = await put(data)
  expect([response.statusCode, response.json().errors[0].source]).toEqual([422, { pointer }])
})

test('a reset emits no event, and the next change emits a created event', async () => {
  await put({ page_length: 7, cart_stacking: 'best' })
  office.events.length = 0
  const authorization = `Bearer ${await office.token(tenant.store)}`
  const reset = (headers: Record<string, string> = {}) =>
    office.server.inject({ method: 'DELETE', url: '/v2/settings', headers: { authorization, ...headers } })
  expect((await reset({ 'if-match': '"1"' })).statusCode).toBe(409)
  const response = await reset({ 'if-match': '"2"' })
  expect([response.statusCode, response.body, response.headers.etag]).toEqual([204, '', '"3"'])
  expect((await read()).json().data).toMatchObject({ page_length: 25, cart_stacking: 'all' })
  expect((await put({})).headers.etag).toBe('"3"')
  expect(office.events).toEqual([])
  const first = await put({ page_length: 25 })
  const second = await put({ page_length: 9 })
  expect(office.events).toMatchObject([
    { triggered_by: 'settings.created', resource_version: 4, payload: { data: first.json().data } },
    { triggered_by: 'settings.updated', resource_version: 5, payload: { data: second.json().data } },
  ])
})

test('another type is a 422', async () => {
  expect((await put({ type: 'store' })).json().errors[0]).toMatchObject({
    status: 422,
    detail: 'data.type must be "settings".',
  })
})

test('a stale version is a 409 that changes nothing, while a current version or `*` succeeds', async () => {
  expect((await put({ page_length: 30 }, { 'if-match': '"1"' })).statusCode).toBe(200)
  const stale = await put({ page_length: 40 }, { 'if-match': '"1"' })
  expect(stale.statusCode).toBe(409)
  expect(stale.json().errors[0]).toMatchObject({ title: 'Conflict', source: { header: 'If-Match' } })
  expect((await read()).json().data.page_length).toBe(30)
  expect((await put({ page_length: 50 }, { 'if-match': '*' })).statusCode).toBe(200)
  expect((await put({ page_length: 50 }, { 'if-match': 'three' })).statusCode).toBe(400)
})

test('rejects one of two changes based on the same version', async () => {
  const answers = await Promise.all([1, 2].map((page_length) => put({ page_length }, { 'if-match': '"1"' })))
  expect(answers.map((response) => response.statusCode).sort()).toEqual([200, 409])
  expect(office.events).toHaveLength(1)
})

test('rolls back a change whose event cannot be stored', async () => {
  office.events.push = () => {
    throw new Error('no event')
  }
  expect((await put({ page_length: 9 })).statusCode).toBe(500)
  office.events.push = Array.prototype.push
  expect(await pageLength(database.db, tenant)).toBe(25)
})

test('an organization must name the store', async () => {
  const authorization = `Bearer ${await office.token(tenant.organization)}`
  const ask = (headers: Record<string, string>) =>
    office.server.inject({ url: '/v2/settings', headers: { authorization, ...headers } })
  const response = await ask({})
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0]).toMatchObject({ title: 'Store Needed', source: { header: 'X-Store-Id' } })
  expect((await ask({ 'x-store-id': tenant.store_id })).json().data.id).toBe(tenant.store_id)
  expect(await pageLength(database.db, { organization_id: tenant.organization_id, store_id: null })).toBe(25)
})

test('a shopper may not read settings', async () => {
  const authorization = `Bearer ${await office.token(tenant.store, 'implicit')}`
  expect((await office.server.inject({ url: '/v2/settings', headers: { authorization } })).statusCode).toBe(403)
})

test('an error of the database is a 500', async () => {
  await query(database.db, `alter table settings rename to settings_away`, [])
  const response = await read()
  expect(response.statusCode).toBe(500)
  expect(response.json().errors[0]).toMatchObject({ status: 500, request_id: response.headers['x-request-id'] })
  await query(database.db, `alter table settings_away rename to settings`, [])
})
