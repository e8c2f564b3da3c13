import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failures } from '../../src/access/limits/failures.ts'
import { NewTokens } from '../../src/access/limits/new-tokens.ts'
import { openPasswords } from '../../src/access/passwords/passwords.ts'
import { takeDueConfirmation } from '../../src/alerts/recipients/store.ts'
import { takeDue } from '../../src/alerts/store.ts'
import { query } from '../../src/db/database.ts'
import { type DueRowStep, stepDueRow } from '../../src/db/due/due-row.ts'
import { type DueOwner, noteServed } from '../../src/db/due/owner-order.ts'
import { newId } from '../../src/db/new-id.ts'
import { lockDueRun } from '../../src/deliveries/job-runs/store.ts'
import { LargePayloads } from '../../src/deliveries/large-payloads.ts'
import { lockDueReplay } from '../../src/deliveries/replays/store.ts'
import { Lanes } from '../../src/deliveries/worker/lanes.ts'
import { FairQueue as EventQueue } from '../../src/events/fair-queue.ts'
import { LargeResponses } from '../../src/http/bodies/large-responses.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { inRequest } from '../../src/kernel/flow/request-context.ts'
import { openSchemaChecks } from '../../src/own-types/schemas/schema-checks.ts'
import { takeRequest } from '../../src/store/authentication/one-time-passwords/store.ts'
import { lockExpiredCart } from '../../src/store/carts/store.ts'
import { selectDue } from '../../src/store/catalog/releases/store.ts'
import { takeRemoval } from '../../src/store/custom-apis/sql/removal.ts'
import { logInCustomer } from '../../src/store/customers/log-in.ts'
import { leaseJob } from '../../src/store/exports/store.ts'
import { files } from '../../src/store/files/file.ts'
import { Sizes } from '../../src/store/files/sizes/sizes.ts'
import { selectRow } from '../../src/store/kit/store.ts'
import { lockDecided, lockExpiredOrder } from '../../src/store/orders/sql/due.ts'
import { type App, type Client, openApp, openStore, openTenant, webhookIntegration } from '../support/app.ts'
import { readStream, type StreamReader } from '../support/clients/stream-reader.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertDue } from '../support/database/due-rows.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { pictureOf, uploadTo } from '../support/store/pictures.ts'
import { aDueJob, anEvent } from '../support/targets/due-job.ts'

let database: TestDatabase
let app: App
let receiver: Receiver
let greedy: Client
/** Other stores of the greedy organization. */
let sisters: Client[]
let modest: Client
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'], env: { TIDINGS_BACKLOG_LIMIT: '100' } })
  receiver = await openReceiver()
  greedy = (await openTenant(app)).seller
  sisters = await Promise.all(Array.from({ length: 7 }, () => openStore(app, greedy.organization_id)))
  modest = (await openTenant(app)).seller
})
afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

/** Starts the work of the greedy tenant, then of the modest one; returns how much greedy work was left at the end. */
async function leftOver(ofGreedy: (() => Promise<unknown>)[], ofModest: () => Promise<unknown>): Promise<number> {
  let left = ofGreedy.length
  const all = ofGreedy.map((work) =>
    work().finally(() => {
      left -= 1
    }),
  )
  await turn()
  await ofModest()
  const then = left
  await Promise.all(all)
  return then
}

const times = (count: number, work: () => Promise<unknown>) => Array.from({ length: count }, () => work)
const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '1' } } }
const db = () => app.foundation.db

type Take = () => Promise<Pick<DueOwner, 'owner_id'> | undefined>

/** Checks that rows of a queue are claimed round-robin over organizations and their stores. */
async function expectRoundRobin(table: string, take: Take, valuesOf?: (index: number) => object) {
  await insertDue(database, table, owners(), valuesOf)
  const taken = [await take(), await take(), await take()]
  const [sister] = sisters
  expect(taken.map((owner) => owner?.owner_id)).toEqual([greedy.store_id, modest.store_id, sister?.store_id])
}

const owners = () => [greedy, greedy, ...sisters, modest]

/** Claims a row without working on it. */
async function takeDueRow<Row extends DueOwner & { id: string }>(queue: string, take: DueRowStep<Row, Row>['take']) {
  return (await stepDueRow(db(), { queue, take, work: async (_, row: Row) => row })) ?? undefined
}

const DUE_AT = Date.now()

/** Checks by resource in the list of the security guide. */
const WALK: Record<string, () => Promise<void>> = {
  async 'Connections to the database'() {
    const slow = () => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      inRequest({ client: greedy.organization_id, traceparent: null }, () => {
        query(db(), 'select pg_sleep(0.1)', []).then(resolve, reject)
      })
      return promise
    }
    expect(await leftOver(times(60, slow), () => modest.get('/v2/customers'))).toBeGreaterThan(40)
  },

  async 'Requests with a large body'() {
    const unfinished = new AbortController()
    const begin = () =>
      fetch(`${app.origin}/v2/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${greedy.token}`, 'content-type': 'application/json' },
        body: new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(300_000).fill(32)) }),
        duplex: 'half',
        signal: unfinished.signal,
      } as RequestInit).catch(() => {})
    const begun = Array.from({ length: 20 }, begin)
    const large = { ...event, payload: { data: { type: 'order', id: '1', text: 'x'.repeat(400_000) } } }
    expect((await modest.post('/v2/events', large)).status).toBe(201)
    unfinished.abort()
    await Promise.all(begun)
  },

  async 'Responses with large events or logs'() {
    const responses = new LargeResponses()
    const order: string[] = []
    const enter = async ({ organization_id }: Client, name: string) => {
      const raw = Object.assign(new EventEmitter(), { closed: false })
      const request = { caller: { organization_id } } as FastifyRequest
      await responses.enter(request, { raw } as unknown as FastifyReply, 1_000_000)
      order.push(name)
      return raw
    }
    const unread = await Promise.all(Array.from({ length: 4 }, () => enter(greedy, 'greedy')))
    const fifth = enter(greedy, 'fifth')
    await enter(modest, 'modest')
    unread[0]?.emit('close')
    await fifth
    expect(order.slice(4)).toEqual(['modest', 'fifth'])
    const large = { ...event, payload: { data: { type: 'order', id: '1', text: 'x'.repeat(400_000) } } }
    const { body } = await modest.post('/v2/events', large)
    const addresses = [...Array(6).fill(`/v2/events/${body.data[0].id}`), ...Array(6).fill('/v2/events')]
    const read = await Promise.all(addresses.map((address) => modest.get(address)))
    expect(read.map(({ status }) => status)).toEqual(Array(12).fill(200))
  },

  async 'Threads that hash passwords'() {
    const deps = { db: db(), clock: Date.now, passwords: openPasswords(12), failures: new Failures() }
    const logIn = ({ organization_id, store_id }: Client) => {
      const wrong = { email: 'a@example.com', password: 'a wrong password', address: '192.0.2.1' }
      return logInCustomer({ ...deps, issue: () => expect.fail() }, { organization_id, store_id, ...wrong }).catch(
        () => {},
      )
    }
    const ofGreedy = [greedy, ...sisters].flatMap((store) => times(3, () => logIn(store)))
    expect(await leftOver(ofGreedy, () => logIn(modest))).toBeGreaterThan(16)
  },

  async 'The thread that checks schemas'() {
    const { check } = openSchemaChecks()
    const checkFor = (organization: string) => () => check(organization, { payload: { type: 'object' }, sample: {} })
    expect(await leftOver(times(8, checkFor('greedy')), checkFor('modest'))).toBeGreaterThan(4)
  },

  async 'Pictures that are made smaller'() {
    const { clock, fileStorage } = app.foundation
    const sizes = new Sizes({ db: db(), clock, fileStorage }, (_, error) => expect.fail(String(error)))
    const picture = await pictureOf(600, 400)
    const openOf = async (client: Client) => {
      const { id } = await uploadTo(app.origin, client, picture, 'lamp.jpg')
      const file = await selectRow(db(), files, { owner_id: client.store_id ?? '', id })
      return () => (file === undefined ? expect.fail('The file is missing.') : sizes.open(file, 160))
    }
    const ofGreedy = await Promise.all([greedy, ...sisters].map(openOf))
    expect(await leftOver(ofGreedy, await openOf(modest))).toBeGreaterThan(4)
  },

  async 'Tests of drafts'() {
    const answers = Promise.withResolvers<void>()
    receiver.answer = (response) => void answers.promise.then(() => response.end())
    const draft = webhookIntegration(receiver.url, ['order.paid'])
    const sent = Array.from({ length: 7 }, () => greedy.post('/v2/integrations/test', draft))
    expect((await Promise.race(sent)).status).toBe(429)
    const before = receiver.received.length
    const other = modest.post('/v2/integrations/test', draft)
    await receiver.waitForCount(before + 1)
    answers.resolve()
    expect((await other).status).toBe(200)
    await Promise.all(sent)
    receiver.answer = (response) => response.end()
  },

  async 'Live streams of deliveries'() {
    const readers: StreamReader[] = []
    for (let count = 0; count < 5; count += 1)
      readers.push(await readStream(`${app.origin}/v2/deliveries/stream`, greedy.token))
    const more = await greedy.call('GET', '/v2/deliveries/stream', undefined, { accept: 'text/event-stream' })
    expect(more.status).toBe(429)
    readers.push(await readStream(`${app.origin}/v2/deliveries/stream`, modest.token))
    await Promise.all(readers.map((reader) => reader.close()))
  },

  async 'Events that wait to be stored'() {
    type Entry = { item: { organization_id: string; rows: number; since: number } }
    const queue = new EventQueue<Entry>({ clock: () => 0, jobSink: { isBusyWith: () => false } })
    const add = (organization_id: string, rows: number) => queue.add({ item: { organization_id, rows, since: 0 } })
    for (let count = 0; count < 200; count += 1) add('greedy', 100)
    expect([queue.hasCapacity('greedy', 1), queue.hasCapacity('modest', 1_000)]).toEqual([false, true])
    add('modest', 1)
    expect([...queue.take(), ...queue.take()].map(({ item }) => item.organization_id)).toContain('modest')
  },

  async 'Attempts with large payloads'() {
    const payloads = new LargePayloads(db())
    const ends = Promise.withResolvers<string>()
    const attempt = async ({ organization_id, store_id, ...client }: Client, end: Promise<string>) => {
      const { body } = await client.post('/v2/events', event)
      const leased = { ...anEvent({ id: body.data[0].id, organization_id, store_id }), payload: { bytes: 2_000_000 } }
      return payloads.run({ ...aDueJob(), event: leased }, ({ event: read }) => end.then(() => read.payload))
    }
    const ofStore = (_: unknown, store: number) => attempt({ ...greedy, store_id: `store ${store}` }, ends.promise)
    const ofGreedy = Array.from({ length: 20 }, ofStore)
    expect(JSON.parse(await attempt(modest, Promise.resolve('')))).toEqual(event.payload)
    ends.resolve('')
    await Promise.all(ofGreedy)
  },

  async 'Retries, and attempts at new endpoints, that take long'() {
    const lanes = new Lanes()
    const push = ({ organization_id }: Client, integration_id: string) =>
      lanes.push({ job: aDueJob({ integration_id, event: anEvent({ organization_id }) }), buffered_since: 0 })
    for (let count = 0; count < 4_000; count += 1) push(greedy, `hanging ${count}`)
    for (let next = lanes.next(['later']); next !== null; next = lanes.next(['later']))
      lanes.slowed(next.held.job.integration_id)
    push(modest, 'modest')
    expect(lanes.next(['later'])?.held.job.integration_id).toBe('modest')
    expect(lanes.next(['later'])).toBeNull()
  },

  async 'Deliveries that wait for a worker'() {
    for (const client of [greedy, modest])
      await client.post('/v2/integrations', webhookIntegration(receiver.url, ['cart.updated']))
    const updated = { triggered_by: 'cart.updated', payload: { data: { type: 'cart', id: '1' } } }
    await greedy.post('/v2/events', Array(150).fill(updated))
    await expect.poll(async () => (await greedy.post('/v2/events', updated)).status).toBe(429)
    expect((await modest.post('/v2/events', updated)).status).toBe(201)
  },

  'Exports and copies of hierarchies': () =>
    expectRoundRobin(
      'export_jobs',
      () => leaseJob(db(), DUE_AT, DUE_AT + 60_000),
      () => ({ status: 'pending' }),
    ),

  Replays: () =>
    expectRoundRobin(
      'replays',
      () => takeDueRow('replays', (tx, passed, served) => lockDueReplay(tx, DUE_AT, passed, served)),
      () => ({ selection: 'all', status: 'running' }),
    ),

  'Runs of retries and cancellations': () =>
    expectRoundRobin(
      'job_runs',
      () => takeDueRow('job_runs', (tx, passed, served) => lockDueRun(tx, DUE_AT, passed, served)),
      () => ({ action: 'retry', status: 'running' }),
    ),

  'Releases of catalogs': () =>
    expectRoundRobin(
      'catalog_releases',
      async () => {
        const [due] = await selectDue(db(), DUE_AT)
        if (due !== undefined) noteServed(db(), 'catalog_releases', due)
        return due
      },
      () => ({ release_status: 'PENDING' }),
    ),

  'Entries of deleted custom APIs': () =>
    expectRoundRobin('custom_api_removals', () => takeDueRow('custom_api_removals', takeRemoval)),

  'Late decisions of gateways'() {
    const take = () => takeDueRow('transactions', (tx, passed) => lockDecided(db(), tx, { now: DUE_AT, passed }))
    const orders = insertDue(database, 'orders', owners(), () => ({ expires_at: null }))
    return orders.then((ids) =>
      expectRoundRobin('transactions', take, (index) => ({ order_id: ids[index], amount: 1, outcome: 'complete' })),
    )
  },

  'Unpaid orders': () =>
    expectRoundRobin('orders', () =>
      takeDueRow('orders', (tx, passed) => lockExpiredOrder(db(), tx, { now: DUE_AT, passed })),
    ),

  'Expired carts': () =>
    expectRoundRobin('carts', () =>
      takeDueRow('carts', (tx, passed) => lockExpiredCart(db(), tx, { now: DUE_AT, passed })),
    ),

  'One-time passwords': () =>
    expectRoundRobin('one_time_password_requests', () =>
      takeDueRow('one_time_password_requests', (tx, passed) => takeRequest(db(), tx, passed)),
    ),

  async 'Messages of alerts'() {
    const { body } = await modest.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
    await expectRoundRobin(
      'alert_incidents',
      async () => (await takeDue(db(), DUE_AT, DUE_AT + 60_000))[0],
      () => ({ integration_id: body.data.id }),
    )
  },

  'Confirmation mails of alerts': () =>
    expectRoundRobin('alert_confirmations', () =>
      takeDueConfirmation(db(), { now: DUE_AT, until: DUE_AT + 60_000, code_hash: newId(Date.now()) }),
    ),

  async 'Attempts to log in'() {
    const failures = new Failures()
    const tryFrom = (address: string) =>
      failures.guard({ scope: 'people', account: 'a@example.com', address }, 0, async () => {
        throw new AppError('unauthenticated', [{ detail: 'wrong' }])
      })
    for (let count = 0; count < 11; count += 1) await tryFrom('192.0.2.1').catch(() => {})
    await expect(tryFrom('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(tryFrom('198.51.100.1')).rejects.toThrow('wrong')
  },

  async 'New tokens of shoppers'() {
    const tokens = new NewTokens(2, () => 0)
    const give = ({ organization_id, store_id }: Client) => tokens.count({ organization_id, store_id }, '192.0.2.1')
    for (let count = 0; count < 2; count += 1) give(greedy)
    expect(() => give(greedy)).toThrow('Too many new tokens')
    expect(() => give(modest)).not.toThrow()
  },

  async 'Requests a second'() {
    const limited = await openApp(database, { parts: ['api'], env: { TIDINGS_RATE_LIMIT: '5' } })
    const statusOf = ({ token }: Client) =>
      fetch(`${limited.origin}/v2/customers`, { headers: { authorization: `Bearer ${token}` } }).then(
        (one) => one.status,
      )
    const all = await Promise.all(Array.from({ length: 30 }, () => statusOf(greedy)))
    expect(all).toContain(429)
    expect(await statusOf(modest)).toBe(200)
    await limited.close()
  },
}

const guide = readFileSync(new URL('../../docs/guides/security.md', import.meta.url), 'utf8')
const listed = [...guide.matchAll(/^\| (?!Resource|---)([^|]+)(?: \| [^|]+){4} \|$/gm)].map(([, name = '']) => name)

test('the guide lists the shared resources', () => {
  expect(listed).toEqual(Object.keys(WALK))
})

describe('a greedy tenant leaves another its share', () => {
  test.each(Object.entries(WALK))('%s', (_, walk) => walk())
})
