import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWire, type Wire } from '../../bench/support/servers/wire.ts'
import { query } from '../../src/db/database.ts'
import { SELF_FENCING_AFTER_MS } from '../../src/deliveries/jobs/lease.ts'
import { firstPace } from '../../src/deliveries/rules/pace.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { startTool } from '../support/tool.ts'

/** Longest time of a statement before its connection is given up, by part. */
const TIMEOUT = { api: 10_000, deliveries: 5_000 }
/** Allows for a timer, a poll and the deliveries. */
const SLACK = 2_000

let database: TestDatabase
let receiver: Receiver
let wire: Wire
let opened: App[]

beforeEach(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
  wire = await startWire(database.url)
  opened = []
})

afterEach(async () => {
  wire.resume()
  await Promise.all(opened.map((app) => app.close()))
  await wire.close()
  await receiver.close()
  await database.close()
})

/** App with a sound network to the database, or one that can be cut. */
async function open(part: 'api' | 'deliveries', network: 'sound' | 'wired'): Promise<App> {
  const env = network === 'wired' ? { DATABASE_URL: wire.url, DATABASE_DIRECT_URL: wire.url } : {}
  const app = await openApp(database, { parts: [part], env })
  opened.push(app)
  return app
}

async function observing(api: App): Promise<Client> {
  const { seller } = await openTenant(api)
  const { status } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  expect(status).toBe(201)
  return seller
}

function publish(client: Client, count = 1) {
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o' } } }
  return client.post(
    '/v2/events',
    Array.from({ length: count }, () => event),
  )
}

const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

async function arrivalOf(ids: readonly string[]): Promise<void> {
  const missing = new Set(ids)
  await receiver.waitFor(({ body }) => missing.delete(String(body.id)) && missing.size === 0)
}

test('a worker cut off from the database stops, loses its jobs to others within 5 s, and recovers', async () => {
  const seller = await observing(await open('api', 'sound'))
  await open('deliveries', 'wired')
  const pending: (() => void)[] = []
  receiver.answer = (response) => void pending.push(() => response.end())
  const ids = idsOf(await publish(seller, 100))
  // The other jobs wait in memory of the worker.
  await receiver.waitForCount(firstPace.cap)
  const other = await open('deliveries', 'sound')
  const cut = startStopwatch()
  wire.stall()
  receiver.answer = (response) => response.end()
  // The worker starts no more attempts from here on, even if others end.
  await expect.poll(cut.elapsed).toBeGreaterThan(SELF_FENCING_AFTER_MS)
  for (const answer of pending) answer()
  await arrivalOf(ids)
  // The first worker cannot write its outcomes, so that all jobs are done once others have taken them over.
  await eventually(
    () => query(database.db, `select 1 from jobs where status <> 'succeeded' limit 1`, []),
    (unfinished) => unfinished.length === 0,
  )
  expect(cut.elapsed()).toBeLessThan(5_000 + SLACK)
  expect(receiver.received.filter(({ body }) => body.attempt === 1)).toHaveLength(firstPace.cap)
  // The API has given up its old connections by the time the network is back.
  await expect.poll(cut.elapsed).toBeGreaterThan(TIMEOUT.deliveries + SLACK)
  const back = startStopwatch()
  wire.resume()
  await other.close()
  opened.splice(opened.indexOf(other), 1)
  await arrivalOf(idsOf(await publish(seller)))
  expect(back.stop()).toBeLessThan(TIMEOUT.deliveries + 5_000)
  cut.stop()
})

test('an API cut off from the database responds 503, recovers, and delivers what it accepted', async () => {
  const seller = await observing(await open('api', 'wired'))
  await open('deliveries', 'sound')
  const before = await publish(seller)
  wire.stall()
  const [stalled, read] = await Promise.all([publish(seller), seller.get('/v2/integrations')])
  for (const answer of [stalled, read]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  wire.resume()
  const back = startStopwatch()
  let after = await publish(seller)
  while (after.status === 503) after = await publish(seller)
  expect(back.stop()).toBeLessThan(TIMEOUT.api)
  expect(after.status).toBe(201)
  await arrivalOf([...idsOf(before), ...idsOf(after)])
})

test('a short stall of the database costs an API time but no error', async () => {
  const seller = await observing(await open('api', 'wired'))
  await open('deliveries', 'sound')
  wire.stall()
  const responding = publish(seller)
  await wait(2_000)
  wire.resume()
  const answer = await responding
  expect(answer.status).toBe(201)
  await arrivalOf(idsOf(answer))
})

test('processes that are cut off still stop on a signal', async () => {
  const env = {
    DATABASE_URL: wire.url,
    DATABASE_DIRECT_URL: wire.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
  }
  const tools = ['serve', 'work'].map((command) => startTool([command], env))
  await Promise.all(tools.map((tool) => tool.prints(/"started"/)))
  wire.stall()
  const ending = startStopwatch()
  const ended = await Promise.all(tools.map((tool) => tool.end('SIGTERM')))
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  // Service managers grant more before they kill. Stopping takes 18 s on an idle machine.
  expect(ending.stop()).toBeLessThan(30_000)
})
