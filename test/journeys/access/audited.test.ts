import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import type { AuditEntry } from '../../../src/audit/entry.ts'
import { type Client, openClient } from '../../support/app.ts'
import { openPerson, openSession } from '../../support/people/people.ts'
import { openStage, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
let organization: Client
beforeAll(async () => {
  stage = await openStage({ parts: ['api'] })
  const tenant = await stage.tenant()
  store = tenant.store
  organization = tenant.organization
})
afterAll(() => stage.close())

async function entries(filter: string, store_id: string | null): Promise<AuditEntry[]> {
  const headers = store_id === null ? {} : { 'x-store-id': store_id }
  const path = `/v2/audit/entries?filter=${encodeURIComponent(filter)}&sort=id`
  const { status, body } = await organization.call('GET', path, undefined, headers)
  expect(status).toBe(200)
  return body.data
}

const about = (id: string, store_id: string | null) => entries(`eq(resource_id,${id})`, store_id)

test('creating and revoking a key are audited without its secret; a repeated revocation is not', async () => {
  const made = await store.post('/v2/keys', { data: { name: 'Warehouse', permissions: ['events:read'] } })
  const { id, client_secret } = made.body.data
  for (const _ of [1, 2]) expect((await organization.delete(`/v2/keys/${id}`)).status).toBe(200)
  const found = await about(id, store.store_id)
  expect(found).toMatchObject([
    { operation: 'CreateKey', actor: { type: 'key', name: 'store' }, changes: [{ type: 'key', action: 'created' }] },
    { operation: 'RevokeKey', actor: { type: 'key', name: 'organization' }, changes: [{ action: 'updated' }] },
  ])
  expect(found[0]?.changes[0]?.members).toMatchObject({ permissions: { after: ['events:read'] } })
  expect(Object.keys(found[1]?.changes[0]?.members ?? {})).toEqual(['revoked_at'])
  expect(JSON.stringify(found)).not.toContain(client_secret)
  expect(await about(id, null)).toEqual([])
})

test('creating and renaming a store are in its audit log; an unchanged name is not', async () => {
  const data = { name: 'Outlet', scope: `outlet-${Date.now()}` }
  const { id } = (await organization.post('/v2/stores', { data })).body.data
  for (const _ of [1, 2]) await organization.put(`/v2/stores/${id}`, { data: { name: 'Outlet of the shore' } })
  const [creation, renaming, ...others] = await about(id, id)
  expect(others).toEqual([])
  expect(creation).toMatchObject({ operation: 'CreateStore', resource: { type: 'store', id } })
  expect(creation?.changes[0]).toMatchObject({ type: 'store', members: { scope: { after: data.scope } } })
  expect(creation?.changes.map(({ type }) => type)).toEqual(expect.arrayContaining(['settings', 'currency']))
  expect(renaming?.changes).toEqual([
    { type: 'store', id, action: 'updated', members: { name: { before: 'Outlet', after: 'Outlet of the shore' } } },
  ])
})

test('creating an organization is audited with the name of the deployment key', async () => {
  const { app } = stage
  const { db, clock } = app.foundation
  const key = (ids: { organization_id: string | null }, name: string) =>
    createKey(db, { ...ids, store_id: null, name }, clock())
  const ids = { organization_id: store.organization_id, store_id: store.store_id }
  const operator = await openClient(app, ids, await key({ organization_id: null }, 'Operations'), 'client_credentials')
  const { id } = (await operator.post('/v2/organizations', { data: { name: 'Alder & Sons' } })).body.data
  const own = await key({ organization_id: id }, 'Own')
  const owner = await openClient(app, { ...ids, organization_id: id }, own, 'client_credentials')
  const { body } = await owner.get('/v2/audit/entries')
  expect(body.data).toMatchObject([
    {
      operation: 'CreateOrganization',
      actor: { type: 'key', name: 'Operations' },
      resource: { type: 'organization', id },
      changes: [{ action: 'created', members: { name: { after: 'Alder & Sons' } } }],
    },
  ])
})

test('audit entries show the current names of people', async () => {
  const roles = [{ role: 'owner', store_id: null }] as const
  const ada = await openPerson(stage.app, organization, { email: 'ada@example.com', roles })
  const { client } = await openSession(stage.app, ada)
  const { id } = (await client.post('/v2/keys', { data: { name: 'Of Ada' } })).body.data
  await client.put('/v2/me', { data: { name: 'Ada Lovelace' } })
  expect(await about(id, null)).toMatchObject([{ actor: { type: 'person', id: ada.id, name: 'Ada Lovelace' } }])
})

test('secret rotations, job runs and alerts are audited without secrets or alert addresses', async () => {
  const configuration = { url: 'https://shop.example.com/hook', secret_key: 'first-secret-of-the-receiver' }
  const integration = { integration_type: 'webhook', name: 'ERP', observes: ['order.paid'], enabled: true }
  const { id } = (await store.post('/v2/integrations', { data: { ...integration, configuration } })).body.data
  const secret = `/v2/integrations/${id}/secret`
  await store.post(`${secret}/rotate`, { data: { secret_key: 'second-secret-of-the-receiver' } })
  for (const _ of [1, 2]) await store.post(`${secret}/end-previous`)
  const run = await store.post('/v2/integrations/job-runs', {
    data: { action: 'cancel', keys: ['order.paid'], from: hourAgo() },
  })
  expect(run.status).toBe(201)
  for (const change of ['pause', 'pause', 'resume', 'cancel'])
    await store.post(`/v2/integrations/job-runs/${run.body.data.id}/${change}`)
  const url = 'https://chat.example.com/services/hush-hush-of-the-chat'
  const alert = await store.post('/v2/alerts', { data: { name: 'On call', channel: 'chat', url } })
  expect(alert.status).toBe(201)
  const found = await entries(`ge(id,${(await about(id, store.store_id))[0]?.id})`, store.store_id)
  expect(found.map(({ operation }) => operation)).toEqual([
    ...['CreateIntegration', 'RotateSecret', 'EndPreviousSecret'],
    ...['CreateJobRun', 'PauseJobRun', 'ResumeJobRun', 'CancelJobRun', 'CreateAlert'],
  ])
  expect(found[1]?.changes[0]?.members).toMatchObject({ 'configuration.secret_key': { hidden: 'secret' } })
  expect(found[2]?.changes[0]?.members).toEqual({ previous_secret_until: { before: expect.any(String), after: null } })
  expect(found[4]?.changes[0]?.members).toEqual({ status: { before: 'running', after: 'paused' } })
  expect(found[7]?.changes).toMatchObject([{ type: 'alert', members: { url: { hidden: 'secret' } } }])
  expect(JSON.stringify(found)).not.toMatch(/receiver|hush|the-chat/)
})

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}
