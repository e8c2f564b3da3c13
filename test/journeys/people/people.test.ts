import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { DAY, MINUTE, SECOND } from '../../../src/kernel/duration.ts'
import { ROLES, type Role } from '../../../src/kernel/permissions.ts'
import { type App, type Client, eventually, openApp, openTenant, send, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { accept, codeIn, logIn, openPerson, openSession, PASSWORD, refresh } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
let organization: Client
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'], clock: () => Date.now() + later })
  tenant = await openTenant(app)
  organization = tenant.organization
  // A second owner, because the last one cannot be removed.
  await openPerson(app, organization, { email: newEmail(), roles: OWNER })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const
let people = 0

function newEmail(): string {
  people += 1
  return `person-${people}@example.com`
}

function invite(by: Client, data: object, headers: Record<string, string> = {}) {
  return by.post('/v2/people/invitations', { data }, headers)
}

test('an invitation is valid once and in time, until revoked or replaced', async () => {
  const email = newEmail()
  const replaced = codeIn((await invite(organization, { email, roles: OWNER })).body.data.link)
  const invited = (await invite(organization, { email, roles: OWNER, expires_in: 900 })).body.data
  expect(Date.parse(invited.expires_at) - Date.parse(invited.created_at)).toBe(15 * MINUTE)
  expect((await accept(app.origin, replaced)).status).toBe(401)
  const code = codeIn(invited.link)
  const both = await Promise.all([accept(app.origin, code), accept(app.origin, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect((await invite(organization, { email: email.toUpperCase(), roles: OWNER })).status).toBe(409)
  const late = codeIn((await invite(organization, { email: newEmail(), roles: OWNER, expires_in: 900 })).body.data.link)
  later += 15 * MINUTE
  expect((await accept(app.origin, late)).status).toBe(401)
  const revoked = (await invite(organization, { email: newEmail(), roles: OWNER })).body.data
  expect((await organization.delete(`/v2/people/invitations/${revoked.id}`)).status).toBe(200)
  expect((await accept(app.origin, codeIn(revoked.link))).status).toBe(401)
  for (const expires_in of [899, (7 * DAY) / SECOND + 1])
    expect((await invite(organization, { email: newEmail(), roles: OWNER, expires_in })).status).toBe(422)
})

test('a code shows its invitation until used, and a wrong code shows nothing, five times at most', async () => {
  const open = (code: string) =>
    send(`${app.origin}/v2/people/invitations/open`, 'POST', { data: { type: 'person_invitation', code } }, {})
  const { store_id } = tenant
  const owner = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const { client } = await openSession(app, owner)
  const data = { email: newEmail(), name: 'Bo', roles: [{ role: 'support', store_id }, ...OWNER] }
  const invited = (await invite(client, data)).body.data
  const store = (await organization.get(`/v2/stores/${store_id}`)).body.data
  const of = (await organization.get(`/v2/organizations/${organization.organization_id}`)).body.data
  const code = codeIn(invited.link)
  const shown = { status: 200, body: { data: expect.objectContaining({ organization: of.name }) } }
  for (const _ of [1, 2]) expect(await open(code)).toMatchObject(shown)
  expect((await open(code)).body.data).toEqual({
    type: 'person_invitation',
    organization: of.name,
    email: data.email,
    name: 'Bo',
    roles: [
      { role: 'support', store: store.name },
      { role: 'owner', store: null },
    ],
    invited_by: 'Ada Marsh',
    expires_at: invited.expires_at,
  })
  const by_key = (await invite(organization, { email: newEmail(), roles: OWNER })).body.data.link
  expect((await open(codeIn(by_key))).body.data).toMatchObject({ name: null, invited_by: null })
  const wrong = `${code.slice(0, -4)}AAAA`
  expect(await open(wrong)).toMatchObject({ status: 401, body: (await open('nothing')).body })
  expect((await accept(app.origin, code)).status).toBe(200)
  for (let tries = 0; tries < 20; tries += 1) await open(code)
  expect((await open(code)).status).toBe(429)
})

test('a password has at least 12 characters, and is neither the e-mail address nor common', async () => {
  const email = newEmail()
  const code = codeIn((await invite(organization, { email, roles: OWNER })).body.data.link)
  for (const password of ['elevenchars', email, email.toUpperCase(), 'password1234'])
    expect((await accept(app.origin, code, password)).status, password).toBe(422)
  expect((await accept(app.origin, code, 'twelve chars')).status).toBe(200)
})

test('a person cannot grant a role above its own, for each role in a store', async () => {
  const { store_id } = tenant
  const there = { 'x-store-id': store_id }
  for (const giver of Object.keys(ROLES) as Role[]) {
    if (giver === 'operator') continue
    const person = await openPerson(app, organization, { email: newEmail(), roles: [{ role: giver, store_id }] })
    const { client } = await openSession(app, person)
    for (const role of Object.keys(ROLES) as Role[]) {
      const { status } = await invite(client, { email: newEmail(), roles: [{ role, store_id }] }, there)
      expect(status, `${giver} gives ${role}`).toBe(giver === 'owner' && role !== 'operator' ? 201 : 403)
    }
    expect((await invite(client, { email: newEmail(), roles: OWNER }, there)).status).toBe(403)
  }
})

test('an operator is created by an operator or on the command line, not by an owner or a key', async () => {
  const roles = [{ role: 'operator', store_id: null }]
  expect((await invite(organization, { email: newEmail(), roles })).status).toBe(403)
  const owner = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const { client } = await openSession(app, owner)
  const own = await client.put(`/v2/people/${owner.id}`, { data: { roles: [...OWNER, ...roles] } })
  expect(own.status).toBe(403)
  expect(own.body.errors[0].detail).toContain('`operator`')
})

test('keys and owners of a store cannot act on people with more permissions', async () => {
  const above = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const local = [{ role: 'owner', store_id: tenant.store_id }] as const
  const person = await openPerson(app, organization, { email: newEmail(), roles: local })
  const session = await openSession(app, person)
  const owner = { ...session.client, call: session.client.call }
  const there = { 'x-store-id': tenant.store_id }
  for (const by of [tenant.seller, owner]) {
    const path = `/v2/people/${above.id}`
    expect((await by.call('GET', path, undefined, there)).body.data.roles).toEqual(OWNER)
    expect((await by.call('DELETE', path, undefined, there)).status).toBe(403)
    expect((await by.call('PUT', path, { data: { name: 'Mallory' } }, there)).status).toBe(403)
    expect((await by.call('PUT', path, { data: { roles: [] } }, there)).status).toBe(403)
    expect((await by.call('POST', `${path}/password-resets`, { data: { password: PASSWORD } }, there)).status).toBe(403)
    expect((await by.call('DELETE', `${path}/sessions`, undefined, there)).status).toBe(403)
    const more = { data: { roles: [...OWNER, { role: 'viewer', store_id: tenant.store_id }] } }
    expect((await by.call('PUT', path, more, there)).status).toBe(200)
    expect((await by.call('PUT', path, { data: { roles: OWNER } }, there)).status).toBe(200)
  }
})

test('a role must name a store of the organization', async () => {
  const other = await openTenant(app)
  const roles = [{ role: 'viewer', store_id: other.store_id }]
  const { status, body } = await invite(organization, { email: newEmail(), roles })
  expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/roles/0/store_id'])
})

test('people and invitations of another organization are 404', async () => {
  const other = await openTenant(app)
  const person = await openPerson(app, other.organization, { email: newEmail(), roles: OWNER })
  const { id } = (await invite(other.organization, { email: newEmail(), roles: OWNER })).body.data
  const at = `/v2/people/${person.id}`
  for (const [method, path, body] of [
    ['GET', at],
    ['PUT', at, { data: { name: 'Mallory' } }],
    ['DELETE', at],
    ['GET', `${at}/sessions`],
    ['DELETE', `${at}/sessions`],
    ['POST', `${at}/password-resets`, { data: {} }],
    ['DELETE', `/v2/people/invitations/${id}`],
  ] as const)
    expect((await organization.call(method, path, body)).status, `${method} ${path}`).toBe(404)
  const listed = (await organization.get('/v2/people?page[limit]=100')).body.data
  expect(listed.map((one: { id: string }) => one.id)).not.toContain(person.id)
})

test('removing a person ends its sessions and invitations within 5 seconds', async () => {
  const person = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const session = await openSession(app, person)
  const invited = codeIn((await invite(session.client, { email: newEmail(), roles: OWNER })).body.data.link)
  const removed = startStopwatch()
  expect((await organization.delete(`/v2/people/${person.id}`)).status).toBe(200)
  await eventually(
    () => session.client.get('/v2/people'),
    ({ status }) => status === 401,
  )
  expect(removed.stop()).toBeLessThan(5000)
  expect((await refresh(app.origin, session.cookie)).status).toBe(401)
  expect((await logIn(app.origin, { email: person.email, password: PASSWORD })).status).toBe(401)
  expect((await accept(app.origin, invited)).status).toBe(401)
})

test('a change of roles ends access tokens, and the session continues with the new roles', async () => {
  const person = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const session = await openSession(app, person)
  const roles = [{ role: 'viewer', store_id: null }]
  expect((await organization.put(`/v2/people/${person.id}`, { data: { roles } })).body.data.roles).toEqual(roles)
  // The token still contains the owner role for a moment, but operations on people read the database.
  expect((await invite(session.client, { email: newEmail(), roles: OWNER })).status).toBeGreaterThanOrEqual(401)
  await eventually(
    () => session.client.get('/v2/sessions/current'),
    ({ status }) => status === 401,
  )
  const { body } = await refresh(app.origin, session.cookie)
  const headers = { authorization: `Bearer ${body.data.access_token}` }
  const current = await organization.call('GET', '/v2/sessions/current', undefined, headers)
  expect(current.body.data.organization.roles).toEqual(['viewer'])
})

test('ending the sessions of a person also ends its access tokens', async () => {
  const person = await openPerson(app, organization, { email: newEmail(), roles: OWNER })
  const session = await openSession(app, person)
  expect((await organization.get(`/v2/people/${person.id}/sessions`)).body.data).toMatchObject([{ id: session.id }])
  expect((await organization.delete(`/v2/people/${person.id}/sessions`)).status).toBe(204)
  expect((await refresh(app.origin, session.cookie)).status).toBe(401)
  await eventually(
    () => session.client.get('/v2/sessions/current'),
    ({ status }) => status === 401,
  )
})

test('the last owner stays, even when all owners are removed or demoted concurrently', async () => {
  const other = await openTenant(app)
  const owners = await Promise.all(
    [1, 2, 3, 4].map(() => openPerson(app, other.organization, { email: newEmail(), roles: OWNER })),
  )
  const results = await Promise.all(
    owners.map(({ id }, index) =>
      index % 2 === 0
        ? other.organization.delete(`/v2/people/${id}`)
        : other.organization.put(`/v2/people/${id}`, { data: { roles: [] } }),
    ),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  const refused = results.find(({ status }) => status === 409)
  expect(refused?.body.errors[0].detail).toContain('the last owner of the organization')
  const left = (await other.organization.get('/v2/people')).body.data
  expect(
    left.filter(({ roles }: { roles: { role: string }[] }) => roles.some(({ role }) => role === 'owner')),
  ).toHaveLength(1)
})

test('a key cannot use operations that people use for their own access', async () => {
  for (const [method, path, body] of [
    ['GET', '/v2/sessions/current'],
    ['GET', '/v2/me/sessions'],
    ['PUT', '/v2/me', { data: { name: 'Ada' } }],
    ['POST', '/v2/me/second-factor'],
  ] as const) {
    const { status, body: refused } = await organization.call(method, path, body)
    expect([status, refused.errors[0].detail], path).toEqual([403, expect.stringContaining('a person')])
  }
  expect((await tenant.shopper.get('/v2/me/sessions')).status).toBe(403)
  expect((await tenant.shopper.get('/v2/people')).status).toBe(403)
})

test('a person may have roles in 100 stores at most, and logs in and acts in each', async () => {
  const other = await openTenant(app)
  const stores = await query<{ id: string }>(
    database.db,
    `insert into stores (id, organization_id, name, scope, created_at, updated_at)
     select gen_random_uuid(), $1, 'Store', 'branch-' || n, now(), now() from generate_series(1, 101) as s (n) returning id`,
    [other.organization_id],
  )
  const roles = stores.map(({ id }) => ({ role: 'integrator', store_id: id }) as const)
  expect((await invite(other.organization, { email: newEmail(), roles })).status).toBe(422)
  const most = roles.slice(0, 100)
  const person = await openPerson(app, other.organization, { email: newEmail(), roles: most })
  const { client } = await openSession(app, person)
  expect((await client.get('/v2/sessions/current')).body.data.stores).toHaveLength(100)
  const last = { 'x-store-id': most[99]?.store_id ?? '' }
  expect((await client.call('GET', '/v2/integrations', undefined, last)).status).toBe(200)
  const [none] = roles.slice(100)
  const elsewhere = { 'x-store-id': none?.store_id ?? '' }
  expect((await client.call('GET', '/v2/integrations', undefined, elsewhere)).status).toBe(404)
})
