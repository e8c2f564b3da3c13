import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSigningKeys } from '../../../src/access/tokens/signing-keys.ts'
import { type RolesByStore, signToken } from '../../../src/access/tokens/token.ts'
import { createStore } from '../../../src/app/cross-module/stores.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { base_url, newCipher, newTenant, type Office, openOffice, type Tenant } from '../../support/front-office.ts'

const cipher = newCipher()
let database: TestDatabase
let office: Office
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db, cipher)
  tenant = await newTenant(database.db, 'first')
  other = await newTenant(database.db, 'second')
})
afterAll(async () => {
  await office.close()
  await database.close()
})

async function tokenOf(roles: RolesByStore): Promise<string> {
  const signingKeys = await openSigningKeys({ db: database.db, cipher, clock: Date.now })
  const person = { id: newId(Date.now()), roles, token_generations: {} }
  const session = { organization_id: tenant.organization_id, store_id: null, role: 'seller' as const, person }
  const key = await signingKeys.current()
  return (await signToken(key, { ...session, key_id: newId(Date.now()) }, Date.now())).access_token
}

function newStore(scope: string) {
  const deps = { db: database.db, base_url, record: async () => {} }
  return createStore(deps, { organization_id: tenant.organization_id, name: scope, scope }, Date.now())
}

async function settings(token: string, store_id?: string, method: 'GET' | 'PUT' = 'GET') {
  const response = await office.server.inject({
    method,
    url: '/v2/settings',
    headers: { authorization: `Bearer ${token}`, ...(store_id !== undefined && { 'x-store-id': store_id }) },
    ...(method === 'PUT' && { payload: { data: { type: 'settings', page_length: 30 } } }),
  })
  return { status: response.statusCode, detail: response.json().errors?.[0].detail }
}

test('a role in one store gives no rights in other stores or in the organization', async () => {
  const sibling = await newStore('sibling')
  const token = await tokenOf({ [tenant.store_id]: ['viewer'] })
  expect(await settings(token, tenant.store_id)).toMatchObject({ status: 200 })
  expect(await settings(token, sibling.id)).toMatchObject({ status: 404 })
  expect(await settings(token, other.store_id)).toMatchObject({ status: 404 })
  expect(await settings(token)).toMatchObject({ status: 403, detail: expect.stringContaining('X-Store-Id') })
})

test('roles of the organization and of the store add up', async () => {
  const token = await tokenOf({ '*': ['viewer'], [tenant.store_id]: ['manager'] })
  expect(await settings(token, undefined, 'PUT')).toMatchObject({
    status: 403,
    detail: expect.stringContaining('`settings:write`'),
  })
  expect(await settings(token, tenant.store_id, 'PUT')).toMatchObject({ status: 200 })
})

test('a person may read the stores of its roles, and an operator reads none', async () => {
  const storesOf = async (roles: RolesByStore) => (await office.access.authenticate(await tokenOf(roles), {})).stores
  expect(await storesOf({ '*': ['viewer'], [tenant.store_id]: ['manager'] })).toBeNull()
  expect(await storesOf({ '*': ['operator'], [tenant.store_id]: ['manager'] })).toEqual([tenant.store_id])
  const operator = await tokenOf({ '*': ['operator'] })
  expect((await office.access.authenticate(operator, {})).stores).toEqual([])
  expect(await settings(operator, tenant.store_id)).toMatchObject({ status: 404 })
})
