import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answered, type App, type Client, openApp, openTenant, send } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Contract, type Promised, readContract, unseen } from '../../support/documents/contract.ts'
import { openAuthenticator } from '../../support/people/authenticator.ts'
import { clientOf, codeIn, OWN_PAGE, PASSWORD } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
let contract: Contract
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  contract = await readContract(app.origin)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }]
const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const NEXT_PASSWORD = 'quite another sentence'
const ofPeople = ({ tag }: Promised) => ['People', 'Sessions', 'Own access'].includes(tag)

/** Operations without token and parameters, so that no request is invalid. */
const NEVER_FAILS = ['StartPasskeyLogIn never failed', 'GetLogInMethods never failed']

/** Sends without a token and checks the response against the document. */
async function ask(method: string, path: string, data?: object, headers: Record<string, string> = {}) {
  const answered = await send(`${app.origin}${path}`, method, data && { data }, headers)
  contract.check(method, path, answered)
  return answered
}

function cookieIn({ headers }: Answered) {
  return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', ...OWN_PAGE }
}

/** Checks that every request gets this status. */
async function all(status: number, ...requests: Promise<Answered>[]): Promise<Answered[]> {
  const answered = await Promise.all(requests)
  expect(answered.map((one) => one.status)).toEqual(answered.map(() => status))
  return answered
}

const invite = (by: Client, email: string) => by.post('/v2/people/invitations', { data: { email, roles: OWNER } })
const acceptBy = (link: string, password = PASSWORD) =>
  ask('POST', '/v2/people/invitations/accept', { code: codeIn(link), password, name: 'Ada Marsh' })

const openBy = (link: string) => ask('POST', '/v2/people/invitations/open', { code: codeIn(link) })

async function join(by: Client, email: string): Promise<string> {
  const [invited] = await all(201, invite(by, email))
  await all(200, openBy(invited?.body.data.link))
  const [accepted] = await all(200, acceptBy(invited?.body.data.link))
  return accepted?.body.data.id
}

async function managePeople(organization: Client) {
  const ada = await join(organization, 'ada@example.com')
  const ben = await join(organization, 'ben@example.com')
  await all(409, invite(organization, 'ada@example.com'))
  await all(401, acceptBy('#unknown'), openBy('#unknown'))
  const [invited] = await all(201, invite(organization, 'eve@example.com'))
  const invitation = `/v2/people/invitations/${invited?.body.data.id}`
  await all(200, organization.get('/v2/people/invitations'), organization.delete(invitation))
  await all(404, organization.delete(invitation))
  const one = `/v2/people/${ben}`
  const resets = `${one}/password-resets`
  await all(200, organization.get('/v2/people'), organization.get(one), organization.get(`${one}/sessions`))
  await all(200, organization.put(one, { data: { name: 'Ben Marsh' } }))
  await all(201, organization.post(resets, { data: {} }))
  await all(422, organization.post(resets, { data: { expires_in: 1 } }))
  await all(204, organization.delete(`${one}/sessions`))
  await all(200, organization.delete(one))
  const update = { data: { name: 'Nobody' } }
  await all(404, organization.get(one), organization.put(one, update), organization.delete(one))
  await all(404, organization.get(`${one}/sessions`), organization.delete(`${one}/sessions`))
  await all(401, ask('GET', '/v2/people'), ask('GET', '/v2/people/invitations'))
  await all(409, organization.delete(`/v2/people/${ada}`))
}

const LOGIN = { email: 'ada@example.com', password: PASSWORD }

async function logInAndOut(): Promise<Client> {
  await all(200, ask('GET', '/v2/sessions/methods'))
  await all(401, ask('POST', '/v2/sessions', { ...LOGIN, password: 'not this sentence' }))
  const [one, other] = await all(201, ask('POST', '/v2/sessions', LOGIN), ask('POST', '/v2/sessions', LOGIN))
  if (one === undefined || other === undefined) throw new Error('Not logged in.')
  const client = contract.watch(clientOf(app.origin, one.body.data.access_token))
  await all(200, client.get('/v2/sessions/current'))
  const [next] = await all(200, ask('POST', '/v2/sessions/refresh', undefined, cookieIn(one)))
  await all(403, ask('POST', '/v2/sessions/refresh', undefined, { cookie: cookieIn(one).cookie }))
  await all(204, ask('DELETE', '/v2/sessions/current', undefined, cookieIn(other)))
  await all(401, ask('DELETE', '/v2/sessions/current', undefined, OWN_PAGE), ask('GET', '/v2/sessions/current'))
  return contract.watch(clientOf(app.origin, next?.body.data.access_token))
}

async function changeOwn(client: Client): Promise<Client> {
  await all(200, client.put('/v2/me', { data: { name: 'Ada M.' } }), client.get('/v2/me/sessions'))
  await all(422, client.put('/v2/me', { data: { name: '' } }))
  await all(404, client.delete(`/v2/me/sessions/${UNKNOWN_ID}`))
  const [third] = await all(201, ask('POST', '/v2/sessions', LOGIN))
  await all(204, client.delete(`/v2/me/sessions/${third?.body.data.id}`))
  await all(204, client.delete('/v2/me/sessions'))
  await all(401, ask('GET', '/v2/me/sessions'), ask('DELETE', '/v2/me/sessions'))
  const change = { current_password: PASSWORD, password: NEXT_PASSWORD }
  await all(401, client.post('/v2/me/password', { data: { ...change, current_password: 'not this sentence' } }))
  const [changed] = await all(200, client.post('/v2/me/password', { data: change }))
  return contract.watch(clientOf(app.origin, changed?.body.data.access_token))
}

async function secondFactor(client: Client): Promise<void> {
  const own = { data: { password: NEXT_PASSWORD } }
  const confirm = (one_time_code: string) => client.post('/v2/me/second-factor/confirm', { data: { one_time_code } })
  await all(409, confirm('000000'), client.post('/v2/me/recovery-codes', own))
  const [started] = await all(201, client.post('/v2/me/second-factor', own))
  await all(200, confirm(new TOTP({ secret: started?.body.data.secret }).generate()))
  await all(409, client.post('/v2/me/second-factor', own))
  const login = { ...LOGIN, password: NEXT_PASSWORD }
  await all(202, ask('POST', '/v2/sessions', login))
  await all(201, client.post('/v2/me/recovery-codes', own))
  await all(204, client.post('/v2/me/second-factor/remove', own))
  await all(409, client.post('/v2/me/second-factor/remove', own))
}

async function passkeys(client: Client): Promise<void> {
  const own = { data: { password: NEXT_PASSWORD } }
  await all(401, client.post('/v2/me/passkeys/options', { data: {} }), ask('GET', '/v2/me/passkeys'))
  const [started] = await all(200, client.post('/v2/me/passkeys/options', own))
  const authenticator = openAuthenticator(app.origin.replace('127.0.0.1', 'localhost'))
  const credential = authenticator.register(started?.body.data.options)
  const [created] = await all(201, client.post('/v2/me/passkeys', { data: { credential } }))
  await all(422, client.post('/v2/me/passkeys', { data: { credential } }))
  const one = `/v2/me/passkeys/${created?.body.data.id}`
  await all(200, client.put(one, { data: { name: 'Key' } }), client.get('/v2/me/passkeys'))
  const [options] = await all(200, ask('POST', '/v2/sessions/passkey-options'))
  const passkey = authenticator.assert(options?.body.data.options)
  await all(201, ask('POST', '/v2/sessions', { passkey }))
  await all(401, ask('POST', '/v2/sessions', { passkey }))
  await all(204, client.post(`${one}/remove`, own))
  await all(404, client.put(one, { data: { name: 'Key' } }), client.post(`${one}/remove`, own))
}

test('every operation of people and sessions fits the document, on success and on failure', async () => {
  await managePeople(contract.watch((await openTenant(app)).organization))
  const client = await changeOwn(await logInAndOut())
  await secondFactor(client)
  await passkeys(client)
  expect(contract.operations.filter(ofPeople).length).toBeGreaterThan(20)
  expect(unseen(contract, ofPeople)).toEqual(NEVER_FAILS)
})
