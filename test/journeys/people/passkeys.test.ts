import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { MINUTE } from '../../../src/kernel/duration.ts'
import { deleteOldAccess } from '../../../src/people/delete-old-access.ts'
import { type Answered, type App, type Client, openApp, openTenant, send, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Authenticator, openAuthenticator, type Said } from '../../support/people/authenticator.ts'
import { logIn, logInsOf, openPerson, openSession, PASSWORD, refresh, sessionIn } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'], clock: () => Date.now() + later })
  tenant = await openTenant(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const
const PROOF = { data: { password: PASSWORD } }
let people = 0

/** Pages on the same machine use passkeys for `localhost`. */
const origin = () => app.origin.replace('127.0.0.1', 'localhost')

async function newPerson() {
  people += 1
  const person = await openPerson(app, tenant.organization, { email: `key-${people}@example.com`, roles: OWNER })
  return { person, ...(await openSession(app, person)) }
}

async function optionsFor(client: Client) {
  return (await client.post('/v2/me/passkeys/options', PROOF)).body.data.options
}

async function withPasskey(made?: Parameters<typeof openAuthenticator>[1]) {
  const { person, client } = await newPerson()
  const authenticator = openAuthenticator(origin(), made)
  const credential = authenticator.register(await optionsFor(client))
  const created = await client.post('/v2/me/passkeys', { data: { credential } })
  expect(created.status).toBe(201)
  return { person, client, authenticator, passkey: created.body.data }
}

async function logInOptions() {
  return (await send(`${app.origin}/v2/sessions/passkey-options`, 'POST', undefined, {})).body.data.options
}

async function logInBy(authenticator: Authenticator, changed?: Said & { user_handle?: string }) {
  return logIn(app.origin, { passkey: authenticator.assert(await logInOptions(), changed) })
}

/** Expects a rejection with this reason and without a session. */
function expectRefused(answered: Answered, reason: string): void {
  expect([answered.status, answered.headers.get('set-cookie')]).toEqual([401, null])
  expect(answered.body.errors[0].detail).toContain(reason)
}

test('a passkey logs in without password and second factor, and starts a normal session', async () => {
  const { person, client, authenticator, passkey } = await withPasskey()
  expect(passkey).toMatchObject({ type: 'passkey', name: 'Security key', backed_up: false, last_used_at: null })
  const { secret } = (await client.post('/v2/me/second-factor', PROOF)).body.data
  const one_time_code = new TOTP({ secret }).generate()
  await client.post('/v2/me/second-factor/confirm', { data: { one_time_code } })
  expect((await logIn(app.origin, person)).status).toBe(202)
  const [first, second] = [await logInBy(authenticator), await logInBy(authenticator)]
  expect([first.status, second.status]).toEqual([201, 201])
  const session = sessionIn(app, first)
  expect(session.set_cookie).toMatch(/^tidings_session=.+; Path=\/v2\/sessions; .*HttpOnly; SameSite=Strict/)
  expect(sessionIn(app, second).id).not.toBe(session.id)
  expect((await session.client.get('/v2/sessions/current')).body.data.person.email).toBe(person.email)
  expect((await refresh(app.origin, session.cookie)).status).toBe(200)
  const listed = await client.get('/v2/me/passkeys')
  expect(listed.body.data).toEqual([{ ...passkey, last_used_at: expect.any(String) }])
  expect(Object.keys(passkey).sort()).toEqual(['backed_up', 'created_at', 'id', 'last_used_at', 'name', 'type'])
  const by_passkey = { method: 'passkey', second_factor: null }
  const by_password = { method: 'password', second_factor: null }
  expect(await logInsOf(tenant.organization, person.id)).toEqual([by_passkey, by_passkey, by_password])
  expect(await logInsOf(tenant.organization, person.id, ':eq(log_in_method,passkey)')).toHaveLength(2)
})

test('a log-in with a passkey is rejected for any flaw in its signed data', async () => {
  const { authenticator } = await withPasskey()
  const other = await withPasskey()
  const other_handle = Buffer.from(other.person.id.replaceAll('-', ''), 'hex').toString('base64url')
  const registration = (await optionsFor(other.client)).challenge
  const refusals: [Parameters<typeof logInBy>[1], string][] = [
    [{ origin: 'https://tidings.example.net' }, 'another origin'],
    [{ rp_id: 'example.net' }, 'another domain'],
    [{ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'challenge is not valid'],
    [{ challenge: registration }, 'challenge is not valid'],
    [{ verified: false }, 'has not verified the person'],
    [{ user_handle: other_handle }, 'another person'],
    [{ user_handle: '' }, 'another person'],
  ]
  for (const [changed, reason] of refusals) expectRefused(await logInBy(authenticator, changed), reason)
  const forged = { ...other.authenticator.assert(await logInOptions()), id: authenticator.id }
  expectRefused(await logIn(app.origin, { passkey: forged }), 'its signature is wrong')
  expectRefused(await logIn(app.origin, { passkey: { id: authenticator.id, response: {} } }), 'challenge is not valid')
  expect((await logInBy(authenticator)).status).toBe(201)
})

test('a challenge is valid once, for five minutes, in this deployment only', async () => {
  const { authenticator } = await withPasskey({ counts: false })
  const passkey = authenticator.assert(await logInOptions())
  const both = await Promise.all([logIn(app.origin, { passkey }), logIn(app.origin, { passkey })])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 401])
  expectRefused(await logIn(app.origin, { passkey }), 'works once')
  const options = await logInOptions()
  later += 5 * MINUTE + 1
  expectRefused(await logIn(app.origin, { passkey: authenticator.assert(options) }), 'within 5 minutes')
  const used = 'select count(*)::int as count from used_passkey_challenges'
  expect((await query<{ count: number }>(app.foundation.db, used, []))[0]?.count).toBeGreaterThan(0)
  await deleteOldAccess(app.foundation.db, Date.now() + later + 5 * MINUTE)
  expect((await query<{ count: number }>(app.foundation.db, used, []))[0]?.count).toBe(0)
})

test('a counter that goes back reveals a copied passkey; a counter that stays zero does not', async () => {
  const { authenticator } = await withPasskey()
  expect((await logInBy(authenticator)).status).toBe(201)
  expectRefused(await logInBy(authenticator, { counter: 1 }), 'a copy of it')
  expectRefused(await logInBy(authenticator, { counter: 0 }), 'a copy of it')
  expect((await logInBy(authenticator)).status).toBe(201)
  const synced = await withPasskey({ counts: false, aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' })
  expect(synced.passkey).toMatchObject({ name: 'Apple Passwords', backed_up: true })
  expect([(await logInBy(synced.authenticator)).status, (await logInBy(synced.authenticator)).status]).toEqual([
    201, 201,
  ])
})

test('a new passkey requires password, own challenge and user verification, and is registered once', async () => {
  const { client, person, authenticator } = await withPasskey()
  const other = await newPerson()
  const path = '/v2/me/passkeys/options'
  expect((await client.post(path, { data: {} })).status).toBe(401)
  expect((await client.post(path, { data: { password: 'not this sentence' } })).status).toBe(401)
  const options = await optionsFor(client)
  expect(options.excludeCredentials).toEqual([{ id: authenticator.id, transports: ['usb'], type: 'public-key' }])
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: person.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const create = (credential: object, by = client) => by.post('/v2/me/passkeys', { data: { credential } })
  const another = openAuthenticator(origin())
  const refusals: [Said, string][] = [
    [{ verified: false }, 'has not verified the person'],
    [{ origin: 'https://tidings.example.net' }, 'another origin'],
    [{ rp_id: 'example.net' }, 'another domain'],
    [{ challenge: (await optionsFor(other.client)).challenge }, 'is not valid for you'],
    [{ challenge: (await logInOptions()).challenge }, 'is not valid for you'],
  ]
  for (const [changed, reason] of refusals) {
    const refused = await create(another.register(options, changed))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([422, expect.stringContaining(reason)])
  }
  expect((await create({ id: another.id, response: { clientDataJSON: 7 } })).status).toBe(422)
  expect((await create(another.register(options))).status).toBe(201)
  expect((await create(openAuthenticator(origin()).register(options))).status).toBe(422)
  const again = await create(another.register(await optionsFor(other.client)), other.client)
  expect([again.status, again.body.errors[0].detail]).toEqual([409, 'This passkey is registered already.'])
  const expired = another.register(await optionsFor(client))
  later += 5 * MINUTE + 1
  expect((await create(expired)).status).toBe(422)
})

test('people rename and delete only their own passkeys, and a deleted passkey no longer logs in', async () => {
  const { client, authenticator, passkey } = await withPasskey()
  const other = await newPerson()
  const path = `/v2/me/passkeys/${passkey.id}`
  const renamed = await client.put(path, { data: { name: ' Phone ' } })
  expect(renamed.body.data).toEqual({ ...passkey, name: 'Phone' })
  expect((await other.client.put(path, { data: { name: 'Mine' } })).status).toBe(404)
  expect((await other.client.post(`${path}/remove`, PROOF)).status).toBe(404)
  expect((await client.post(`${path}/remove`, { data: {} })).status).toBe(401)
  expect((await logInBy(authenticator)).status).toBe(201)
  expect((await client.post(`${path}/remove`, PROOF)).status).toBe(204)
  expectRefused(await logInBy(authenticator), 'was deleted')
  expect((await client.get('/v2/me/passkeys')).body.data).toEqual([])
})

test('a reset removes passkeys on request, and removing the person always does', async () => {
  const { person, authenticator } = await withPasskey()
  const one = `/v2/people/${person.id}`
  const count = async () => (await tenant.organization.get(one)).body.data.passkeys
  expect(await count()).toBe(1)
  const reset = (data: object) => tenant.organization.post(`${one}/password-resets`, { data })
  expect((await reset({})).status).toBe(201)
  expect(await count()).toBe(1)
  expect((await reset({ remove_passkeys: true })).status).toBe(201)
  expect(await count()).toBe(0)
  expectRefused(await logInBy(authenticator), 'was deleted')
  const gone = await withPasskey()
  await tenant.organization.delete(`/v2/people/${gone.person.id}`)
  expectRefused(await logInBy(gone.authenticator), 'was deleted')
})

test('the audit log records added, renamed and removed passkeys, and rejected log-ins of known people', async () => {
  const { person, client, authenticator, passkey } = await withPasskey()
  await client.put(`/v2/me/passkeys/${passkey.id}`, { data: { name: 'Phone of Ada' } })
  await logInBy(authenticator, { origin: 'https://tidings.example.net' })
  await client.post(`/v2/me/passkeys/${passkey.id}/remove`, PROOF)
  const filter = encodeURIComponent(`eq(actor_id,${person.id})`)
  const { body } = await tenant.organization.get(`/v2/audit/entries?filter=${filter}&sort=created_at&page[limit]=100`)
  const operations: string[] = body.data.map(({ operation }: { operation: string }) => operation)
  expect(operations.filter((name) => /Passkey|Refuse/.test(name))).toEqual([
    'CreatePasskey',
    'UpdatePasskey',
    'RefuseSession',
    'RemovePasskey',
  ])
  expect(JSON.stringify(body)).not.toContain('Phone of Ada')
  expect(JSON.stringify(body)).toContain(passkey.id)
})

test('too many rejected passkey log-ins delay even a valid one', async () => {
  const { authenticator } = await withPasskey()
  for (let tries = 0; tries < 10; tries += 1)
    expectRefused(await logInBy(authenticator, { origin: 'https://tidings.example.net' }), 'another origin')
  const limited = await logInBy(authenticator)
  expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  later += 20 * MINUTE
  expect((await logInBy(authenticator)).status).toBe(201)
})
