import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/audit/entry.ts'
import { query } from '../../../src/db/database.ts'
import { HOUR } from '../../../src/kernel/duration.ts'
import type { Role } from '../../../src/kernel/permissions.ts'
import { type App, openApp, openTenant, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import {
  type Browser,
  currentSessionIn,
  logInByProvider,
  oidcSettings,
  openBrowser,
} from '../../support/people/oidc-browser.ts'
import { codeIn, openPerson, openSession, refresh } from '../../support/people/people.ts'
import { type FakeProvider, openFakeProvider } from '../../support/servers/oidc-provider.ts'

let database: TestDatabase
let fake: FakeProvider
let app: App
let tenant: Tenant
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  fake = await openFakeProvider()
  app = await openApp(database, { parts: ['api'], env: oidcSettings(fake.issuer), clock: () => Date.now() + later })
  tenant = await openTenant(app)
  const owner = { email: 'owner@example.com', roles: [{ role: 'owner', store_id: null }] } as const
  await openPerson(app, tenant.organization, owner)
})
afterAll(async () => {
  await app.close()
  await fake.close()
  await database.close()
})
beforeEach(() => {
  later = 0
})

type Claims = Record<string, unknown> & { sub: string }

/** Result of a log-in with these claims. */
async function come(claims: Claims, way: { browser?: Browser; path?: string } = {}) {
  fake.next = { person: { email: `${claims.sub}@example.com`, email_verified: true, ...claims }, forgery: {} }
  const { finished, browser } = await logInByProvider(app, { ...way, accept: 'text/html' })
  const refused = new URL(finished.location).searchParams.get('refused')
  return { refused, browser, location: finished.location }
}

async function session(claims: Claims) {
  const { refused, browser } = await come(claims)
  expect(refused).toBeNull()
  return currentSessionIn(app, browser.jar)
}

async function personOf(email: string) {
  const { data } = (await tenant.organization.get('/v2/people?page[limit]=100')).body
  return data.find((one: { email: string }) => one.email === email)
}

async function entriesOf(person_id: string): Promise<AuditEntry[]> {
  const { body } = await tenant.organization.get(`/v2/audit/entries?filter=eq(resource_id,${person_id})`)
  return body.data.toReversed()
}

const viewer = [{ role: 'viewer', store_id: null }] as const

/** A person without a password, such as one admitted by a link. */
async function openWithoutPassword(email: string) {
  const person = await openPerson(app, tenant.organization, { email, roles: viewer })
  const browser = await openSession(app, person)
  await query(database.db, 'update people set password_hash = null where id = $1', [person.id])
  return { ...browser, ...person }
}

test('an address that only resembles that of a person neither takes over nor creates a person', async () => {
  const boss = await openWithoutPassword('boss@example.com')
  expect((await come({ sub: 'full-width', email: 'ｂoss@example.com', groups: ['devs'] })).refused).toBe(
    'similar_email',
  )
  expect((await session({ sub: 'boss', email: 'BOSS@example.com', groups: ['devs'] })).person.id).toBe(boss.id)
  await session({ sub: 'jane', email: 'ｊane@example.com', groups: ['devs'] })
  const data = { email: 'jane@example.com', roles: viewer }
  const { status, body } = await tenant.organization.post('/v2/people/invitations', { data })
  expect([status, body.errors[0].detail]).toEqual([409, expect.stringContaining('looks like ｊane@example.com')])
})

test('taking over a person ends its sessions and links, and is audited', async () => {
  const person = await openWithoutPassword('carl@example.com')
  const reset = await tenant.organization.post(`/v2/people/${person.id}/password-resets`, { data: {} })
  const taken = await session({ sub: 'carl', groups: ['devs'] })
  expect(taken.person.id).toBe(person.id)
  expect((await refresh(app.origin, person.cookie)).status).toBe(401)
  const data = { code: codeIn(reset.body.data.link), password: 'quite another sentence' }
  expect((await tenant.organization.post('/v2/people/invitations/accept', { data })).status).toBe(401)
  const [linked, followed] = (await entriesOf(person.id)).filter(({ actor }) => actor.type === 'provider')
  expect(linked?.changes[0]?.members).toEqual({ provider: { before: null, after: fake.issuer } })
  expect(followed?.changes[0]?.members).toEqual({
    roles: { before: viewer, after: [{ role: 'integrator', store_id: null }, viewer[0]] },
  })
})

test('a person with a password is not taken over, but links the provider within 5 minutes of a log-in', async () => {
  const roles = [{ role: 'viewer', store_id: tenant.store_id }] as const
  const cara = await openPerson(app, tenant.organization, { email: 'cara@example.com', roles })
  const claims = { sub: 'cara', email: 'Cara@example.com', groups: ['devs'] }
  expect((await come(claims)).refused).toBe('has_password')
  const path = '/v2/sessions/oidc/link'
  const { cookie } = await openSession(app, cara)
  const browser = () => openBrowser([cookie.split('=') as [string, string]])
  const begin = async (by: Browser) => (await by.open(`${app.origin}${path}`, undefined, 'text/html')).location
  later = 6 * 60_000
  expect(await begin(browser())).toContain('refused=stale_log_in')
  expect(await begin(openBrowser())).toContain('refused=stale_log_in')
  later = 0
  expect((await come(claims, { browser: browser(), path })).location).toBe(`${app.origin}/dashboard/me`)
  const known = await session(claims)
  expect(known.person).toMatchObject({ id: cara.id, password: true, provider: true })
  expect(known.stores[0].roles).toEqual(['integrator', 'viewer'])
  const [link] = (await entriesOf(cara.id)).filter(({ operation }) => operation === 'LinkProvider')
  expect([link?.actor.type, link?.actor.id]).toEqual(['person', cara.id])
  expect((await come({ ...claims, sub: 'another' })).refused).toBe('other_person')
})

test('an unverified address neither takes over nor creates a person', async () => {
  await openWithoutPassword('dan@example.com')
  for (const email_verified of [false, undefined, 'true'])
    for (const sub of ['dan', 'ceo'])
      expect((await come({ sub, email_verified, groups: ['devs'] })).refused).toBe('unverified_email')
  expect(await personOf('ceo@example.com')).toBeUndefined()
  const trusting = await openApp(database, {
    parts: ['api'],
    env: { ...oidcSettings(fake.issuer), TIDINGS_OIDC_TRUST_EMAIL: 'true' },
  })
  try {
    const refusalOf = async (email_verified: boolean | undefined) => {
      fake.next = { person: { sub: 'ceo', email: 'ceo@example.com', email_verified, groups: ['devs'] }, forgery: {} }
      const { finished } = await logInByProvider(trusting, { accept: 'text/html' })
      return new URL(finished.location).searchParams.get('refused')
    }
    expect([await refusalOf(false), await refusalOf(undefined)]).toEqual(['unverified_email', null])
  } finally {
    await trusting.close()
  }
})

test('changes by the provider are audited with the values before and after', async () => {
  const eve = (groups: string[]) => session({ sub: 'eve', groups })
  const { person } = await eve(['devs'])
  await eve(['devs'])
  await eve(['admins'])
  const roles = (...names: Role[]) => names.map((role) => ({ role, store_id: null }))
  const entries = await entriesOf(person.id)
  expect(entries.map(({ operation, actor }) => [operation, actor.type])).toEqual([
    ['FollowProvider', 'provider'],
    ['FollowProvider', 'provider'],
  ])
  expect(entries[0]?.changes[0]?.members).toMatchObject({ roles: { after: roles('integrator', 'viewer') } })
  expect(entries[1]?.changes[0]?.members).toEqual({
    roles: { before: roles('integrator', 'viewer'), after: roles('owner') },
  })
})

test('a person who returns without a role loses all sessions and roles, and the log records it', async () => {
  const { browser } = await come({ sub: 'fred', groups: ['devs'] })
  const { id } = await personOf('fred@example.com')
  const local = { role: 'support', store_id: tenant.store_id }
  await tenant.organization.put(`/v2/people/${id}`, { data: { roles: [...viewer, local] } })
  expect((await come({ sub: 'fred', groups: ['others'] })).refused).toBe('no_role')
  expect((await personOf('fred@example.com')).roles).toEqual([])
  expect((await refresh(app.origin, `tidings_session=${browser.jar.get('tidings_session')}`)).status).toBe(401)
  const [change, refusal] = (await entriesOf(id)).slice(-2)
  expect(change?.changes[0]?.members).toEqual({ roles: { before: [...viewer, local], after: [] } })
  expect(refusal?.operation).toBe('RefuseSession')
  expect((await session({ sub: 'fred', groups: ['devs'] })).organization.roles).toEqual(['integrator', 'viewer'])
})

test('a session started by the provider ends after 12 hours regardless of use', async () => {
  const { browser } = await come({ sub: 'gil', groups: ['devs'] })
  let cookie = `tidings_session=${browser.jar.get('tidings_session')}`
  for (later = 5 * HOUR; later < 12 * HOUR; later += 5 * HOUR) {
    const { status, headers } = await refresh(app.origin, cookie)
    expect(status).toBe(200)
    cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  later = 12 * HOUR + 1000
  expect((await refresh(app.origin, cookie)).status).toBe(401)
})
