import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { countEvents, openStage, register, type Stage } from '../../support/stage.ts'

const PASSWORD = 'correct horse 42'

let stage: Stage
let store: Client
let shopper: Client
beforeAll(async () => {
  stage = await openStage()
  ;({ store, shopper } = await stage.tenant())
})
afterAll(() => stage.close())

let customers = 0

async function makeCustomer(more: object = { password: PASSWORD }) {
  customers += 1
  const data = { type: 'customer', name: 'Ada Marsh', email: `Ada-${customers}@Example.com`, ...more }
  const { status, body } = await shopper.post('/v2/customers', { data })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...body.data, at: `/v2/customers/${body.data.id}` } as { id: string; email: string; at: string }
}

function logIn(email: string, password: string, client = shopper) {
  return client.post('/v2/customers/tokens', { data: { type: 'token', email, password } })
}

async function tokenOf(email: string, password = PASSWORD): Promise<string> {
  const { status, body } = await logIn(email, password)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.token
}

const read = (at: string, token: string, header = 'X-Customer-Token') =>
  shopper.call('GET', at, undefined, { [header]: token })

test('a shopper registers, logs in, and reads and changes only itself', async () => {
  const [own, other] = [await makeCustomer(), await makeCustomer()]
  const { status, body } = await logIn('ADA-1@example.com', PASSWORD)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ type: 'token', customer_id: own.id })
  expect(body.data.expires).toBeGreaterThan(Date.now() / 1000)
  for (const header of ['X-Customer-Token', 'x-moltin-customer-token'])
    expect((await read(own.at, body.data.token, header)).body.data).toMatchObject({ id: own.id, password: true })
  const headers = { 'X-Customer-Token': body.data.token }
  const renamed = await shopper.put(own.at, { data: { type: 'customer', name: 'Ada Reed' } }, headers)
  expect(renamed.body.data).toMatchObject({ name: 'Ada Reed', password: true })
  expect((await read(other.at, body.data.token)).status).toBe(404)
  expect((await shopper.get(own.at)).status).toBe(403)
  expect((await shopper.call('GET', '/v2/customers', undefined, headers)).status).toBe(403)
})

test('even the right password is rejected after ten failures, for known and unknown customers', async () => {
  const { email } = await makeCustomer()
  await tokenOf(email)
  for (const tried of [email, 'nobody-at-all@example.com']) {
    const answers = []
    for (let tries = 0; tries < 10; tries++) answers.push((await logIn(tried, 'another password')).status)
    expect(answers).toEqual(Array(10).fill(401))
    const { status, headers } = await logIn(tried.toUpperCase(), PASSWORD)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  }
})

test('a token of another store or kind is rejected with the name of its header', async () => {
  const { email, at } = await makeCustomer()
  const token = await tokenOf(email)
  const { shopper: stranger } = await stage.tenant()
  const abroad = await stranger.call('GET', '/v2/currencies', undefined, { 'X-Customer-Token': token })
  expect([abroad.status, abroad.body.errors[0].source]).toEqual([401, { header: 'X-Customer-Token' }])
  for (const wrong of ['nonsense', shopper.token, `${token.slice(0, -3)}AAA`, 'a'.repeat(5000)]) {
    const { status, body } = await read(at, wrong, 'X-Moltin-Customer-Token')
    expect([status, body.errors[0].source]).toEqual([401, { header: 'X-Moltin-Customer-Token' }])
  }
  const elsewhere = await shopper.call('GET', '/v2/currencies', undefined, { 'X-Account-Token': token })
  expect([elsewhere.status, elsewhere.body.errors[0].source]).toEqual([401, { header: 'X-Account-Token' }])
  const asAccess = await fetch(`${stage.app.origin}/v2/currencies`, { headers: { authorization: `Bearer ${token}` } })
  expect(asAccess.status).toBe(401)
})

test('a new password or a deletion ends earlier tokens within five seconds', async () => {
  const { email, at } = await makeCustomer()
  const first = await tokenOf(email)
  expect((await read(at, first)).status).toBe(200)
  await shopper.put(at, { data: { type: 'customer', password: 'a new password' } }, { 'X-Customer-Token': first })
  const changed = startStopwatch()
  const ended = await eventually(
    () => read(at, first),
    ({ status }) => status === 401,
  )
  expect(changed.stop()).toBeLessThan(5_000)
  expect(ended.body.errors[0].source).toEqual({ header: 'X-Customer-Token' })
  expect((await logIn(email, PASSWORD)).status).toBe(401)
  const second = await tokenOf(email, 'a new password')
  expect((await read(at, second)).status).toBe(200)
  await store.delete(at)
  const deleted = startStopwatch()
  await eventually(
    () => read(at, second),
    ({ status }) => status === 401,
  )
  expect(deleted.stop()).toBeLessThan(5_000)
})

test('no password is in the database, responses or events; a change emits customer.updated', async () => {
  const { store: own } = await stage.tenant()
  await register(own, stage.receiver.url, ['customer.created', 'customer.updated'])
  const data = { type: 'customer', name: 'Ada', email: 'ada@example.com', password: 'first secret word' }
  const { body, headers } = await own.post('/v2/customers', { data })
  const { id } = body.data
  expect(headers.get('etag')).toBe('"1"')
  const at = `/v2/customers/${id}`
  const change = { data: { type: 'customer', password: 'second secret word' } }
  const changed = await own.put(at, change, { 'if-match': '"1"' })
  expect([changed.headers.get('etag'), changed.body.data.password]).toEqual(['"2"', true])
  await own.put(at, { data: { type: 'customer', name: 'Ada' } })
  expect(await countEvents(own, 'customer.updated')).toBe(1)
  const delivery = await stage.receiver.waitFor((one) => one.body.triggered_by === 'customer.updated')
  expect(delivery.body.payload).toEqual(changed.body)
  const { db } = stage.app.foundation
  const stored = await query<{ password_hash: string }>(db, 'select password_hash from customers where id = $1', [id])
  expect(stored[0]?.password_hash).toMatch(/^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/)
  const events = await query(db, 'select payload from events', [])
  const everything = JSON.stringify([body, changed.body, events, stage.receiver.received.map(({ text }) => text)])
  expect(everything).not.toMatch(/secret word|scrypt|password_hash/)
})

test('a short password is rejected without being repeated', async () => {
  const data = { type: 'customer', name: 'Ada', email: 'short@example.com', password: 'Xy7!' }
  const { status, body } = await shopper.post('/v2/customers', { data })
  expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/password' }])
  expect(JSON.stringify(body)).not.toContain('Xy7!')
  expect((await shopper.post('/v2/customers/tokens', { data: { type: 'token' } })).status).toBe(422)
})

test('covers a success and a failure of every customer operation', () => {
  expect(unseen(stage.contract, ({ path }) => path === '/v2/customers/tokens')).toEqual([])
})

test('only sellers set the groups of a customer', async () => {
  const made = await shopper.post('/v2/customers', {
    data: { type: 'customer', name: 'Ada', email: `${crypto.randomUUID()}@example.com`, segments: ['vip'] },
  })
  expect([made.status, made.body.errors[0]]).toMatchObject([
    403,
    { detail: 'Only a seller can set segments.', source: { pointer: '/data/segments' } },
  ])
  const { at, email } = await makeCustomer()
  const { status, body } = await store.put(at, { data: { type: 'customer', segments: ['vip', 'press'] } })
  expect([status, body.data.segments]).toEqual([200, ['vip', 'press']])
  const headers = { 'X-Customer-Token': await tokenOf(email) }
  const own = await shopper.put(at, { data: { ...body.data, name: 'Ada L. Marsh' } }, headers)
  expect([own.status, own.body.data]).toMatchObject([200, { name: 'Ada L. Marsh', segments: ['vip', 'press'] }])
  const more = await shopper.put(at, { data: { ...body.data, segments: ['vip'] } }, headers)
  expect([more.status, more.body.errors[0].detail]).toEqual([403, 'Only a seller can set segments.'])
})
