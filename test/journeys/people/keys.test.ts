import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/audit/entry.ts'
import { type App, type Client, openApp, openClient, openTenant, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openPerson, openSession } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
let organization: Client
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  tenant = await openTenant(app)
  organization = tenant.organization
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const
let people = 0

async function openOwner() {
  people += 1
  const person = await openPerson(app, organization, { email: `owner-${people}@example.com`, roles: OWNER })
  return { id: person.id, ...(await openSession(app, person)).client }
}

const create = (by: Client, data: object = {}) => by.post('/v2/keys', { data: { type: 'key', name: 'ERP', ...data } })

async function keyWith(data: object): Promise<Client & { id: string }> {
  const { client_id, client_secret, id } = (await create(organization, data)).body.data
  return { ...(await openClient(app, organization, { client_id, client_secret }, 'client_credentials')), id }
}

async function entriesOf(key_id: string): Promise<AuditEntry[]> {
  return (await organization.get(`/v2/audit/entries?filter=eq(resource_id,${key_id})`)).body.data
}

test('a person creates keys within its current roles, not those of its token', async () => {
  const owner = await openOwner()
  await openOwner()
  await organization.put(`/v2/people/${owner.id}`, { data: { roles: [{ role: 'viewer', store_id: null }] } })
  expect((await create(owner)).status).toBe(403)
  expect((await create(owner, { permissions: ['orders:write'] })).status).toBe(403)
})

test('a revoked key cannot create keys while its token still works', async () => {
  const key = await keyWith({ permissions: ['access:read', 'access:write'] })
  expect((await organization.delete(`/v2/keys/${key.id}`)).status).toBe(200)
  expect((await create(key, { permissions: ['access:read'] })).status).toBe(401)
  const invitation = { data: { email: 'late@example.com', roles: [{ role: 'viewer', store_id: null }] } }
  expect((await key.post('/v2/people/invitations', invitation)).status).toBe(401)
})

test('revoking a key requires all its permissions', async () => {
  const limited = await keyWith({ permissions: ['access:read', 'access:write', 'orders:read'] })
  const [unlimited, wider, same] = await Promise.all(
    [{}, { permissions: ['orders:write'] }, { permissions: ['orders:read'] }].map(
      async (data) => (await create(organization, data)).body.data.id,
    ),
  )
  const refused = await limited.delete(`/v2/keys/${wider}`)
  expect([refused.status, refused.body.errors[0].detail]).toEqual([403, expect.stringContaining('`orders:write`')])
  expect((await limited.delete(`/v2/keys/${unlimited}`)).status).toBe(403)
  expect((await limited.delete(`/v2/keys/${same}`)).status).toBe(200)
  expect((await limited.delete(`/v2/keys/${limited.id}`)).status).toBe(200)
})

test('removing a person lists its keys, and revokes them on request', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  const [active, revoked, gone] = [await create(one), await create(other), await create(other)].map(
    ({ body }) => body.data.id as string,
  )
  await organization.delete(`/v2/keys/${gone}`)
  const key = (id: string | undefined, is_revoked: boolean) => ({ type: 'key', id, name: 'ERP', revoked: is_revoked })
  const removed = await organization.delete(`/v2/people/${one.id}`)
  expect(removed.body.data).toEqual({ type: 'person', id: one.id, keys: [key(active, false)] })
  expect((await organization.get(`/v2/keys/${active}`)).body.data.revoked_at).toBeNull()
  const both = await organization.delete(`/v2/people/${other.id}?revoke_keys=true`)
  expect(both.body.data).toEqual({ type: 'person', id: other.id, keys: [key(revoked, true)] })
  expect((await organization.get(`/v2/keys/${revoked}`)).body.data.revoked_at).not.toBeNull()
  const [entry] = await entriesOf(String(revoked))
  expect(entry).toMatchObject({ operation: 'RemovePerson', within: { type: 'person', id: other.id } })
  expect(entry?.changes[0]).toMatchObject({ type: 'key', id: revoked, action: 'updated' })
})

test('a person whose key exceeds the permissions of the caller is not removed with its keys', async () => {
  const person = await openOwner()
  await create(person)
  await organization.put(`/v2/people/${person.id}`, { data: { roles: [] } })
  const limited = await keyWith({ permissions: ['access:read', 'access:write'] })
  expect((await limited.delete(`/v2/people/${person.id}?revoke_keys=true`)).status).toBe(403)
  const { body } = await limited.delete(`/v2/people/${person.id}`)
  expect(body.data.keys).toHaveLength(1)
})

test('removing roles lists the keys of the person that exceed the rest, and revokes them on request', async () => {
  await openOwner()
  const person = await openOwner()
  const viewer = { data: { roles: [{ role: 'viewer', store_id: null }] } }
  const make = async (data: object, headers = {}) =>
    (await person.post('/v2/keys', { data: { type: 'key', name: 'ERP', ...data } }, headers)).body.data.id as string
  const all = await make({})
  const fits = await make({ permissions: ['orders:read'] }, { 'x-store-id': tenant.store_id })
  const writes = await make({ permissions: ['orders:read', 'orders:write'] })
  const key = (id: string, revoked: boolean) => ({ type: 'key', id, name: 'ERP', revoked })

  const renamed = await organization.put(`/v2/people/${person.id}`, { data: { name: 'Ada' } })
  expect(renamed.body.data.keys).toEqual([])
  const demoted = await organization.put(`/v2/people/${person.id}`, viewer)
  expect(demoted.body.data).toMatchObject({ id: person.id, name: 'Ada', keys: [key(all, false), key(writes, false)] })
  expect((await organization.get(`/v2/keys/${all}`)).body.data.revoked_at).toBeNull()
  const revoking = await organization.put(`/v2/people/${person.id}?revoke_keys=true`, viewer)
  expect(revoking.body.data.keys).toEqual([key(all, true), key(writes, true)])
  const [entry] = await entriesOf(all)
  expect(entry).toMatchObject({ operation: 'UpdatePerson', within: { type: 'person', id: person.id } })
  expect((await organization.get(`/v2/keys/${fits}`)).body.data.revoked_at).toBeNull()
  const stripped = await organization.put(`/v2/people/${person.id}`, { data: { roles: [] } })
  expect(stripped.body.data.keys).toEqual([key(fits, false)])
})

test('roles are not removed if a key to revoke exceeds the permissions of the caller', async () => {
  const person = await openOwner()
  await create(person)
  const roles = [{ role: 'viewer', store_id: null }] as const
  await organization.put(`/v2/people/${person.id}`, { data: { roles } })
  const read = [
    'integrations',
    'events',
    'catalog',
    'inventory',
    'promotions',
    'carts',
    'orders',
    'customers',
    'entries',
  ]
  const permissions = ['access:read', 'access:write', 'settings:read', ...read.map((area) => `${area}:read`)]
  const limited = await keyWith({ permissions })
  const refused = await limited.put(`/v2/people/${person.id}?revoke_keys=true`, { data: { roles: [] } })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([403, expect.stringContaining('The key "ERP" has')])
  expect((await organization.get(`/v2/people/${person.id}`)).body.data.roles).toEqual(roles)
})
