import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type App, openApp, openTenant, send, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { logIn, OWN_PAGE, openPerson, openSession } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  tenant = await openTenant(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

type Entry = { operation: string; actor_type: string; actor_id: string | null; resource_type: string; text: string }

function entries(): Promise<Entry[]> {
  const text = `select operation, actor_type, actor_id, resource_type, to_jsonb(e)::text as text
    from audit_entries e where organization_id = $1 order by id`
  return query(database.db, text, [tenant.organization_id])
}

test('the audit log records invitations, log-ins, failures, log-outs and changes by people', async () => {
  const { organization } = tenant
  const roles = [{ role: 'owner', store_id: null }] as const
  const owner = await openPerson(app, organization, { email: 'owner@example.com', roles })
  const ada = await openPerson(app, organization, { email: 'ada@example.com', roles })
  expect((await logIn(app.origin, { email: ada.email, password: 'not this sentence' })).status).toBe(401)
  const session = await openSession(app, ada)
  await session.client.put('/v2/me', { data: { name: 'Ada Lovelace' } })
  await session.client.put(`/v2/people/${owner.id}`, {
    data: { roles: [...roles, { role: 'viewer', store_id: null }] },
  })
  await send(`${app.origin}/v2/sessions/current`, 'DELETE', undefined, { cookie: session.cookie, ...OWN_PAGE })
  expect((await organization.delete(`/v2/people/${ada.id}`)).status).toBe(200)
  const found = await entries()
  const isOwn = ({ actor_id }: Entry) => (actor_id === ada.id ? 'ada' : actor_id === owner.id ? 'owner' : 'key')
  expect(found.map((one) => [one.operation, one.resource_type, isOwn(one)])).toEqual([
    ['InvitePerson', 'person_invitation', 'key'],
    ['AcceptInvitation', 'person', 'owner'],
    ['InvitePerson', 'person_invitation', 'key'],
    ['AcceptInvitation', 'person', 'ada'],
    ['RefuseSession', 'person', 'ada'],
    ['CreateSession', 'session', 'ada'],
    ['UpdateOwnName', 'person', 'ada'],
    ['UpdatePerson', 'person', 'ada'],
    ['EndSession', 'session', 'ada'],
    ['RemovePerson', 'person', 'key'],
  ])
  const text = found.map((one) => one.text).join('\n')
  for (const personal of ['Lovelace', 'ada@example.com', ada.password, session.cookie.split('=')[1] ?? ''])
    expect(text).not.toContain(personal)
  expect(found[7]?.text).toContain('viewer')
  expect(found[1]?.text).toContain('owner')
})

test('an unchanged person leaves no entry, and a change of the address is rejected', async () => {
  const { organization } = tenant
  const roles = [{ role: 'owner', store_id: null }]
  const grace = await openPerson(app, organization, { email: 'grace@example.com', roles: [...roles] as never })
  const { client } = await openSession(app, grace)
  const { name, email } = (await client.get(`/v2/people/${grace.id}`)).body.data
  const before = (await entries()).length
  for (const data of [{}, { name }, { roles }, { email: ` ${email.toUpperCase()}` }])
    expect((await client.put(`/v2/people/${grace.id}`, { data })).status).toBe(200)
  expect((await client.put('/v2/me', { data: { name } })).status).toBe(200)
  const refused = await client.put(`/v2/people/${grace.id}`, { data: { email: 'other@example.com' } })
  expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: '/data/email' }])
  expect(await entries()).toHaveLength(before)
  const password = { current_password: grace.password, password: 'another good sentence' }
  expect((await client.post('/v2/me/password', { data: password })).status).toBe(200)
  const changed = (await entries()).find(({ operation }) => operation === 'UpdateOwnPassword')
  expect(changed?.text).toContain(JSON.stringify('{"password":{"hidden":"secret"}}').slice(1, -1))
})
