// Checks that outages of queues lose and reorder no events: publishes over HTTP while RabbitMQ is killed and restarted,
// a FIFO queue is unreachable, and a worker is killed. Then a queue throttles. Ends with one line of JSON; exits with 1
// if an event was lost, stuck, or overtaken by a newer event of its resource in an ordered integration. `ratio` is the
// time of the throttled events divided by the time that the queue's rate requires.
// node bench/chaos-queues.ts [--events 20000] [--rate 500] [--kills 3] [--throttled 5000] [--throttled-rate 250]
// Needs RabbitMQ (Debian: rabbitmq-server).
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { type Account, accountOf } from './support/account.ts'
import { ask } from './support/child.ts'
import type { ProducerOrder, ProducerReport } from './support/children/producer.ts'
import { randomFrom } from './support/failures/disturb.ts'
import { causeOutages } from './support/failures/queue-outages.ts'
import { startFleet } from './support/fleet.ts'
import { benchKey } from './support/payload.ts'
import { startBroker } from './support/servers/broker.ts'
import { startFifoQueue } from './support/servers/fifo-queue.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { startThrottlingQueue } from './support/servers/throttling-queue.ts'
import { countFromBroker } from './support/stomp-receiver.ts'
import { type Endpoint, getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '500' },
    kills: { type: 'string', default: '3' },
    throttled: { type: 'string', default: '5000' },
    'throttled-rate': { type: 'string', default: '250' },
  },
})
const events = Number(values.events)
const rate = Number(values.rate)
const throttled_events = Number(values.throttled)
const throttled_rate = Number(values['throttled-rate'])

/** Each event goes to the queue of its key: half to unordered queues of the broker, a quarter to each ordered queue. */
const PLAIN = Array.from({ length: 10 }, (_, index) => benchKey(index))
const ORDERED = benchKey(10)
const FIFO = benchKey(11)
const THROTTLED = benchKey(12)
const KEYS = PLAIN.flatMap((key, index) => [key, index % 2 === 0 ? ORDERED : FIFO])
const RESOURCES = 50
/** Share of requests that the throttling queue throttles regardless of the rate. */
const THROTTLED_SHARE = 0.3
/**
 * Seconds before each retry, which are short, so that a run does not wait half a minute after the broker's outage of
 * about ten seconds.
 */
const SCHEDULE = Array.from({ length: 30 }, () => 2).join(',')
/** All events must be delivered within this time after the last acceptance and the last recovery. */
const SETTLE_TIMEOUT_MS = 90_000

const started = performance.now()
const [postgres, broker, fifo, throttling] = await Promise.all([
  startPostgres(),
  startBroker(),
  startFifoQueue(),
  startThrottlingQueue({ per_second: throttled_rate, share: THROTTLED_SHARE, random: randomFrom(1) }),
])
const port = await freePort('127.0.0.1')
const env = {
  ...process.env,
  DATABASE_URL: postgres.url,
  TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
  TIDINGS_RETRY_SCHEDULE: SCHEDULE,
  TIDINGS_LOG_LEVEL: process.env.TIDINGS_LOG_LEVEL ?? 'fatal',
}
const tenant = await makeTenant(env, 'chaos-queues', endpoints())
const fleet = startFleet([
  { name: 'api', parts: 'api,deliveries', env: { ...env, PORT: String(port) } },
  { name: 'worker', parts: 'deliveries', env },
])
const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
const counted = countFromBroker(broker.port, broker.login, [...PLAIN, ORDERED])
let failed = true
try {
  await fleet.ready()
  failed = await run()
} finally {
  await counted.close()
  await fleet.close()
  await db.close()
  await Promise.all([broker.rabbit.close(), fifo.close(), throttling.close()])
  await postgres.close()
}
process.exitCode = failed ? 1 : 0

function endpoints(): Endpoint[] {
  const addresses = [`stomp://127.0.0.1:${broker.port}`]
  const stomp = (key: string, ordered: boolean): Endpoint => ({
    integration_type: 'stomp',
    configuration: { addresses, destination: `/queue/${key}`, ordered, ...broker.login },
    observes: [key],
  })
  return [
    ...PLAIN.map((key) => stomp(key, false)),
    stomp(ORDERED, true),
    { integration_type: 'cloud_sqs', configuration: fifo.configuration, observes: [FIFO] },
    { integration_type: 'cloud_sqs', configuration: throttling.configuration, observes: [THROTTLED] },
  ]
}

async function run(): Promise<boolean> {
  const outages = await disturbed()
  const throttled = await throttledDown()
  const accounts = [outages.plain, outages.ordered, outages.fifo]
  const total = (name: keyof Account) => accounts.reduce((sum, account) => sum + account[name], 0)
  const metrics = {
    accepted: total('accepted'),
    lost: total('lost') + throttled.lost,
    duplicates: total('duplicates'),
    inversions: outages.ordered.inversions + outages.fifo.inversions,
    ...outages,
    throttled,
    given_up: outages.given_up + throttled.given_up,
    stuck: outages.stuck + throttled.stuck,
    crashes: fleet.crashes(),
    seconds: round((performance.now() - started) / 1000),
  }
  console.log(JSON.stringify(metrics))
  return metrics.lost + metrics.inversions + metrics.stuck + metrics.given_up + metrics.crashes > 0
}

/** Publishes to all queues during outages of the queues, their servers and a worker. */
async function disturbed() {
  const at = PLAIN.length + 1
  const integrations = { broker: tenant.integration_ids.slice(0, at), queue: tenant.integration_ids.slice(at, at + 1) }
  const kills = Number(values.kills)
  const duration_ms = (events / rate) * 1000
  const report = (line: string) => console.log(`${round((performance.now() - started) / 1000)} s: ${line}`)
  const [produced, outages] = await Promise.all([
    produce({ events, rate, keys: KEYS, resources: RESOURCES }),
    causeOutages({ db, fleet, broker, fifo, integrations, duration_ms, kills, report }),
  ])
  const settling = performance.now()
  const stuck = await settle()
  const seconds_to_settle = round((performance.now() - settling) / 1000)
  const of = (keys: readonly string[]) => acceptedOf(produced, keys)
  await untilAllSeen(of([...PLAIN, ORDERED]).map(({ id }) => id))
  const seen = new Map(PLAIN.flatMap((key) => [...counted.seen(key)]))
  return {
    plain: accountOf(of(PLAIN), seen),
    ordered: accountOf(of([ORDERED]), counted.seen(ORDERED)),
    fifo: accountOf(of([FIFO]), await fifo.drain()),
    outages,
    failed_attempts: await count('select count(*) as count from logs where not succeeded'),
    given_up: produced.given_up,
    stuck,
    seconds_to_settle,
  }
}

/** Publishes three times as fast as the queue accepts messages. */
async function throttledDown() {
  const failures = () => count('select count(*) as count from logs where not succeeded')
  const failures_before = await failures()
  const produced = await produce({ events: throttled_events, rate: 3 * throttled_rate, keys: [THROTTLED] })
  const stuck = await settle()
  const { lost, duplicates } = accountOf(acceptedOf(produced, [THROTTLED]), throttling.taken)
  const { took_s, throttled } = throttling.report()
  return {
    lost,
    duplicates,
    throttled,
    failed_attempts: (await failures()) - failures_before,
    took_s: round(took_s),
    ratio: round(took_s / (produced.ids.length / throttled_rate), 2),
    given_up: produced.given_up,
    stuck,
  }
}

async function produce(what: Pick<ProducerOrder, 'events' | 'rate' | 'keys' | 'resources'>): Promise<ProducerReport> {
  const base_url = `http://127.0.0.1:${port}/v2`
  const { organization_id, store_id } = tenant
  const whose = { base_urls: [base_url], token: await getToken(base_url, tenant), organization_id, store_id }
  return ask<ProducerOrder, ProducerReport>('producer.ts', { ...whose, ...what })
}

function acceptedOf({ ids, keys, resources }: ProducerReport, of: readonly string[]) {
  return ids
    .map((id, at) => ({ id, key: keys[at] ?? '', resource: resources[at] ?? '' }))
    .filter(({ key }) => of.includes(key))
}

/** Waits until every job has succeeded; returns the number of other jobs at the timeout. */
async function settle(): Promise<number> {
  const unfinished = () => count("select count(*) as count from jobs where status <> 'succeeded'")
  const end = performance.now() + SETTLE_TIMEOUT_MS
  while (performance.now() < end && (await unfinished()) > 0) await wait(100)
  return unfinished()
}

/** Waits until the broker's consumer has these events, or until the timeout. */
async function untilAllSeen(ids: readonly string[]): Promise<void> {
  const isSeen = (id: string) => [...PLAIN, ORDERED].some((key) => counted.seen(key).has(id))
  const end = performance.now() + SETTLE_TIMEOUT_MS
  while (performance.now() < end && !ids.every(isSeen)) await wait(100)
}

async function count(sql: string): Promise<number> {
  const rows = await query<{ count: number }>(db, sql, [])
  return rows[0]?.count ?? 0
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
