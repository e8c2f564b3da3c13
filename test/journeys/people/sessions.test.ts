import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../src/kernel/duration.ts'
import { type App, type Client, eventually, openApp, openTenant, send } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import {
  clientOf,
  logIn,
  OWN_PAGE,
  openPerson,
  openSession,
  PASSWORD,
  type PersonOf,
  refresh,
  sessionIn,
} from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let organization: Client
let ada: PersonOf
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'], clock: () => Date.now() + later })
  organization = (await openTenant(app)).organization
  ada = await openPerson(app, organization, { email: 'ada@example.com', roles: [{ role: 'owner', store_id: null }] })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const

test('a session names the person and the permissions in each store', async () => {
  const { client, id } = await openSession(app, ada)
  const { body } = await client.get('/v2/sessions/current')
  expect(body.data).toMatchObject({
    id,
    person: { id: ada.id, email: ada.email, second_factor: false, password: true },
    organization: { roles: ['owner'], permissions: expect.arrayContaining(['access:write', 'integrations:secrets']) },
    stores: [{ roles: ['owner'] }],
  })
  expect(body.data.organization.permissions).not.toContain('deployment:read')
  const [store] = body.data.stores
  expect((await client.call('GET', '/v2/settings', undefined, { 'x-store-id': store.id })).status).toBe(200)
})

test('a viewer of one store reads there, writes nothing, and sees no other store', async () => {
  const tenant = await openTenant(app)
  const roles = [{ role: 'viewer', store_id: tenant.store_id }] as const
  const person = await openPerson(app, tenant.organization, { email: 'view@example.com', roles })
  const { client } = await openSession(app, person)
  const there = { 'x-store-id': tenant.store_id }
  expect((await client.call('GET', '/v2/people', undefined, there)).status).toBe(403)
  const { stores } = (await client.get('/v2/sessions/current')).body.data
  expect(stores).toMatchObject([{ id: tenant.store_id, roles: ['viewer'] }])
  const other = (await organization.get('/v2/people')).body.data
  expect(other.length).toBeGreaterThan(0)
  const elsewhere = { 'x-store-id': (await openTenant(app)).store_id }
  expect((await client.call('GET', '/v2/settings', undefined, elsewhere)).status).toBe(404)
})

test('the cookie is withheld from scripts, other sites and all other routes', async () => {
  const { set_cookie } = await openSession(app, ada)
  expect(set_cookie).toMatch(
    /^tidings_session=[\w-]{64}; Path=\/v2\/sessions; Max-Age=604[78]\d\d; HttpOnly; SameSite=Strict$/,
  )
})

test('a refresh token is valid once, and each response contains the next', async () => {
  const { cookie, id } = await openSession(app, ada)
  const first = sessionIn(app, await refresh(app.origin, cookie))
  expect(first.id).toBe(id)
  expect(first.cookie).not.toBe(cookie)
  expect((await first.client.get('/v2/sessions/current')).status).toBe(200)
  expect((await refresh(app.origin, first.cookie)).status).toBe(200)
})

test('reusing a refresh token ends the session and its access tokens', async () => {
  const stolen = await openSession(app, ada)
  const next = sessionIn(app, await refresh(app.origin, stolen.cookie))
  later += 11 * SECOND
  const again = await refresh(app.origin, stolen.cookie)
  expect(again.status).toBe(401)
  expect(again.body.errors[0].detail).toContain('used before')
  expect(again.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await refresh(app.origin, next.cookie)).status).toBe(401)
  await eventually(
    () => next.client.get('/v2/sessions/current'),
    ({ status }) => status === 401,
  )
})

test('two tabs that refresh concurrently both get the same next refresh token', async () => {
  const { cookie } = await openSession(app, ada)
  const both = await Promise.all([refresh(app.origin, cookie), refresh(app.origin, cookie)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const next = both.map(({ headers }) => headers.get('set-cookie')?.split(';')[0] ?? '')
  expect(new Set(next).size).toBe(1)
  for (const { body } of both) {
    const client = clientOf(app.origin, body.data.access_token)
    expect((await client.get('/v2/sessions/current')).status).toBe(200)
  }
  expect((await refresh(app.origin, next[0] ?? '')).status).toBe(200)
})

test('a page that lost its response in a reload can continue much later', async () => {
  const { cookie } = await openSession(app, ada)
  await refresh(app.origin, cookie)
  const again = await refresh(app.origin, cookie)
  later += 30 * MINUTE
  expect((await refresh(app.origin, again.headers.get('set-cookie')?.split(';')[0] ?? '')).status).toBe(200)
  expect((await refresh(app.origin, cookie)).status).toBe(401)
})

test('pages of another origin cannot use the cookie', async () => {
  const { cookie, client } = await openSession(app, ada)
  const own = OWN_PAGE['sec-fetch-site']
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await refresh(app.origin, cookie, { ...OWN_PAGE, 'sec-fetch-site': site })).status, site).toBe(403)
  expect((await refresh(app.origin, cookie, { 'sec-fetch-site': own })).status).toBe(403)
  expect((await refresh(app.origin, cookie, {})).status).toBe(403)
  expect((await send(`${app.origin}/v2/sessions/current`, 'DELETE', undefined, { cookie })).status).toBe(403)
  const cross = await logIn(app.origin, { email: ada.email, password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })
  expect(cross.status).toBe(403)
  expect(cross.headers.get('set-cookie')).toBeNull()
  const form = { 'content-type': 'text/plain', 'sec-fetch-site': own }
  expect((await send(`${app.origin}/v2/sessions`, 'POST', '{"data":{}}', form)).status).toBe(415)
  const preflight = await send(`${app.origin}/v2/sessions/refresh`, 'OPTIONS', undefined, {
    ...{ origin: 'https://evil.example.com', 'access-control-request-method': 'POST' },
    'access-control-request-headers': 'x-tidings-session',
  })
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await client.get('/v2/sessions/current')).status).toBe(200)
  expect((await refresh(app.origin, cookie)).status).toBe(200)
})

test('the API accepts access tokens only, not the cookie', async () => {
  const { cookie } = await openSession(app, ada)
  const headers = { cookie, ...OWN_PAGE }
  for (const path of ['/v2/sessions/current', '/v2/people', '/v2/me/sessions'])
    expect((await send(`${app.origin}${path}`, 'GET', undefined, headers)).status, path).toBe(401)
})

test('a log-in never adopts a session from the client', async () => {
  const mallory = await openPerson(app, organization, { email: 'mallory@example.com', roles: OWNER })
  const fixed = await openSession(app, mallory)
  const answered = await logIn(
    app.origin,
    { email: ada.email, password: PASSWORD },
    { cookie: fixed.cookie, ...OWN_PAGE },
  )
  const own = sessionIn(app, answered)
  expect(own.id).not.toBe(fixed.id)
  const { person } = (
    await clientOf(app.origin, (await refresh(app.origin, fixed.cookie)).body.data.access_token).get(
      '/v2/sessions/current',
    )
  ).body.data
  expect(person.id).toBe(mallory.id)
})

test('logging out ends only the session and its access tokens', async () => {
  const one = await openSession(app, ada)
  const other = await openSession(app, ada)
  const out = await send(`${app.origin}/v2/sessions/current`, 'DELETE', undefined, { cookie: one.cookie, ...OWN_PAGE })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await refresh(app.origin, one.cookie)).status).toBe(401)
  await eventually(
    () => one.client.get('/v2/me/sessions'),
    ({ status }) => status === 401,
  )
  expect((await other.client.get('/v2/me/sessions')).status).toBe(200)
})

test('a person sees and ends only its own sessions', async () => {
  const person = await openPerson(app, organization, { email: 'many@example.com', roles: OWNER })
  const [first, second, third] = [
    await openSession(app, person),
    await openSession(app, person),
    await openSession(app, person),
  ]
  const { data } = (await first.client.get('/v2/me/sessions?sort=id')).body
  expect(data.map(({ id, current }: { id: string; current: boolean }) => [id, current])).toEqual([
    [first.id, true],
    [second.id, false],
    [third.id, false],
  ])
  expect((await first.client.delete(`/v2/me/sessions/${second.id}`)).status).toBe(204)
  const foreign = await openSession(app, ada)
  expect((await first.client.delete(`/v2/me/sessions/${foreign.id}`)).status).toBe(404)
  expect((await first.client.delete('/v2/me/sessions')).status).toBe(204)
  await eventually(
    () => third.client.get('/v2/me/sessions'),
    ({ status }) => status === 401,
  )
  expect((await first.client.get('/v2/me/sessions')).body.data).toHaveLength(1)
  expect((await refresh(app.origin, first.cookie)).status).toBe(200)
})

test('the cookie is limited to the path and scheme of a configured base URL', async () => {
  const env = { TIDINGS_BASE_URL: 'https://example.com/shop' }
  const behind = await openApp(database, { parts: ['api'], env, clock: () => Date.now() + later })
  try {
    const { set_cookie, cookie } = await openSession(behind, ada)
    expect(set_cookie).toMatch(/^__Secure-tidings_session=.*; Path=\/shop\/v2\/sessions; .*SameSite=Strict; Secure$/)
    const refreshed = await refresh(behind.origin, cookie)
    expect(refreshed.status).toBe(200)
    const next = sessionIn(behind, refreshed)
    expect(next.set_cookie).toContain('; Path=/shop/v2/sessions; ')
    const headers = { cookie: next.cookie, ...OWN_PAGE }
    const ended = await send(`${behind.origin}/v2/sessions/current`, 'DELETE', undefined, headers)
    expect(ended.headers.get('set-cookie')).toMatch(
      /^__Secure-tidings_session=; Path=\/shop\/v2\/sessions; Max-Age=0; /,
    )
  } finally {
    await behind.close()
  }
})

test('an access token lives 10 minutes, a session 12 hours without use and 7 days with use', async () => {
  const { client, cookie } = await openSession(app, ada)
  const idle = await openSession(app, ada)
  later += 10 * MINUTE - 30 * SECOND
  expect((await client.get('/v2/me/sessions')).status).toBe(200)
  later += 31 * SECOND
  expect((await client.get('/v2/me/sessions')).status).toBe(401)
  let latest = cookie
  for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
    later += 11 * HOUR
    const answered = await refresh(app.origin, latest)
    expect(answered.status, `after ${hours + 11} hours`).toBe(200)
    latest = sessionIn(app, answered).cookie
    if (hours === 11) expect((await refresh(app.origin, idle.cookie)).status).toBe(401)
  }
  later += 11 * HOUR
  expect((await refresh(app.origin, latest)).status).toBe(401)
})
