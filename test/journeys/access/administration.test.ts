import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { DAY } from '../../../src/kernel/duration.ts'
import { OWNER_PERMISSIONS, type Permission } from '../../../src/kernel/permissions.ts'
import { type Answered, type Client, eventually, openClient } from '../../support/app.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { openStage, type Stage } from '../../support/stage.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let store: Client
let organization: Client
let stranger: Client
beforeAll(async () => {
  stage = await openStage()
  const [first, second] = [await stage.tenant(), await stage.tenant()]
  store = first.store
  organization = first.organization
  stranger = second.organization
})
afterAll(() => stage.close())

type KeyData = { name?: string; permissions?: readonly Permission[] | null; expires_at?: string | null }

function create(client: Client, data: KeyData = {}, headers: Record<string, string> = {}): Promise<Answered> {
  return client.post('/v2/keys', { data: { type: 'key', name: 'of a test', ...data } }, headers)
}

/** Client with a token of a key as returned on creation. */
function clientOf({ body }: Answered): Promise<Client> {
  const { client_id, client_secret } = body.data
  return openClient(stage.app, store, { client_id, client_secret }, 'client_credentials')
}

/** Client with a key of the store that has only these permissions. */
async function limited(...permissions: Permission[]): Promise<Client> {
  return clientOf(await create(store, { permissions }))
}

describe('a key created through the API', () => {
  test('shows its secret only in that response and has only its listed permissions', async () => {
    const created = await create(store, { permissions: ['orders:read', 'access:read'] })
    expect(created.status).toBe(201)
    const { client_secret, ...shown } = created.body.data
    expect(client_secret).toMatch(/^tidings_/)
    expect(shown).toMatchObject({
      permissions: ['orders:read', 'access:read'],
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    expect((await store.get(`/v2/keys/${shown.id}`)).body.data).toEqual(shown)
    const key = await clientOf(created)
    expect((await key.get('/v2/orders')).status).toBe(200)
    const refused = await key.get('/v2/products')
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.body.errors[0].detail).toContain('`catalog:read`')
    const list = await key.get(`/v2/keys?filter=eq(id,${shown.id})`)
    expect(list.body.data).toMatchObject([{ id: shown.id, last_used_at: expect.stringMatching(/Z$/) }])
    expect(JSON.stringify(list.body)).not.toContain('secret')
  })

  test('belongs to the store of the request, otherwise to the organization', async () => {
    const relationships = async (...request: Parameters<typeof create>) =>
      (await create(...request)).body.data.relationships
    const owner = { data: { type: 'organization', id: organization.organization_id } }
    const of_store = { organization: owner, store: { data: { type: 'store', id: store.store_id } } }
    expect(await relationships(store)).toEqual(of_store)
    expect(await relationships(organization, {}, { 'x-store-id': String(store.store_id) })).toEqual(of_store)
    expect(await relationships(organization)).toEqual({ organization: owner })
  })

  test('cannot have a permission that its creator lacks, or one of the deployment', async () => {
    const creator = await limited('access:write', 'orders:read')
    const cases: [KeyData, string][] = [
      [{ permissions: ['orders:write', 'orders:read'] }, '`orders:write`'],
      [{ permissions: ['deployment:read'] }, '`deployment:read`'],
      [{}, '`orders:write`'],
      [{ permissions: null }, '`orders:write`'],
    ]
    for (const [each, lacked] of cases) {
      const refused = await create(creator, each)
      expect(refused).toMatchObject({ status: 403, body: { errors: [{ source: { pointer: '/data/permissions' } }] } })
      expect(refused.body.errors[0].detail).toContain(lacked)
    }
    const given = await create(creator, { permissions: ['orders:read'] })
    expect(given).toMatchObject({ status: 201, body: { data: { permissions: ['orders:read'] } } })
    expect((await create(store, { permissions: ['deployment:write'] })).status).toBe(403)
    expect((await create(store, { permissions: [...OWNER_PERMISSIONS] })).status).toBe(201)
  })

  test('expires', async () => {
    expect((await create(store, { expires_at: new Date(Date.now() - DAY).toISOString() })).status).toBe(422)
    const expires_at = new Date(Date.now() + DAY).toISOString()
    expect((await create(store, { expires_at })).body.data.expires_at).toBe(expires_at)
  })

  test('stops working within 5 s of its revocation, even when it revokes itself', async () => {
    const created = await create(store)
    const key = await clientOf(created)
    const path = `/v2/keys/${created.body.data.id}`
    expect((await key.delete(path)).status).toBe(200)
    const revoked = startStopwatch()
    await eventually(
      () => key.get('/v2/settings'),
      ({ status }) => status === 401,
    )
    expect(revoked.stop()).toBeLessThan(5000)
    expect((await store.get(path)).body.data.revoked_at).not.toBeNull()
    expect((await store.delete(path)).status).toBe(200)
  })
})

test('keys of other organizations, and organization keys seen from a store, are 404', async () => {
  const { id } = (await create(organization)).body.data
  const own = (await create(store)).body.data.id
  for (const [client, key] of [
    [stranger, id],
    [stranger, own],
    [store, id],
  ] as const) {
    const path = `/v2/keys/${key}`
    const nothing = await client.get(`/v2/keys/${UNKNOWN_ID}`)
    for (const method of ['GET', 'DELETE'])
      expect(await client.call(method, path)).toMatchObject({ status: 404, body: nothing.body })
    expect((await client.get(`/v2/keys?filter=eq(id,${key})`)).body.data).toEqual([])
  }
  expect((await organization.get(`/v2/keys/${own}`)).status).toBe(200)
  expect((await organization.get(`/v2/keys?filter=eq(id,${own})`)).body.data).toHaveLength(1)
})

test('an organization with access:write creates and renames its stores; other keys cannot', async () => {
  const data = { type: 'store', name: 'Outlet', scope: `outlet-${process.pid}-${Date.now()}`, currency: 'EUR' }
  const created = await organization.post('/v2/stores', { data })
  expect(created.status).toBe(201)
  const path = `/v2/stores/${created.body.data.id}`
  const settings = await organization.call('GET', '/v2/currencies', undefined, { 'x-store-id': created.body.data.id })
  expect(settings.body.data).toMatchObject([{ code: 'EUR' }])
  expect((await organization.put(path, { data: { name: 'Second outlet' } })).body.data.name).toBe('Second outlet')
  expect((await organization.get(path)).body.data.name).toBe('Second outlet')
  for (const client of [store, stranger]) expect((await client.put(path, { data: { name: 'Taken' } })).status).toBe(404)
  const headers = { 'x-store-id': String(store.store_id) }
  expect((await organization.post('/v2/stores', { data }, headers)).status).toBe(403)
  const reader = await limited('access:read')
  expect((await reader.put(`/v2/stores/${store.store_id}`, { data: { name: 'Mine' } })).status).toBe(403)
  const names = (await organization.get('/v2/stores?sort=-created_at')).body.data.map(({ id }: { id: string }) => id)
  expect(names).toEqual([created.body.data.id, store.store_id])
  expect((await store.get('/v2/stores')).body.data).toMatchObject([{ id: store.store_id }])
})

test('an organization can be read by its own keys, renamed by itself, and is 404 for others', async () => {
  const path = `/v2/organizations/${organization.organization_id}`
  const rename = (client: Client, name: string) => client.put(path, { data: { type: 'organization', name } })
  const before = (await store.get(path)).body.data
  const renamed = await rename(organization, 'Alder Group')
  expect(renamed).toMatchObject({ status: 200, body: { data: { ...before, name: 'Alder Group', meta: {} } } })
  expect((await organization.get(path)).body).toEqual(renamed.body)
  expect((await rename(store, 'Mine')).status).toBe(403)
  expect((await rename(organization, ' ')).status).toBe(422)
  expect((await rename(await limited('orders:write'), 'Mine')).status).toBe(403)
  for (const refused of [await stranger.get(path), await rename(stranger, 'Taken')]) expect(refused.status).toBe(404)
  const entries = (await organization.get('/v2/audit/entries?filter=eq(operation,UpdateOrganization)')).body.data
  expect(entries).toHaveLength(1)
  expect((await organization.get(path)).body.data.name).toBe('Alder Group')
})

test('a deployment key creates and lists organizations but cannot read their contents', async () => {
  const owner = { organization_id: null, store_id: null, name: 'operations' }
  const key = await createKey(stage.database.db, owner, Date.now())
  const operator = stage.contract.watch(await openClient(stage.app, store, key, 'client_credentials'))
  const created = await operator.post('/v2/organizations', { data: { name: 'Marsh & Sons' } })
  expect(created).toMatchObject({ status: 201, body: { data: { name: 'Marsh & Sons' } } })
  const { data } = (await operator.get('/v2/organizations?page[limit]=100')).body
  expect(data).toContainEqual(created.body.data)
  expect((await operator.get(`/v2/organizations/${created.body.data.id}`)).body).toEqual(created.body)
  expect(data.map(({ id }: { id: string }) => id)).toContain(store.organization_id)
  expect((await operator.get('/v2/stores')).body.data).toEqual([])
  expect((await operator.get(`/v2/stores/${store.store_id}`)).status).toBe(404)
  expect((await operator.get('/v2/keys')).status).toBe(403)
  const headers = { 'x-store-id': String(store.store_id) }
  expect((await operator.call('GET', '/v2/orders', undefined, headers)).status).toBe(404)
  expect((await organization.get('/v2/organizations')).status).toBe(403)
})
