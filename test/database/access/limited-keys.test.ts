import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, listKeys, type NewKey } from '../../../src/access/keys.ts'
import { NO_ORGANIZATION } from '../../../src/access/tokens/token.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/kernel/duration.ts'
import { OWNER_PERMISSIONS, type Permission } from '../../../src/kernel/permissions.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newTenant, type Office, openOffice, type Tenant } from '../../support/front-office.ts'

let database: TestDatabase
let office: Office
let tenant: Tenant
beforeAll(async () => {
  database = await testDatabase()
  office = await openOffice(database.db)
  tenant = await newTenant(database.db, 'limits')
})
afterAll(async () => {
  await office.close()
  await database.close()
})

type Limits = { permissions?: readonly Permission[]; expires_at?: number }

function keyOfStore(limits: Limits): Promise<NewKey> {
  const { organization_id, store_id } = tenant
  return createKey(database.db, { organization_id, store_id, name: 'limited', ...limits }, office.now)
}

function grant(key: NewKey, grant_type: 'client_credentials' | 'implicit' = 'client_credentials') {
  const { client_id, client_secret } = key
  return office.access.grant({ grant_type, client_id, client_secret }, '127.0.0.1')
}

async function callerOf(key: NewKey) {
  return office.access.authenticate((await grant(key)).access_token, {})
}

test("a limited key has its own permissions, an unlimited key all of its owner's", async () => {
  const limited = await callerOf(await keyOfStore({ permissions: ['events:read', 'integrations:read'] }))
  expect([...limited.permissions].toSorted()).toEqual(['events:read', 'integrations:read'])
  expect((await callerOf(tenant.store)).permissions).toEqual(OWNER_PERMISSIONS)
})

test('shopper tokens of a limited key add no permissions', async () => {
  const { access_token } = await grant(await keyOfStore({ permissions: ['events:read'] }), 'implicit')
  const caller = await office.access.authenticate(access_token, {})
  expect(caller).toMatchObject({ role: 'shopper', permissions: new Set() })
})

test('no token outlives its key, and an expired key gets no token', async () => {
  const before = office.now
  const key = await keyOfStore({ expires_at: before + 10 * MINUTE })
  const { access_token, expires_in, expires } = await grant(key)
  expect({ expires_in, expires }).toEqual({ expires_in: 600, expires: Math.floor(before / SECOND) + 600 })
  office.now = before + 10 * MINUTE
  await expect(office.access.authenticate(access_token, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(grant(key)).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(grant(key, 'implicit')).rejects.toMatchObject({ code: 'bad_credentials' })
  office.now = before
})

test('a key of the deployment belongs to no organization, acts on no store and has no shoppers', async () => {
  const key = await createKey(database.db, { organization_id: null, store_id: null, name: 'deployment' }, office.now)
  const caller = await callerOf(key)
  expect(caller).toMatchObject({ organization_id: NO_ORGANIZATION, store_id: null })
  expect([...caller.permissions]).toEqual(['deployment:read', 'deployment:write'])
  const { access_token } = await grant(key)
  const headers = { 'x-store-id': tenant.store_id }
  await expect(office.access.authenticate(access_token, headers)).rejects.toMatchObject({ code: 'not_found' })
  await expect(grant(key, 'implicit')).rejects.toMatchObject({ code: 'bad_credentials' })
})

test.each<[string, Limits & { organization_id?: null }, string]>([
  ['no permission at all', { permissions: [] }, 'one permission or more'],
  ['an expiry that has passed', { expires_at: 1 }, 'in the future'],
  ['the permission of a store for the deployment', { organization_id: null, permissions: ['orders:read'] }, 'only'],
])('rejects a key with %s', async (_, limits, detail) => {
  const owner = { organization_id: tenant.organization_id, store_id: null, ...limits }
  const creation = createKey(database.db, { name: 'wrong', ...owner }, office.now)
  await expect(creation).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(detail) })
})

test('the last use of a key is written at most once a minute, outside of requests', async () => {
  const key = await keyOfStore({})
  const lastUse = async () => {
    const keys = await listKeys(database.db, tenant.organization_id)
    return keys.find(({ id }) => id === key.id)?.last_used_at?.getTime() ?? null
  }
  const first = office.now
  expect(await lastUse()).toBeNull()
  const { access_token } = await grant(key)
  expect(await lastUse()).toBe(first)
  office.now = first + MINUTE - 1
  await grant(key)
  expect(await lastUse()).toBe(first)
  office.now = first + HOUR / 2
  await office.access.authenticate(access_token, {})
  expect(await lastUse()).toBe(first)
  await grant(key)
  expect(await lastUse()).toBe(first + HOUR / 2)
  office.now = first
})
