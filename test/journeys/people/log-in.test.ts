import { Worker } from 'node:worker_threads'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { MINUTE, SECOND } from '../../../src/kernel/duration.ts'
import { commandLine } from '../../../src/people/authority.ts'
import { ensureOwner } from '../../../src/people/create.ts'
import { linkOf } from '../../../src/people/invitations/invitation.ts'
import { createLink } from '../../../src/people/invitations/links.ts'
import { type App, type Client, eventually, openApp, openTenant, send, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import {
  accept,
  codeIn,
  logIn,
  logInsOf,
  openPerson,
  openSession,
  PASSWORD,
  sessionIn,
} from '../../support/people/people.ts'
import { scrape } from '../../support/scraped-metrics.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
let organization: Client
let later = 0
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, {
    parts: ['api'],
    env: { TIDINGS_METRICS_TOKEN: METRICS_TOKEN },
    clock: () => Date.now() + later,
  })
  tenant = await openTenant(app)
  organization = tenant.organization
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const METRICS_TOKEN = 'a-token-for-metrics'
const OWNER = [{ role: 'owner', store_id: null }] as const
let people = 0

function newPerson(by = organization) {
  people += 1
  return openPerson(app, by, { email: `person-${people}@example.com`, roles: OWNER })
}

function codeAt(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + later + steps * 30 * SECOND })
}

async function withSecondFactor() {
  const person = await newPerson()
  const { client } = await openSession(app, person)
  const { secret } = (await client.post('/v2/me/second-factor', { data: { password: PASSWORD } })).body.data
  const confirmed = await client.post('/v2/me/second-factor/confirm', { data: { one_time_code: codeAt(secret) } })
  later += 31 * SECOND
  return { person, client, secret, recovery_codes: confirmed.body.data.recovery_codes as string[] }
}

async function challengeFor(email: string): Promise<string> {
  const answered = await logIn(app.origin, { email, password: PASSWORD })
  expect(answered.status).toBe(202)
  return answered.body.data.challenge
}

test('an unknown address and a wrong password get the same response', async () => {
  const person = await newPerson()
  const [unknown, wrong] = await Promise.all([
    logIn(app.origin, { email: 'nobody@example.com', password: PASSWORD }),
    logIn(app.origin, { email: person.email, password: 'another long sentence' }),
  ])
  expect(unknown.status).toBe(401)
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.headers.get('set-cookie')).toBeNull()
})

/** Password hashes computed by threads, which dominate the time of a log-in. */
async function hashesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    await work()
    const hashJobs = post.mock.calls.map(([message]) => message).filter((message) => 'salt' in Object(message))
    return hashJobs.map(({ cost, bytes }) => ({ cost, bytes }))
  } finally {
    post.mockRestore()
  }
}

test('an unknown address costs one password hash, like a wrong password, for people and customers', async () => {
  const [person, other] = [await newPerson(), await openTenant(app)]
  const { person: careful } = await withSecondFactor()
  const passwordless = await ensureOwner(
    { ...app.foundation, report: async () => {} },
    commandLine(other.organization_id),
    { email: 'without-password@example.com', name: 'Ada Marsh' },
  )
  const failing = (data: object) =>
    hashesOf(async () => {
      const answered = await logIn(app.origin, { password: 'not this sentence', ...data })
      expect(answered.status).toBe(401)
    })
  const wrong = await failing({ email: person.email })
  expect(wrong).toEqual([{ cost: { ln: 10, r: 8, p: 3 }, bytes: 32 }])
  expect(await failing({ email: 'nobody-at-all@example.com' })).toEqual(wrong)
  expect(await failing({ email: passwordless?.email })).toEqual(wrong)
  expect(await failing({ email: careful.email })).toEqual(wrong)
  expect(await failing({ email: person.email, organization_id: other.organization_id })).toEqual(wrong)
  expect(await hashesOf(() => logIn(app.origin, person))).toEqual(wrong)
})

test('log-ins are counted by outcome', async () => {
  const measure = () => scrape(`${app.origin}/metrics`, METRICS_TOKEN)
  const { person, secret } = await withSecondFactor()
  const before = await measure()
  const challenge = await challengeFor(person.email)
  await logIn(app.origin, { challenge, one_time_code: '000000' })
  await logIn(app.origin, { challenge, one_time_code: codeAt(secret) })
  await logIn(app.origin, { code: 'unknown' })
  for (let tries = 0; tries < 11; tries += 1)
    await logIn(app.origin, { email: 'guessed@example.com', password: 'not this sentence' })
  await logIn(app.origin, { email: 'not an address' })
  const after = await measure()
  const counted = ['succeeded', 'second_factor', 'organization', 'refused', 'limited', 'unavailable'].map((outcome) => {
    const [then, now] = [before, after].map((levels) => levels.value('tidings_person_log_ins_total', { outcome }))
    return [outcome, Number(now) - Number(then)]
  })
  expect(Object.fromEntries(counted)).toEqual({
    succeeded: 1,
    second_factor: 1,
    organization: 0,
    refused: 12,
    limited: 1,
    unavailable: 0,
  })
})

test('an address is case-insensitive, and people of the store are not customers', async () => {
  const person = await newPerson()
  expect((await logIn(app.origin, { email: person.email.toUpperCase(), password: PASSWORD })).status).toBe(201)
})

test('a log-in from the same network must wait after ten failures', async () => {
  const person = await newPerson()
  const attempt = (password: string) => logIn(app.origin, { email: person.email, password })
  for (let failed = 0; failed < 10; failed += 1) expect((await attempt(`wrong password ${failed}`)).status).toBe(401)
  const waiting = await attempt(PASSWORD)
  expect(waiting.status).toBe(429)
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
})

const TWIN = 'a sentence that the attacker knows'

/** A person of another organization with the same address and another password. */
async function twinOf({ email }: { email: string }) {
  const other = await openTenant(app)
  const invited = await other.organization.post('/v2/people/invitations', { data: { email, roles: OWNER } })
  expect((await accept(app.origin, codeIn(invited.body.data.link), TWIN)).status).toBe(200)
  return other
}

test('logging in to another organization does not reset the failures of the same address', async () => {
  const victim = await newPerson()
  const { organization_id } = await twinOf(victim)
  const attempt = (data: object) => logIn(app.origin, { email: victim.email, ...data })
  for (let failed = 0; failed < 9; failed += 1)
    expect((await attempt({ password: `wrong password ${failed}` })).status).toBe(401)
  expect((await attempt({ password: TWIN, organization_id })).status).toBe(201)
  expect((await attempt({ password: TWIN })).status).toBe(201)
  // The tenth failure of the victim used the password of the other person.
  expect((await attempt({ password: PASSWORD, organization_id: tenant.organization_id })).status).toBe(429)
  expect((await attempt({ password: TWIN })).status).toBe(201)
})

test('failures with people of an organization are counted under every spelling of its id', async () => {
  const { email } = await newPerson()
  const spellings = [tenant.organization_id, tenant.organization_id.toUpperCase(), undefined]
  const statuses = []
  for (let failed = 0; failed < 11; failed += 1) {
    const data = { email, password: `wrong password ${failed}`, organization_id: spellings[failed % 3] }
    statuses.push((await logIn(app.origin, data)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await logIn(app.origin, { email, password: PASSWORD })).status).toBe(429)
})

test('log-ins of a person never lock out a person with the same address in another organization', async () => {
  const victim = await newPerson()
  await twinOf(victim)
  for (let times = 0; times < 12; times += 1) expect((await logIn(app.origin, victim)).status).toBe(201)
})

test('a rejected log-in is audited in each organization that has the address', async () => {
  const victim = await newPerson()
  const other = await twinOf(victim)
  expect((await logIn(app.origin, { email: victim.email, password: 'not this sentence' })).status).toBe(401)
  for (const owner of [organization, other.organization]) {
    const filter = 'eq(operation,RefuseSession)'
    const { data } = (await owner.get(`/v2/audit/entries?filter=${filter}&sort=-id&page[limit]=1`)).body
    expect(data).toMatchObject([{ operation: 'RefuseSession', request: { address: null } }])
  }
})

test('an address in several organizations shows them only after the right password', async () => {
  const other = await openTenant(app)
  const [here, there] = [await newPerson(), await openTenant(app)]
  await openPerson(app, other.organization, { email: here.email, roles: OWNER })
  expect((await logIn(app.origin, { email: here.email, password: 'not this sentence' })).status).toBe(401)
  const response = await logIn(app.origin, { email: here.email, password: PASSWORD })
  expect(response.status).toBe(202)
  expect(response.body.data).toMatchObject({ needs: 'organization', challenge: null })
  const ids = response.body.data.organizations.map(({ id }: { id: string }) => id)
  expect(ids.toSorted()).toEqual([tenant.organization_id, other.organization_id].toSorted())
  const named = { email: here.email, password: PASSWORD, organization_id: other.organization_id }
  const { client } = sessionIn(app, await logIn(app.origin, named))
  expect((await client.get('/v2/sessions/current')).body.data.organization.id).toBe(other.organization_id)
  expect((await logIn(app.origin, { ...named, organization_id: there.organization_id })).status).toBe(401)
})

test('a second factor is required with the password, and the audit log records both', async () => {
  const { person, secret } = await withSecondFactor()
  const first = await logIn(app.origin, { email: person.email, password: PASSWORD })
  expect(first.status).toBe(202)
  expect(first.headers.get('set-cookie')).toBeNull()
  const { challenge, ...shown } = first.body.data
  expect(shown).toEqual({ type: 'session_step', needs: 'second_factor', organizations: [] })
  const bearer = { authorization: `Bearer ${challenge}` }
  expect((await organization.call('GET', '/v2/people', undefined, bearer)).status).toBe(401)
  expect((await logIn(app.origin, { challenge, one_time_code: '000000' })).status).toBe(401)
  const second = await logIn(app.origin, { challenge, one_time_code: codeAt(secret) })
  expect(second.status).toBe(201)
  expect((await sessionIn(app, second).client.get('/v2/sessions/current')).body.data.person.second_factor).toBe(true)
  expect(await logInsOf(organization, person.id)).toEqual([
    { method: 'password', second_factor: 'one_time_code' },
    { method: 'password', second_factor: null },
  ])
})

test('a one-time code is accepted once, even by concurrent requests', async () => {
  const { person, secret } = await withSecondFactor()
  const challenge = await challengeFor(person.email)
  const one_time_code = codeAt(secret)
  const all = await Promise.all([1, 2, 3, 4].map(() => logIn(app.origin, { challenge, one_time_code })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401])
  expect((await logIn(app.origin, { challenge, one_time_code: codeAt(secret, -1) })).status).toBe(401)
  expect((await logIn(app.origin, { challenge, one_time_code: codeAt(secret, 1) })).status).toBe(201)
})

test('a recovery code is accepted once, and new codes replace the previous ones', async () => {
  const { person, client, recovery_codes } = await withSecondFactor()
  expect(recovery_codes).toHaveLength(10)
  const [first = '', second = ''] = recovery_codes
  const use = async (recovery_code: string) =>
    (await logIn(app.origin, { challenge: await challengeFor(person.email), recovery_code })).status
  expect(await use(first.toUpperCase())).toBe(201)
  expect(await use(first)).toBe(401)
  const renewed = await client.post('/v2/me/recovery-codes', { data: { password: PASSWORD } })
  expect(await use(second)).toBe(401)
  expect(await use(renewed.body.data.recovery_codes[0])).toBe(201)
  const by_code = { method: 'password', second_factor: 'recovery_code' }
  expect(await logInsOf(organization, person.id, ':eq(log_in_second_factor,recovery_code)')).toEqual([by_code, by_code])
})

test('the first step is valid for five minutes or until the password changes', async () => {
  const { person, client, secret } = await withSecondFactor()
  const old = await challengeFor(person.email)
  later += 5 * MINUTE + SECOND
  expect((await logIn(app.origin, { challenge: old, one_time_code: codeAt(secret) })).status).toBe(401)
  const challenge = await challengeFor(person.email)
  const change = { current_password: PASSWORD, password: 'quite another sentence' }
  expect((await client.post('/v2/me/password', { data: change })).status).toBe(200)
  expect((await logIn(app.origin, { challenge, one_time_code: codeAt(secret) })).status).toBe(401)
})

test('removing the second factor and renewing recovery codes require the password', async () => {
  const { person, client } = await withSecondFactor()
  const wrong = { data: { password: 'not this sentence' } }
  expect((await client.post('/v2/me/second-factor/remove', wrong)).status).toBe(401)
  expect((await client.post('/v2/me/recovery-codes', wrong)).status).toBe(401)
  expect((await client.post('/v2/me/second-factor', { data: { password: PASSWORD } })).status).toBe(409)
  expect((await client.post('/v2/me/second-factor/remove', { data: { password: PASSWORD } })).status).toBe(204)
  expect((await logIn(app.origin, { email: person.email, password: PASSWORD })).status).toBe(201)
})

test('a person without a password may change the second factor within 5 minutes of a log-in', async () => {
  const { person, client } = await withSecondFactor()
  await query(app.foundation.db, 'update people set password_hash = null where id = $1', [person.id])
  const data = { data: { type: 'second_factor' } }
  expect((await client.post('/v2/me/recovery-codes', data)).status).toBe(201)
  later += 5 * MINUTE
  for (const path of ['/v2/me/recovery-codes', '/v2/me/second-factor/remove']) {
    const refused = await client.post(path, data)
    expect([refused.status, refused.body.errors[0].detail]).toEqual([401, expect.stringContaining('within 5 minutes')])
  }
  later -= 5 * MINUTE
  expect((await client.post('/v2/me/second-factor/remove', data)).status).toBe(204)
})

test('a new password requires the current one, and ends the other sessions but not its own', async () => {
  const person = await newPerson()
  const [own, other] = [await openSession(app, person), await openSession(app, person)]
  const password = 'quite another sentence'
  const change = (data: object) => own.client.post('/v2/me/password', { data })
  expect((await change({ password })).status).toBe(401)
  expect((await change({ current_password: 'not this sentence', password })).status).toBe(401)
  expect((await change({ current_password: PASSWORD, password: 'too short' })).status).toBe(422)
  const changed = await change({ current_password: PASSWORD, password })
  expect(changed.status).toBe(200)
  await eventually(
    () => other.client.get('/v2/me/sessions'),
    ({ status }) => status === 401,
  )
  const next = changed.body.data.access_token
  const bearer = { authorization: `Bearer ${next}` }
  expect((await own.client.call('GET', '/v2/me/sessions', undefined, bearer)).body.data).toHaveLength(1)
  expect((await logIn(app.origin, { email: person.email, password: PASSWORD })).status).toBe(401)
  expect((await logIn(app.origin, { email: person.email, password })).status).toBe(201)
})

test('a link logs in once, in time, without a password but with the second factor', async () => {
  const person = await newPerson()
  const enter = async (person_id: string) => {
    const deps = { ...app.foundation, report: async () => {} }
    const link = { person_id, purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
    const created = await createLink(deps, commandLine(tenant.organization_id), link)
    const { code } = created
    expect(linkOf(created, app.base_url)).toBe(`${app.origin}/dashboard/enter#${code}`)
    return code
  }
  const code = await enter(person.id)
  const both = await Promise.all([logIn(app.origin, { code }), logIn(app.origin, { code })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401])
  const replaced = await enter(person.id)
  const late = await enter(person.id)
  expect((await logIn(app.origin, { code: replaced })).status).toBe(401)
  later += 15 * MINUTE
  expect((await logIn(app.origin, { code: late })).status).toBe(401)
  expect((await accept(app.origin, await enter(person.id))).status).toBe(401)
  expect(await logInsOf(organization, person.id)).toEqual([{ method: 'link', second_factor: null }])
  const { person: careful, secret } = await withSecondFactor()
  const { needs, challenge } = (await logIn(app.origin, { code: await enter(careful.id) })).body.data
  expect(needs).toBe('second_factor')
  expect((await logIn(app.origin, { challenge, one_time_code: codeAt(secret) })).status).toBe(201)
  const by_link = { method: 'link', second_factor: 'one_time_code' }
  expect(await logInsOf(organization, careful.id, ':eq(log_in_method,link)')).toEqual([by_link])
})

test('a reset sets a password once, ends all sessions, and removes a second factor on request', async () => {
  const { person, client } = await withSecondFactor()
  const reset = async (more: object) =>
    codeIn((await organization.post(`/v2/people/${person.id}/password-resets`, { data: more })).body.data.link)
  const replaced = await reset({})
  const code = await reset({ remove_second_factor: true })
  expect((await accept(app.origin, replaced, 'quite another sentence')).status).toBe(401)
  expect((await accept(app.origin, code, 'quite another sentence')).status).toBe(200)
  expect((await accept(app.origin, code, 'quite another sentence')).status).toBe(401)
  await eventually(
    () => client.get('/v2/me/sessions'),
    ({ status }) => status === 401,
  )
  expect((await logIn(app.origin, { email: person.email, password: 'quite another sentence' })).status).toBe(201)
})

test('disabling passwords disables passkeys and setting passwords too, and links still work', async () => {
  const person = await newPerson()
  const off = await openApp(database, {
    parts: ['api'],
    env: { TIDINGS_PASSWORDS: 'false' },
    clock: () => Date.now() + later,
  })
  try {
    const { status, body } = await logIn(off.origin, { email: person.email, password: PASSWORD })
    expect([status, body.errors[0].detail]).toEqual([403, expect.stringContaining('TIDINGS_PASSWORDS')])
    const passkey = { id: 'AAAA', response: {} }
    const options = await send(`${off.origin}/v2/sessions/passkey-options`, 'POST', undefined, {})
    for (const refused of [options, await logIn(off.origin, { passkey })])
      expect([refused.status, refused.body.errors[0].detail]).toEqual([
        403,
        expect.stringContaining('TIDINGS_PASSWORDS'),
      ])
    const invited = await organization.post('/v2/people/invitations', {
      data: { email: 'off@example.com', roles: OWNER },
    })
    expect((await accept(off.origin, codeIn(invited.body.data.link))).status).toBe(403)
    const link = { person_id: person.id, purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
    const { code } = await createLink(
      { ...off.foundation, report: async () => {} },
      commandLine(tenant.organization_id),
      link,
    )
    expect((await logIn(off.origin, { code })).status).toBe(201)
  } finally {
    await off.close()
  }
})

test('queued guesses from one network do not delay log-ins from another', async () => {
  const env = { TIDINGS_SCRYPT_COST: '12', TIDINGS_TRUSTED_PROXIES: '127.0.0.0/8' }
  const behindProxy = await openApp(database, { parts: ['api'], env })
  const tenant = await openTenant(behindProxy)
  const email = `waits-for-nobody@${tenant.organization.organization_id}.example.com`
  await openPerson(behindProxy, tenant.organization, { email, roles: [{ role: 'owner', store_id: null }] })
  const from = (address: string, data: object) => logIn(behindProxy.origin, data, { 'x-forwarded-for': address })

  let refused = 0
  const guesses = Array.from({ length: 20 }, async (_, at) => {
    const { status } = await from('192.0.2.1', { email: `nobody-${at}@example.com`, password: PASSWORD })
    expect(status).toBe(401)
    refused += 1
  })
  expect((await from('192.0.2.2', { email, password: PASSWORD })).status).toBe(201)
  expect(refused).toBeLessThan(10)
  await Promise.all(guesses)
  await behindProxy.close()
})
