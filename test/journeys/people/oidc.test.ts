import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../src/db/transaction.ts'
import { commandLine } from '../../../src/people/authority.ts'
import { createPerson } from '../../../src/people/create.ts'
import { createLink } from '../../../src/people/invitations/links.ts'
import { REFUSALS } from '../../../src/people/oidc/refusal.ts'
import { type App, openApp, openTenant, send, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { exchange } from '../../support/exchange.ts'
import { openAuthenticator } from '../../support/people/authenticator.ts'
import {
  type Browser,
  currentSessionIn,
  logInByProvider,
  oidcSettings,
  openBrowser,
} from '../../support/people/oidc-browser.ts'
import { clientOf, logInsOf, openPerson, refresh } from '../../support/people/people.ts'
import { openCertifiedProvider } from '../../support/servers/certified-provider.ts'
import { type FakeProvider, openFakeProvider } from '../../support/servers/oidc-provider.ts'

let database: TestDatabase
let fake: FakeProvider
let app: App
let tenant: Tenant
beforeAll(async () => {
  database = await testDatabase()
  fake = await openFakeProvider()
  app = await openApp(database, { parts: ['api'], env: oidcSettings(fake.issuer) })
  tenant = await openTenant(app)
})
afterAll(async () => {
  await app.close()
  await fake.close()
  await database.close()
})

const ADA = {
  sub: 'ada',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Marsh',
  groups: ['admins', 'others'],
}
beforeEach(() => {
  fake.next = { person: ADA, forgery: {} }
})

const logIn = (changed?: (address: URL) => URL, accept?: string) => logInByProvider(app, { changed, accept })

const AS_PERSON = 'text/html,application/xhtml+xml,*/*;q=0.8'

const sessionOf = ({ jar }: Browser) => currentSessionIn(app, jar)

test('a person admitted by the provider gets a session with the roles of the claim', async () => {
  const { browser, begun, finished } = await logIn()
  const sent = new URL(begun.location).searchParams
  expect(Object.fromEntries(sent)).toMatchObject({
    client_id: 'tidings',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${app.origin}/v2/sessions/oidc/callback`,
  })
  const cookie = begun.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^tidings_session_oidc=.*; Path=\/v2\/sessions\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/)
  for (const name of ['state', 'nonce']) expect(cookie).not.toContain(sent.get(name))
  expect([finished.status, finished.location]).toEqual([303, `${app.origin}/dashboard/`])
  const session = await sessionOf(browser)
  expect(session).toMatchObject({
    person: { email: ADA.email, name: ADA.name, password: false },
    organization: { id: tenant.organization_id, roles: ['owner'] },
  })
  const by_provider = { method: 'provider', second_factor: null }
  expect(await logInsOf(tenant.organization, session.person.id)).toEqual([by_provider])
  expect(fake.exchanges.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
})

test('the next log-in updates the same person with the roles of the claim', async () => {
  const first = await sessionOf((await logIn()).browser)
  await openPerson(app, tenant.organization, { email: 'ben@example.com', roles: [{ role: 'owner', store_id: null }] })
  fake.next = { person: { ...ADA, email: 'ada.marsh@example.com', groups: 'devs' }, forgery: {} }
  const second = await sessionOf((await logIn()).browser)
  expect(second.person.id).toBe(first.person.id)
  expect(second.organization.roles).toEqual(['integrator', 'viewer'])
})

/** A person without a password, admitted by a link. */
async function openLinkedPerson(email: string) {
  const { organization_id } = tenant
  const deps = { ...app.foundation, report: async () => {} }
  const person = { organization_id, email, name: 'Cai', password_hash: null, roles: [] }
  const created = await transact(deps.db, (tx) => createPerson(tx, person, Date.now()))
  const link = { person_id: created?.id ?? '', purpose: 'enter', expires_in: 900, remove_second_factor: false } as const
  const { code } = await createLink(deps, commandLine(organization_id), link)
  const begun = await send(`${app.origin}/v2/sessions`, 'POST', { data: { code } }, {})
  return clientOf(app.origin, begun.body.data.access_token)
}

test('a person admitted only by the provider cannot set or use a password or a passkey', async () => {
  const cai = { ...ADA, sub: 'cai', email: 'cai@example.com' }
  const client = await openLinkedPerson(cai.email)
  const begin = () => client.post('/v2/me/passkeys/options', { data: {} })
  const authenticator = openAuthenticator(app.origin.replace('127.0.0.1', 'localhost'))
  const credential = authenticator.register((await begin()).body.data.options)
  const late = openAuthenticator(app.origin.replace('127.0.0.1', 'localhost')).register(
    (await begin()).body.data.options,
  )
  expect((await client.post('/v2/me/passkeys', { data: { credential } })).status).toBe(201)
  const logInByPasskey = async () => {
    const options = await send(`${app.origin}/v2/sessions/passkey-options`, 'POST', undefined, {})
    const passkey = authenticator.assert(options.body.data.options)
    return send(`${app.origin}/v2/sessions`, 'POST', { data: { passkey } }, {})
  }
  expect((await logInByPasskey()).status).toBe(201)
  fake.next = { person: cai, forgery: {} }
  const { browser } = await logIn()
  const again = await refresh(app.origin, `tidings_session=${browser.jar.get('tidings_session')}`)
  const known = clientOf(app.origin, again.body.data.access_token)
  expect((await known.get('/v2/sessions/current')).body.data.person).toMatchObject({ provider: true, password: false })
  const refused = [
    await logInByPasskey(),
    await known.post('/v2/me/passkeys/options', { data: {} }),
    await known.post('/v2/me/passkeys', { data: { credential: late } }),
    await known.post('/v2/me/password', { data: { password: 'a long walk by the sea' } }),
  ]
  for (const { status, body } of refused)
    expect([status, body.errors[0].detail]).toEqual([403, expect.stringContaining('would bypass it')])
})

test('every process rejects a used callback without a request to the provider', async () => {
  const browser = openBrowser()
  const begun = await browser.open(`${app.origin}/v2/sessions/oidc`)
  const cookies = [...browser.jar]
  const callback = new URL((await browser.open(begun.location)).location)
  expect((await browser.open(callback.href)).status).toBe(303)
  const exchanges = fake.exchanges.length
  const other = await openApp(database, { parts: ['api'], env: oidcSettings(fake.issuer) })
  for (const origin of [app.origin, other.origin]) {
    const again = await openBrowser(cookies).open(`${origin}${callback.pathname}${callback.search}`)
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('was used before')])
  }
  await other.close()
  expect(fake.exchanges.length).toBe(exchanges)
})

test('an invalid response of the provider is rejected with an explanation', async () => {
  const refusals = [
    [{ claims: { nonce: 'of another log-in' } }, '`nonce`'],
    [{ claims: { aud: 'another client' } }, '`aud`'],
    [{ claims: { iss: 'https://id.example.com' } }, '`iss`'],
    [{ expires_in: -3600 }, '`exp`'],
    [{ is_forged: true }, 'not valid'],
  ] as const
  for (const [forgery, reason] of refusals) {
    fake.next = { person: ADA, forgery }
    const { browser, finished } = await logIn()
    expect([finished.status, finished.text], reason).toEqual([401, expect.stringContaining(reason)])
    expect(browser.jar.has('tidings_session')).toBe(false)
  }
  const other = (address: URL) => {
    address.searchParams.set('state', 'of another browser')
    return address
  }
  expect((await logIn(other)).finished.text).toContain('`state`')
  const denied = await logIn((address) => {
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
    return address
  })
  expect([denied.finished.status, denied.finished.text]).toEqual([
    401,
    expect.stringContaining('not let the person in'),
  ])
})

test('a log-in started in another browser is rejected, even with a valid code', async () => {
  const begun = await openBrowser().open(`${app.origin}/v2/sessions/oidc`)
  const led = await openBrowser().open(begun.location)
  const { status, text } = await openBrowser().open(led.location)
  expect([status, text]).toEqual([401, expect.stringContaining('not begun by this browser')])
})

test('a person without a role or an address is rejected and not created', async () => {
  const stranger = { sub: 'eve', email: 'eve@example.com', name: 'Eve' }
  for (const [person, reason] of [
    [{ ...stranger, groups: ['others'] }, 'TIDINGS_OIDC_ROLES'],
    [{ ...stranger, groups: { admins: true } }, 'TIDINGS_OIDC_ROLES'],
    [{ ...stranger, email: undefined, groups: ['admins'] }, 'e-mail address'],
    [{ ...stranger, email: 'eve\0@example.com', groups: ['admins'] }, 'null characters'],
    [{ ...stranger, email: 'eve\ud800@example.com', groups: ['admins'] }, 'halves of characters'],
  ] as const) {
    fake.next = { person, forgery: {} }
    const { finished } = await logIn()
    expect([finished.status, finished.text]).toEqual([403, expect.stringContaining(reason)])
  }
  const people = (await tenant.organization.get('/v2/people')).body.data
  expect(people.map(({ email }: { email: string }) => email)).not.toContain('eve@example.com')
})

test('a rejected person returns to the log-in page with a listed code and no text of the provider', async () => {
  const from = (name: string, value: string) => (address: URL) => {
    if (name === 'error') address.searchParams.delete('code')
    address.searchParams.set(name, value)
    address.searchParams.set('error_description', 'Call 555 now')
    return address
  }
  const WITHOUT_ROLE = { sub: 'eve', email: 'eve@example.com', groups: ['others'] }
  const refusals = [
    ['cancelled', from('error', 'access_denied'), { person: ADA, forgery: {} }],
    ['provider_refused', from('error', 'server_error'), { person: ADA, forgery: {} }],
    ['not_begun', from('state', 'of another browser'), { person: ADA, forgery: {} }],
    ['invalid_response', undefined, { person: ADA, forgery: { claims: { nonce: 'of another log-in' } } }],
    ['invalid_response', undefined, { person: ADA, forgery: { claims: { aud: 'another client' } } }],
    ['no_role', undefined, { person: WITHOUT_ROLE, forgery: {} }],
    ['no_email', undefined, { person: { ...ADA, sub: 'mute', email: undefined }, forgery: {} }],
  ] as const
  for (const [refused, changed, next] of refusals) {
    fake.next = next
    const { finished, browser } = await logIn(changed, AS_PERSON)
    const request_id = finished.headers.get('x-request-id') ?? ''
    const query = new URLSearchParams({ refused, request_id })
    expect([finished.status, finished.location]).toEqual([303, `${app.origin}/dashboard/login?${query}`])
    expect([browser.jar.has('tidings_session'), browser.jar.get('tidings_session_oidc')]).toEqual([false, ''])
    expect(REFUSALS).toContain(refused)
  }
  const unknown = await openBrowser().open(`${app.origin}/v2/sessions/oidc/callback?code=1`, undefined, AS_PERSON)
  expect(new URL(unknown.location).searchParams.get('refused')).toBe('not_begun')
})

test('a claim that would remove the role of the last owner is rejected, naming the claim', async () => {
  const owners = (await tenant.organization.get('/v2/people')).body.data.filter(
    ({ email, roles }: { email: string; roles: { role: string }[] }) =>
      !email.startsWith('ada') && roles.some(({ role }) => role === 'owner'),
  )
  fake.next = { person: ADA, forgery: {} }
  await logIn()
  for (const { id } of owners) await tenant.organization.delete(`/v2/people/${id}`)
  fake.next = { person: { ...ADA, groups: ['devs'] }, forgery: {} }
  expect((await logIn()).finished.status).toBe(409)
  expect((await logIn(undefined, AS_PERSON)).finished.location).toContain('?refused=last_owner&')
})

test('the log-in methods name the provider and its log-out URL', async () => {
  const { text } = await exchange(`${app.origin}/v2/sessions/methods`)
  const out = new URLSearchParams({ client_id: 'tidings', post_logout_redirect_uri: `${app.origin}/dashboard/` })
  const { oidc } = JSON.parse(text).data
  expect(oidc.log_in_url).toBe(`${app.origin}/v2/sessions/oidc`)
  const [address, query] = oidc.log_out_url.split('?')
  expect(address).toBe(`${fake.issuer}/out`)
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual(Object.fromEntries(out))
})

test('an unreachable provider is reported with its setting', async () => {
  const nowhere = await openApp(database, { parts: ['api'], env: oidcSettings('http://127.0.0.1:9') })
  try {
    const { status, text } = await exchange(`${nowhere.origin}/v2/sessions/oidc`)
    expect([status, text]).toEqual([503, expect.stringContaining('TIDINGS_OIDC_ISSUER')])
    const led = await openBrowser().open(`${nowhere.origin}/v2/sessions/oidc`, undefined, AS_PERSON)
    expect(led.location).toContain(`${nowhere.origin}/dashboard/login?refused=provider_unavailable&`)
  } finally {
    await nowhere.close()
  }
})

test('a certified provider logs a person in', async () => {
  const server = await openCertifiedProvider()
  const other = await openApp(database, { parts: ['api'], env: oidcSettings(server.issuer) })
  server.admit(`${other.origin}/v2/sessions/oidc/callback`)
  try {
    const browser = openBrowser()
    let step = await browser.open(`${other.origin}/v2/sessions/oidc`)
    for (let steps = 0; steps < 12 && !step.location.endsWith('/dashboard/'); steps += 1)
      step =
        step.location === '' ? await answerForm(browser, server.issuer, step.text) : await browser.open(step.location)
    expect([step.status, step.location, step.text.slice(0, 300)]).toEqual([303, `${other.origin}/dashboard/`, ''])
    const { body } = await refresh(other.origin, `tidings_session=${browser.jar.get('tidings_session')}`)
    const { data } = (await clientOf(other.origin, body.data.access_token).get('/v2/sessions/current')).body
    expect([data.person.email, data.organization.roles]).toEqual(['dora@example.com', ['owner']])
  } finally {
    await other.close()
    await server.close()
  }
})

/** Submits a form of the provider: first the name, then the consent. */
function answerForm(browser: Browser, issuer: string, page: string) {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? ''
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
  return browser.open(new URL(action, issuer).href, { prompt, login: 'dora', password: 'any' })
}
