import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { checkCode, useCode } from '../../../src/store/authentication/one-time-passwords/check.ts'
import { sendOneTimePassword } from '../../../src/store/authentication/one-time-passwords/send.ts'
import { insertRequest } from '../../../src/store/authentication/one-time-passwords/store.ts'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import type { Receiver } from '../../support/servers/receiver.ts'
import { countEvents, jobsOnce, openStage, publishOne, register, type Stage } from '../../support/stage.ts'
import { join, makeMember, makePerson, type Person } from '../../support/store/people.ts'

const KEY = 'one-time-password-token-request.created'
const MINUTE = 60_000
const PASSWORD = 'the very first password'

let stage: Stage
let store: Client
let shopper: Client
/** Milliseconds that the clock of the app is ahead. */
let ahead = 0
const lines: string[] = []
beforeAll(async () => {
  stage = await openStage({
    clock: () => Date.now() + ahead,
    env: { TIDINGS_RETRY_SCHEDULE: '300,3600', TIDINGS_LOG_LEVEL: 'debug', TIDINGS_LOG_ATTEMPTS: 'all' },
    lines: { write: (line) => void lines.push(line) },
  })
  ;({ store, shopper } = await stage.tenant())
  await register(store, stage.receiver.url, [KEY])
})
afterAll(() => stage.close())

type Purpose = 'reset_password' | 'passwordless_authentication'

function ask(person: Person, purpose: Purpose, username = person.username) {
  return shopper.post(person.request, { data: { type: 'one_time_password_token_request', username, purpose } })
}

type EmittedPassword = { one_time_password_token: string; [member: string]: unknown }

/** Data of the events delivered for a person, latest last. */
function emittedTo(person: Person, receiver: Receiver = stage.receiver): EmittedPassword[] {
  const emitted = receiver.received.map(({ body }) => (body.payload as { data: EmittedPassword }).data)
  return emitted.filter((data) => JSON.stringify(data.user_authentication_info).includes(person.username))
}

/** Requests a code and returns it as delivered. */
async function codeFor(person: Person, purpose: Purpose): Promise<string> {
  const before = emittedTo(person).length
  expect((await ask(person, purpose)).status).toBe(202)
  const emitted = await eventually(
    async () => emittedTo(person),
    (all) => all.length > before,
  )
  return emitted.at(-1)?.one_time_password_token ?? ''
}

function reset(person: Person, one_time_password_token: string, password = 'a password set by code') {
  const type = 'user_authentication_password_profile_info'
  return shopper.put(person.sign_in, { data: { type, password, one_time_password_token } })
}

function logIn({ username, password_profile_id }: Person, proof: object) {
  const type = 'account_management_authentication_token'
  return shopper.post('/v2/account-members/tokens', { data: { type, username, password_profile_id, ...proof } })
}

const byPassword = (password: string) => ({ authentication_mechanism: 'password', password })
const byCode = (one_time_password_token: string) => ({
  authentication_mechanism: 'passwordless',
  one_time_password_token,
})

/** Waits until every request was processed. */
function allProcessed() {
  const { db } = stage.app.foundation
  return eventually(
    () => query(db, 'select id from one_time_password_requests', []),
    (rows) => rows.length === 0,
  )
}

test('the response is the same for known and unknown users, and only known users cause an event', async () => {
  const { store: own, shopper: own_shopper } = await stage.tenant()
  const ada = await makePerson(own)
  const send = (username: string) =>
    own_shopper.post(ada.request, {
      data: { type: 'one_time_password_token_request', username, purpose: 'reset_password' },
    })
  const [known, unknown] = [await send(ada.username), await send('nobody@example.com')]
  expect([known.status, known.body]).toEqual([202, null])
  expect([unknown.status, unknown.body]).toEqual([202, null])
  expect([known.headers.get('content-type'), known.headers.get('content-length')]).toEqual([null, '0'])
  const names = (headers: Headers) => [...headers.keys()].sort()
  expect(names(unknown.headers)).toEqual(names(known.headers))
  await allProcessed()
  expect(await countEvents(own, KEY)).toBe(1)
})

test('a code sets a new password once, and only for its purpose', async () => {
  const ada = await makePerson(store, PASSWORD)
  await makeMember(store, ada)
  const other = await codeFor(ada, 'passwordless_authentication')
  expect((await reset(ada, other)).status).toBe(401)
  const code = await codeFor(ada, 'reset_password')
  expect(code).toMatch(/^[0-9A-Z]{6,}$/)
  expect((await logIn(ada, byCode(code))).status).toBe(401)
  expect((await reset(ada, `${code.slice(0, 5)}-${code.slice(5).toLowerCase()}`)).status).toBe(200)
  const again = await reset(ada, code, 'and yet another password')
  expect([again.status, again.body.errors[0].title]).toEqual([401, 'Invalid Credentials'])
  expect((await logIn(ada, byPassword(PASSWORD))).status).toBe(401)
  expect((await logIn(ada, byPassword('a password set by code'))).status).toBe(201)
})

test('a shopper needs a code, and changes nothing but the password with it', async () => {
  const ada = await makePerson(store, PASSWORD)
  const type = 'user_authentication_password_profile_info'
  const without = await shopper.put(ada.sign_in, { data: { type, password: 'a longer password' } })
  expect([without.status, without.body.errors[0].source]).toEqual([422, { pointer: '/data/one_time_password_token' }])
  const data = { type, password: 'a longer password', one_time_password_token: 'X', username: 'eve@example.com' }
  const renaming = await shopper.put(ada.sign_in, { data })
  expect([renaming.status, renaming.body.errors[0].source]).toEqual([422, { pointer: '/data/username' }])
  expect((await shopper.get(ada.sign_in)).status).toBe(403)
  const { shopper: stranger } = await stage.tenant()
  expect((await stranger.put(ada.sign_in, { data })).status).toBe(404)
})

test('a code logs a member in once, even with concurrent attempts', async () => {
  const ada = await makePerson(store)
  const { account } = await join(store, await makeMember(store, ada))
  const code = await codeFor(ada, 'passwordless_authentication')
  const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(ada, byCode(code))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
  const good = answers.find(({ status }) => status === 201)
  expect(good?.body.data).toMatchObject([{ account_id: account }])
})

test('only one of two requests with the right code may use it', async () => {
  const ada = await makePerson(store)
  const { db, clock } = stage.app.foundation
  const user = { owner_id: store.store_id, password_profile_info_id: ada.sign_in.split('/').at(-1) ?? '' }
  const code = await codeFor(ada, 'reset_password')
  const given = { ...user, now: clock(), purpose: 'reset_password', code } as const
  const [one, two] = [await checkCode(db, given), await checkCode(db, given)]
  expect([typeof one, two]).toEqual(['string', one])
  const used = { ...user, now: clock(), code_id: one ?? '' }
  await useCode(db, used)
  await expect(useCode(db, used)).rejects.toMatchObject({ code: 'bad_credentials' })
  expect(await checkCode(db, given)).toBeNull()
})

test('a new code replaces the previous one, and five wrong attempts end it', async () => {
  const ada = await makePerson(store, PASSWORD)
  const older = await codeFor(ada, 'reset_password')
  const newer = await codeFor(ada, 'reset_password')
  expect((await reset(ada, older)).status).toBe(401)
  for (let tries = 1; tries < 5; tries++) expect((await reset(ada, 'WRONGWRONG')).status).toBe(401)
  expect((await reset(ada, newer)).status).toBe(401)
  expect((await reset(ada, await codeFor(ada, 'reset_password'))).status).toBe(200)
})

test('too many requests get 429, for known and unknown users', async () => {
  const ada = await makePerson(store, PASSWORD)
  for (const username of [ada.username, 'nobody']) {
    for (let attempt = 0; attempt < 10; attempt++) expect((await ask(ada, 'reset_password', username)).status).toBe(202)
    const { status, headers } = await ask(ada, 'reset_password', username)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  }
  const disabled = { type: 'password_profile', enable_one_time_password_token: false }
  await store.put(ada.request.replace('/one-time-password-token-request', ''), { data: disabled })
  expect((await ask(ada, 'reset_password')).status).toBe(409)
})

test('queued requests are processed later unless too late, with ten codes an hour at most', async () => {
  const quiet = await openStage({ parts: ['api'] })
  const { store: own, shopper: own_shopper } = await quiet.tenant()
  const ada = await makePerson(own)
  const data = { type: 'one_time_password_token_request', username: ada.username, purpose: 'reset_password' }
  const deps = quiet.app.integrationDeps
  const processNext = (later = 0) => sendOneTimePassword(deps, Date.now() + later)
  expect((await own_shopper.post(ada.request, { data })).status).toBe(202)
  expect([await processNext(11 * MINUTE), await countEvents(own, KEY), await processNext()]).toEqual([true, 0, false])
  const [, , , authentication_realm_id = ''] = ada.request.split('/')
  const { organization_id, store_id: owner_id } = own
  const { username, password_profile_id } = ada
  const user = { organization_id, owner_id, authentication_realm_id, password_profile_id, username }
  for (let attempt = 0; attempt < 12; attempt++)
    await insertRequest(deps.db, { ...user, id: newId(Date.now()), purpose: 'reset_password' })
  while (await processNext());
  expect(await countEvents(own, KEY)).toBe(10)
  await insertRequest(deps.db, { ...user, id: newId(Date.now() + 61 * MINUTE), purpose: 'reset_password' })
  await processNext(61 * MINUTE)
  expect(await countEvents(own, KEY)).toBe(11)
  await quiet.close()
})

test('the code is in no table, response or log, even if the receiver echoes it', async () => {
  const ada = await makePerson(store, PASSWORD)
  stage.receiver.answer = (response, { text }) => {
    response.setHeader('x-echo', emittedTo(ada).at(-1)?.one_time_password_token ?? '')
    response.end(text)
  }
  const code = await codeFor(ada, 'reset_password')
  await eventually(
    async () => (await store.get('/v2/integrations/logs?sort=-created_at')).body.data[0],
    (log) => String(log?.body).includes(ada.username),
  )
  stage.receiver.answer = (response) => response.end()
  const answers = []
  for (const list of ['events', 'integrations/logs']) answers.push((await store.get(`/v2/${list}`)).body)
  expect(JSON.stringify(answers)).toContain('********')
  expect(JSON.stringify(answers)).not.toContain(code)
  const { db } = stage.app.foundation
  const stored = []
  for (const table of ['events', 'jobs', 'logs', 'one_time_passwords', 'one_time_password_requests'])
    stored.push(...(await query<{ row: string }>(db, `select t::text as row from ${table} t`, [])))
  expect(stored.length).toBeGreaterThan(10)
  expect(stored.filter(({ row }) => row.includes(code))).toEqual([])
  const events = await query<{ payload: string }>(db, 'select payload from events where triggered_by = $1', [KEY])
  expect(events.filter(({ payload }) => payload.includes(ada.username))).toEqual([])
  expect((await reset(ada, code, 'my new secret phrase')).status).toBe(200)
  expect(lines.length).toBeGreaterThan(10)
  expect(
    lines.filter((line) => /secret phrase|scrypt\$|very first password/.test(line) || line.includes(code)),
  ).toEqual([])
  const emitted = stage.receiver.received.map(({ text }) => text).join()
  expect(emitted).not.toMatch(/secret phrase|scrypt\$|very first password/)
})

test('every code is valid for ten minutes', async () => {
  const [early, late] = [await makePerson(store, PASSWORD), await makePerson(store, PASSWORD)]
  const codes = [await codeFor(early, 'reset_password'), await codeFor(late, 'reset_password')]
  ahead += 9 * MINUTE
  expect((await reset(early, codes[0] ?? '')).status).toBe(200)
  ahead += 2 * MINUTE
  expect((await reset(late, codes[1] ?? '')).status).toBe(401)
})

test('no attempt follows the expiry of the code; the job fails with a reason, without retry or replay', async () => {
  const { store: own, shopper: own_shopper } = await stage.tenant()
  const failing = `${stage.receiver.url}?failing`
  const { id } = await register(own, failing, [KEY])
  const ada = await makePerson(own)
  stage.receiver.answer = (response) => {
    response.statusCode = 500
    response.end()
  }
  const data = { type: 'one_time_password_token_request', username: ada.username, purpose: 'reset_password' }
  await own_shopper.post(ada.request, { data })
  const [job] = await jobsOnce(own, id, ([one]) => one?.attempts === 1 && one.status === 'pending')
  const received = () => emittedTo(ada).length
  expect(received()).toBe(1)
  ahead += 11 * MINUTE
  await jobsOnce(own, id, ([one]) => one?.status === 'failed')
  const logs = (await own.get(`/v2/integrations/${id}/jobs/${job?.id}/logs?sort=-created_at`)).body.data
  expect(logs[0]).toMatchObject({ succeeded: false, error_detail: expect.stringContaining('expired') })
  const retried = await own.post(`/v2/integrations/${id}/jobs/${job?.id}/retry`)
  expect([retried.status, retried.body.errors[0].detail]).toEqual([409, expect.stringContaining('expired')])
  stage.receiver.answer = (response) => response.end()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const replay = await own.post(`/v2/integrations/${id}/replays`, { data: { type: 'integration-replay', from } })
  expect(replay.status).toBe(201)
  const over = await eventually(
    () => own.get(`/v2/integrations/${id}/replays/${replay.body.data.id}`),
    ({ body }) => body.data.status === 'completed',
  )
  expect(over.body.data).toMatchObject({ progress: { scanned: 1, enqueued: 0 } })
  expect(received()).toBe(1)
})

test('a job expired before its first attempt is not sent, and does not count against the endpoint', async () => {
  const { store: own } = await stage.tenant()
  const expired = await register(own, `${stage.receiver.url}?expired`, [KEY])
  const failing = await register(own, 'http://127.0.0.1:9/', ['order.paid'])
  const expires_at = new Date(Date.now() + ahead - 1000).toISOString()
  const data = { type: 'one_time_password_token_request', id: 'p', one_time_password_token: 'Zq7!42', expires_at }
  const id = await publishOne(own, { triggered_by: KEY, payload: { data } })
  await jobsOnce(own, expired.id, ([one]) => one?.status === 'failed')
  await publishOne(own, { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } })
  const { db } = stage.app.foundation
  const states = () => query<{ integration_id: string }>(db, 'select integration_id from integration_states', [])
  const known = await eventually(states, (rows) => rows.some(({ integration_id }) => integration_id === failing.id))
  expect(known.map(({ integration_id }) => integration_id)).not.toContain(expired.id)
  expect(stage.receiver.received.filter(({ body }) => body.id === id)).toEqual([])
})

test('a retry after the expiry of the code is not scheduled', async () => {
  const { store: own, shopper: own_shopper } = await stage.tenant()
  const { id } = await register(own, stage.receiver.url, [KEY])
  const ada = await makePerson(own)
  stage.receiver.answer = (response) => {
    response.statusCode = 500
    response.end()
  }
  const data = { type: 'one_time_password_token_request', username: ada.username, purpose: 'reset_password' }
  await own_shopper.post(ada.request, { data })
  await jobsOnce(own, id, ([one]) => one?.attempts === 1 && one.status === 'pending')
  ahead += 7 * MINUTE
  const [job] = await jobsOnce(own, id, ([one]) => one?.status === 'failed')
  stage.receiver.answer = (response) => response.end()
  expect(job?.attempts).toBe(2)
  expect(emittedTo(ada)).toHaveLength(2)
})

test('covers a success and a failure of every operation on one-time passwords', async () => {
  const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
  const ada = await makePerson(store)
  const lost = ada.request.replace(ada.password_profile_id, UNKNOWN_ID)
  const data = { type: 'one_time_password_token_request', username: 'a', purpose: 'reset_password' }
  expect((await shopper.post(lost, { data })).status).toBe(404)
  expect(unseen(stage.contract, ({ path }) => path.endsWith('/one-time-password-token-request'))).toEqual([])
})
