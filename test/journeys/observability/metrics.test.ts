import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, eventually, openApp, openTenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type ScrapedMetrics, scrape } from '../../support/scraped-metrics.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { publishOne, register } from '../../support/stage.ts'

const TOKEN = 'a-token-for-metrics'
const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }

let database: TestDatabase
let app: App
let receiver: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_METRICS_TOKEN: TOKEN, TIDINGS_RETRY_SCHEDULE: '1' } })
  receiver = await openReceiver()
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

const scrapeApp = () => scrape(`${app.origin}/metrics`, TOKEN)
const webhook = (outcome: string) => ({ kind: 'webhook', outcome })

/** Change of a counter between two scrapes. */
function moved(
  before: ScrapedMetrics,
  after: ScrapedMetrics,
  name: string,
  labels: Record<string, string> = {},
): number {
  return after.value(name, labels) - before.value(name, labels)
}

test('accepted and delivered events are counted by origin and outcome, with latencies', async () => {
  const { seller } = await openTenant(app)
  const before = await scrapeApp()
  const integration = await register(seller, receiver.url, ['order.paid'])
  await seller.post('/v2/events', Array(5).fill(EVENT))
  await seller.post(`/v2/integrations/${integration.id}/test`)
  const after = await eventually(
    scrapeApp,
    (now) => moved(before, now, 'tidings_deliveries_total', webhook('succeeded')) === 6,
  )
  expect(moved(before, after, 'tidings_events_accepted_total', { origin: 'outside' })).toBe(5)
  expect(moved(before, after, 'tidings_events_accepted_total', { origin: 'store' })).toBe(1)
  expect(moved(before, after, 'tidings_events_accepted_total', { origin: 'test' })).toBe(1)
  expect(moved(before, after, 'tidings_attempt_duration_seconds_count', webhook('succeeded'))).toBe(6)
  expect(moved(before, after, 'tidings_accept_to_attempt_seconds_count', webhook('succeeded'))).toBe(6)
  expect(moved(before, after, 'tidings_accept_to_attempt_seconds_sum', webhook('succeeded'))).toBeLessThan(15)
  expect(moved(before, after, 'tidings_ingest_batch_events_sum')).toBe(5)
  expect(moved(before, after, 'tidings_settle_batch_jobs_sum')).toBe(6)
  const published = { operation: 'PublishEvents', status: '201' }
  expect(moved(before, after, 'tidings_http_requests_total', published)).toBe(1)
})

test('an event published twice with one id counts once as accepted and once as repeated', async () => {
  const { seller } = await openTenant(app)
  const before = await scrapeApp()
  await publishOne(seller, { ...EVENT, id: 'one' })
  await publishOne(seller, { ...EVENT, id: 'one' })
  const after = await scrapeApp()
  expect(moved(before, after, 'tidings_events_accepted_total', { origin: 'outside' })).toBe(1)
  expect(moved(before, after, 'tidings_events_repeated_total')).toBe(1)
})

test('a rejected delivery counts as attempt, retry and final failure, with latency from the event on', async () => {
  const { seller } = await openTenant(app)
  await register(seller, receiver.url, ['order.paid'])
  receiver.answer = (response) => response.writeHead(500).end()
  const before = await scrapeApp()
  await publishOne(seller, EVENT)
  const after = await eventually(
    scrapeApp,
    (now) => moved(before, now, 'tidings_deliveries_total', webhook('failed')) === 1,
  )
  receiver.answer = (response) => response.end()
  expect(moved(before, after, 'tidings_deliveries_total', webhook('retrying'))).toBe(1)
  expect(moved(before, after, 'tidings_attempt_duration_seconds_count', webhook('refused'))).toBe(2)
  expect(moved(before, after, 'tidings_accept_to_attempt_seconds_count', webhook('refused'))).toBe(1)
})

test('an unreachable receiver counts as unanswered, and a cancelled job as cancelled', async () => {
  const { seller } = await openTenant(app)
  const gone = await openReceiver()
  await gone.close()
  const integration = await register(seller, gone.url, ['order.paid'])
  const before = await scrapeApp()
  await publishOne(seller, EVENT)
  await eventually(scrapeApp, (now) => moved(before, now, 'tidings_deliveries_total', webhook('retrying')) === 1)
  await seller.put(`/v2/integrations/${integration.id}`, { data: { type: 'integration', enabled: false } })
  const cancelled = { kind: 'unknown', outcome: 'cancelled' }
  const after = await eventually(scrapeApp, (now) => moved(before, now, 'tidings_deliveries_total', cancelled) === 1)
  expect(moved(before, after, 'tidings_attempt_duration_seconds_count', webhook('unanswered'))).toBe(1)
})

test('rejected publish requests are counted by reason', async () => {
  const { seller, shopper } = await openTenant(app)
  const before = await scrapeApp()
  await seller.post('/v2/events', { triggered_by: 'no.such' })
  await seller.post('/v2/events', '{')
  await shopper.post('/v2/events', EVENT)
  const after = await scrapeApp()
  for (const reason of ['invalid', 'malformed', 'forbidden']) {
    expect(moved(before, after, 'tidings_publish_requests_refused_total', { reason }), reason).toBe(1)
  }
})

test('the backlog counts due and parked jobs and their age from the database', async () => {
  const own = await testDatabase()
  const api = await openApp(own, { parts: ['api'], env: { TIDINGS_METRICS_TOKEN: TOKEN } })
  try {
    const { seller } = await openTenant(api)
    await register(seller, receiver.url, ['order.paid'])
    const began = Date.now()
    await seller.post('/v2/events', Array(7).fill(EVENT))
    const found = await scrape(`${api.origin}/metrics`, TOKEN)
    expect(found.value('tidings_jobs_unfinished')).toBe(7)
    expect(found.value('tidings_jobs_due', { endpoint: 'working' })).toBe(7)
    expect(found.value('tidings_jobs_due', { endpoint: 'failing' })).toBe(0)
    expect(found.value('tidings_jobs_oldest_age_seconds')).toBeLessThanOrEqual((Date.now() - began) / 1_000)
    expect(found.value('tidings_workers')).toBe(0)
    for (const table of ['events', 'jobs', 'logs', 'audit_entries']) {
      expect(found.value('tidings_partitions', { table })).toBeGreaterThan(7)
      expect(found.value('tidings_partitions_ahead_seconds', { table })).toBeGreaterThan(6 * 86_400)
    }
    expect(found.labels.has('tidings_worker_jobs')).toBe(false)
    // Scrapes share a reading of the database for five seconds.
    await publishOne(seller, EVENT)
    expect((await scrape(`${api.origin}/metrics`, TOKEN)).value('tidings_jobs_unfinished')).toBe(7)
  } finally {
    await api.close()
    await own.close()
  }
})

test('the number of series is independent of integrations, events and URLs, and no label has an id', async () => {
  const { seller } = await openTenant(app)
  let registered = 0
  const busy = async (count: number) => {
    const before = await scrapeApp()
    for (let index = 0; index < count; index += 1) await register(seller, `${receiver.url}/${index}`, ['order.paid'])
    registered += count
    await publishOne(seller, EVENT)
    for (let index = 0; index < count; index += 1) await seller.get(`/v2/no/such/${index}`)
    // A delivery updates its counters when it ends.
    const isDelivered = (now: ScrapedMetrics) =>
      moved(before, now, 'tidings_deliveries_total', webhook('succeeded')) === registered
    const { series } = await eventually(scrapeApp, isDelivered)
    // Series of a kind of garbage collection appear on its first use, at any time.
    return series.filter(({ name }) => !name.startsWith('nodejs_gc_')).length
  }
  const few = await busy(1)
  expect(await busy(8)).toBe(few)
  const { series } = await scrapeApp()
  const values = series.filter(({ name }) => name.startsWith('tidings_')).flatMap(({ labels }) => Object.values(labels))
  expect(values.filter((value) => /[0-9a-f]{8}-|127\.0\.0\.1|\//.test(value))).toEqual([])
})

test('metrics on the API port require the configured token, and are 404 without a token setting', async () => {
  const read = (authorization?: string) =>
    fetch(`${app.origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
  expect((await read(`Bearer ${TOKEN}`)).status).toBe(200)
  for (const wrong of [undefined, 'Bearer', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
    expect((await read(wrong)).status, wrong).toBe(401)
  }
  const { seller } = await openTenant(app)
  expect((await read(`Bearer ${seller.token}`)).status).toBe(401)
  const own = await testDatabase()
  const bare = await openApp(own, { parts: ['api'] })
  try {
    expect((await fetch(`${bare.origin}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
  } finally {
    await bare.close()
    await own.close()
  }
})
