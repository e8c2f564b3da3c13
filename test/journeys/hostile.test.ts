import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, type Client, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { scrape } from '../support/scraped-metrics.ts'
import type { Listening } from '../support/servers/listening.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { messageOf } from '../support/targets/failures/table.ts'
import { ATTACKS, type AttackName, openHostile } from '../support/targets/hostile.ts'
import { TIMEOUT_MS } from '../support/timeout.ts'

/** End of an attempt: at the deadline, or earlier if the endpoint cannot send more of use. */
type End = { lasts: 'to the deadline' | 'shorter'; status_code: number | null; detail: RegExp | null }

const DEADLINE_S = 10
/** Adds a quarter of a second for the sweep, and the work at the end. */
const MAX_DELAY_SECONDS = 12
/** Delay of the event loop of this process, which makes and times the attempts. */
const delay = monitorEventLoopDelay({ resolution: 10 })

const unanswered: End = { lasts: 'to the deadline', status_code: null, detail: messageIn('webhook-no-response') }
const unconnected: End = {
  lasts: 'to the deadline',
  status_code: null,
  detail: messageIn('webhook-no-connection'),
}
const unfinished: End = {
  lasts: 'to the deadline',
  status_code: null,
  detail: messageIn('webhook-endless-response'),
}
const overlong: End = { lasts: 'shorter', status_code: null, detail: /its headers are too (large|many or too long)$/ }
const confirmed: End = { lasts: 'shorter', status_code: 200, detail: null }

const ENDS: Record<AttackName, End> = {
  'accepts and never reads': unanswered,
  'never answers': unanswered,
  'never begins TLS': unconnected,
  'drips its TLS handshake': unconnected,
  'drips one header after another': unanswered,
  'drips one endless header': unanswered,
  'sends thousands of tiny headers and falls silent': overlong,
  'floods with headers': overlong,
  'floods with one header': overlong,
  'drips early hints': unanswered,
  'floods with early hints': overlong,
  'drips its body': unfinished,
  'drips chunks of one byte': unfinished,
  'never ends its body': unfinished,
  'sends thousands of tiny trailers and falls silent': confirmed,
  'floods with chunk extensions': confirmed,
  'answers in a million chunks': confirmed,
  'sends a gzip bomb of 10 KB': confirmed,
  'sends a gzip bomb of 100 KB': confirmed,
  'redirects to itself': {
    lasts: 'shorter',
    status_code: 302,
    detail: /^Redirects are not followed \(302 to another path of the same host\)/,
  },
  'closes inside its body': {
    lasts: 'shorter',
    status_code: null,
    detail: messageIn('webhook-truncated'),
  },
}

/** Text of the failure message for any endpoint. */
function messageIn(id: string): RegExp {
  const [start = '', end = ''] = messageOf(id, { timeout: '10 seconds' }).split('{endpoint}')
  return new RegExp(`^${start}127\\.0\\.0\\.1:\\d+${end}$`)
}

const names = Object.keys(ATTACKS) as AttackName[]

const METRICS_TOKEN = 'a-token-for-metrics'
/** Attempts per endpoint. */
const EACH = 3
const HEALTH_INTERVAL_MS = 250
/** Deliveries to other endpoints must not wait for the deadline of a hostile one. */
const HEALTHY_WITHIN_MS = 4_000
const CLOSED_WITHIN_MS = 5_000

type Hostile = { name: AttackName; server: Listening; id: string }
type Log = {
  attempt: number
  succeeded: boolean
  status_code: number | null
  processing_time: number
  error_detail: string
}

let database: TestDatabase
let app: App
let seller: Client
let healthy: Receiver
let hostiles: Hostile[]

beforeAll(async () => {
  delay.enable()
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '3600', TIDINGS_METRICS_TOKEN: METRICS_TOKEN } })
  seller = (await openTenant(app)).seller
  healthy = await openReceiver()
  await observe(healthy.url, 'order.updated')
  hostiles = await Promise.all(
    names.map(async (name) => {
      const server = await openHostile(name)
      return { name, server, id: await observe(server.url, keyFor(name)) }
    }),
  )
})

afterAll(async () => {
  await app.close()
  await Promise.all([healthy.close(), ...hostiles.map(({ server }) => server.close())])
  await database.close()
})

/** Larger than any socket buffer, so that an endpoint that does not read blocks the sender. */
function keyFor(name: AttackName): string {
  return name === 'accepts and never reads' ? 'order.fulfilled' : 'order.paid'
}

async function observe(url: string, key: string): Promise<string> {
  const { status, body } = await seller.post('/v2/integrations', webhookIntegration(url, [key]))
  expect(status).toBe(201)
  return body.data.id
}

async function publish(triggered_by: string, note = ''): Promise<string> {
  const event = { triggered_by, payload: { data: { type: 'order', id: 'o', note } } }
  const { status, body } = await seller.post('/v2/events', event)
  expect(status).toBe(201)
  return body.data[0].id
}

async function logsOf({ id }: Hostile): Promise<Log[]> {
  return (await seller.get(`/v2/integrations/${id}/logs`)).body.data
}

async function inFlight(): Promise<number> {
  return (await scrape(`${app.origin}/metrics`, METRICS_TOKEN)).value('tidings_worker_jobs', { state: 'in_flight' })
}

/** Delivers events to the healthy endpoint one by one until the promise settles; returns the latency of each. */
async function deliverUntil(promise: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const clock = startStopwatch()
  let over = false
  promise.finally(() => (over = true)).catch(() => {})
  while (!over) {
    const began = clock.elapsed()
    const id = await publish('order.updated')
    await healthy.waitFor(({ body }) => body.id === id)
    took.push(clock.elapsed() - began)
    await wait(HEALTH_INTERVAL_MS)
  }
  clock.stop()
  return took
}

test('an endpoint holds a slot for at most 10 seconds, with a reason in the log; others get deliveries', async () => {
  for (let round = 0; round < EACH; round += 1) await publish('order.paid')
  for (let round = 0; round < EACH; round += 1) await publish('order.fulfilled', 'x'.repeat(2_000_000))
  const holding = names.filter((name) => ENDS[name].lasts === 'to the deadline')
  await expect.poll(inFlight).toBeGreaterThanOrEqual(2 * holding.length)

  const logged = vi.waitFor(
    async () => {
      const logs = await Promise.all(hostiles.map(logsOf))
      expect(logs.map((found, at) => [names[at], found.length])).toEqual(names.map((name) => [name, EACH]))
      return logs
    },
    { timeout: TIMEOUT_MS, interval: 200 },
  )
  const took = await deliverUntil(logged)
  const all = await logged
  expect(took.length).toBeGreaterThan(2)
  expect(Math.max(...took)).toBeLessThan(HEALTHY_WITHIN_MS)
  for (const [at, { name }] of hostiles.entries()) for (const log of all[at] ?? []) expectEnd(name, log)
  expect(await inFlight()).toBe(0)
  const closing = startStopwatch()
  await Promise.all(hostiles.map(({ server }) => server.drained()))
  expect(closing.stop()).toBeLessThan(CLOSED_WITHIN_MS)
})

function expectEnd(name: AttackName, log: Log): void {
  const { lasts, status_code, detail } = ENDS[name]
  expect(log, name).toMatchObject({ attempt: 1, succeeded: detail === null, status_code })
  if (detail === null) expect(log.error_detail, name).toBe('')
  else expect(log.error_detail, name).toMatch(detail)
  const latest = MAX_DELAY_SECONDS + (2 * delay.max) / 1e9
  expect(log.processing_time, name).toBeLessThan(lasts === 'shorter' ? DEADLINE_S : latest)
  if (lasts === 'to the deadline') expect(log.processing_time, name).toBeGreaterThanOrEqual(DEADLINE_S)
}
