import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, listKeys, revokeKey } from '../../../src/access/keys.ts'
import { createOrganization, listOrganizations } from '../../../src/access/organizations.ts'
import { createStore, listStores } from '../../../src/app/cross-module/stores.ts'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { NewEvent } from '../../../src/event-types/event.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { base_url, newTenant, type Tenant } from '../../support/front-office.ts'

const NOW = Date.UTC(2026, 10, 20)
let database: TestDatabase
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  database = await testDatabase()
  tenant = await newTenant(database.db, 'demo')
  other = await newTenant(database.db, 'other')
})
afterAll(() => database.close())

function deps(events: NewEvent[] = []) {
  return {
    db: database.db,
    base_url,
    record: async (_tx: unknown, more: readonly NewEvent[]) => void events.push(...more),
  }
}

test('creates and lists an organization', async () => {
  const organization = await createOrganization(database.db, { name: 'Ink & Paper' }, NOW)
  expect(await listOrganizations(database.db)).toContainEqual(organization)
})

test('creates a store with its settings and default currency, and emits events for both', async () => {
  const events: NewEvent[] = []
  const { organization_id } = tenant
  const store = await createStore(deps(events), { organization_id, name: 'Paper', scope: 'paper' }, NOW)
  expect(await listStores(database.db, organization_id)).toContainEqual(store)
  expect(await listStores(database.db, other.organization_id)).not.toContainEqual(store)
  expect(events).toMatchObject([
    {
      organization_id,
      store_id: store.id,
      triggered_by: 'settings.created',
      resource_version: 1,
      payload: { data: expect.objectContaining({ type: 'settings', id: store.id, page_length: 25 }) },
    },
    {
      organization_id,
      store_id: store.id,
      triggered_by: 'currency.created',
      resource_version: 1,
      payload: {
        data: expect.objectContaining({ code: 'USD', format: expect.stringContaining('{price}'), default: true }),
      },
    },
  ])
})

test('rolls back the store when its event cannot be stored', async () => {
  const failing = { ...deps(), record: () => Promise.reject(new Error('no event')) }
  const input = { organization_id: tenant.organization_id, name: 'Lost', scope: 'lost' }
  await expect(createStore(failing, input, NOW)).rejects.toThrow('no event')
  expect((await listStores(database.db, null)).map((store) => store.scope)).not.toContain('lost')
})

test('a taken scope is a conflict with a readable message', async () => {
  const input = { organization_id: other.organization_id, name: 'Again', scope: 'demo' }
  await expect(createStore(deps(), input, NOW)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('scope demo'),
  })
})

test.each(['', 'Upper', '-a', 'a b', 'ä', 'x'.repeat(64)])(
  'rejects a scope that does not fit into an address: %j',
  async (scope) => {
    const input = { organization_id: tenant.organization_id, name: 'Any', scope }
    await expect(createStore(deps(), input, NOW)).rejects.toMatchObject({ code: 'invalid' })
  },
)

test.each(['', ' ', 'x'.repeat(256)])('rejects a blank name: %.10j', async (name) => {
  await expect(createOrganization(database.db, { name }, NOW)).rejects.toMatchObject({ code: 'invalid' })
})

test('rejects a store of an unknown organization', async () => {
  for (const organization_id of [newId(NOW), 'no-uuid'])
    await expect(createStore(deps(), { organization_id, name: 'Any', scope: 'any' }, NOW)).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('a secret is shown once and stored as a hash', async () => {
  const { organization_id, store_id } = tenant
  const { client_secret, ...key } = await createKey(database.db, { organization_id, store_id, name: 'Shop' }, NOW)
  expect(client_secret).toMatch(/^tidings_[\w-]{43}$/)
  expect(await listKeys(database.db, organization_id)).toContainEqual(key)
  expect(JSON.stringify(await query(database.db, `select * from api_keys`, []))).not.toContain(client_secret)
})

test('rejects a key for a store of another organization', async () => {
  const wrong = [
    { organization_id: tenant.organization_id, store_id: other.store_id },
    { organization_id: tenant.organization_id, store_id: 'no-uuid' },
    { organization_id: newId(NOW), store_id: null },
  ]
  for (const owner of wrong)
    await expect(createKey(database.db, { ...owner, name: 'Key' }, NOW)).rejects.toMatchObject({ code: 'not_found' })
})

test('revoking a key again keeps the time of the first revocation', async () => {
  const { organization_id } = tenant
  const { id } = await createKey(database.db, { organization_id, store_id: null, name: 'Old' }, NOW)
  expect(await revokeKey(database.db, id, NOW + 1000)).toMatchObject({ id, revoked_at: new Date(NOW + 1000) })
  expect(await revokeKey(database.db, id, NOW + 2000)).toMatchObject({ revoked_at: new Date(NOW + 1000) })
  for (const unknown of [newId(NOW), 'no-uuid'])
    await expect(revokeKey(database.db, unknown, NOW)).rejects.toMatchObject({ code: 'not_found' })
})
