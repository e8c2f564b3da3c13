import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeKey } from '../../../src/access/keys.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newTenant, type Office, openOffice, type Tenant } from '../../support/front-office.ts'

let database: TestDatabase
let office: Office
let tenant: Tenant
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db)
  tenant = await newTenant(database.db, 'demo')
})
afterAll(async () => {
  await office.close()
  await database.close()
})

const FORM = 'application/x-www-form-urlencoded'

function ask(payload: string, headers: Record<string, string> = {}) {
  return office.server.inject({
    method: 'POST',
    url: '/oauth/access_token',
    headers: { 'content-type': FORM, ...headers },
    payload,
  })
}

function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

const sellerForm = () =>
  form({
    grant_type: 'client_credentials',
    client_id: tenant.store.client_id,
    client_secret: tenant.store.client_secret,
  })

test('issues a seller token for an hour for an id and a secret', async () => {
  const response = await ask(sellerForm())
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: 'Bearer',
    expires_in: 3600,
    expires: Math.floor(office.now / 1000) + 3600,
    identifier: 'client_credentials',
  })
  const caller = await office.access.authenticate(response.json().access_token, {})
  expect(caller).toMatchObject({
    organization_id: tenant.organization_id,
    store_id: tenant.store_id,
    key_id: tenant.store.id,
    role: 'seller',
  })
})

test('issues a shopper token for an id alone, which seller routes reject', async () => {
  const response = await ask(form({ grant_type: 'implicit', client_id: tenant.store.client_id }))
  expect(response.json()).toMatchObject({ identifier: 'implicit', token_type: 'Bearer' })
  const { access_token } = response.json()
  expect((await office.access.authenticate(access_token, {})).role).toBe('shopper')
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await office.server.inject({ url: '/v2/settings', headers })).statusCode).toBe(403)
})

test('accepts JSON, and a form labeled as JSON', async () => {
  const json = { 'content-type': 'application/json' }
  expect((await ask(sellerForm(), json)).statusCode).toBe(200)
  const fields = Object.fromEntries(new URLSearchParams(sellerForm()))
  expect((await ask(JSON.stringify(fields), json)).statusCode).toBe(200)
})

test('accepts the id and the secret by HTTP Basic authentication', async () => {
  const { client_id, client_secret } = tenant.store
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  expect((await ask('grant_type=client_credentials', { authorization })).statusCode).toBe(200)
})

test('ignores unknown members', async () => {
  expect((await ask(`${sellerForm()}&scope=all`)).statusCode).toBe(200)
})

test.each([
  ['a wrong secret', { client_secret: 'tidings_wrong' }],
  ['an unknown id', { client_id: 'unknown' }],
])('%s is a 401', async (_, wrong) => {
  const { client_id, client_secret } = tenant.store
  const response = await ask(form({ grant_type: 'client_credentials', client_id, client_secret, ...wrong }))
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toBeDefined()
  expect(response.json().errors[0]).toMatchObject({ status: 401, title: 'Invalid Credentials' })
})

test('an unknown id gets no shopper token', async () => {
  expect((await ask(form({ grant_type: 'implicit', client_id: 'unknown' }))).statusCode).toBe(401)
})

test('a revoked key gets no token', async () => {
  const other = await newTenant(database.db, 'revoked')
  await revokeKey(database.db, other.store.id, office.now)
  const { client_id, client_secret } = other.store
  expect((await ask(form({ grant_type: 'client_credentials', client_id, client_secret }))).statusCode).toBe(401)
  expect((await ask(form({ grant_type: 'implicit', client_id }))).statusCode).toBe(401)
})

test.each([
  ['', '/grant_type'],
  ['grant_type=password&client_id=a', '/grant_type'],
  ['grant_type=implicit', '/client_id'],
  ['grant_type=implicit&client_id=', '/client_id'],
  ['grant_type=client_credentials&client_id=a', '/client_secret'],
  ['grant_type=implicit&client_id=a&client_id=b', '/client_id'],
])('a missing or unknown value is a 400 that names it: %j', async (payload, pointer) => {
  const response = await ask(payload)
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0].source).toEqual({ pointer })
})

test('another content type is a 415 that names the two supported types', async () => {
  const response = await ask('<a/>', { 'content-type': 'application/xml' })
  expect(response.statusCode).toBe(415)
  expect(response.json().errors[0].detail).toContain(`${FORM} or application/json`)
})
