// Checks that failures lose no events: publishes over HTTP while processes are killed, PostgreSQL restarts, workers
// lose their connection to it and, with --transport, RabbitMQ restarts. Ends with one line of JSON; exits with 1 if an
// event was lost or stuck.
// --hostile: no failures, but every kind of target responds with hostile texts (chaos-hostile.ts).
// --power: the power of a disk fails instead (chaos-power.ts); --failover: machines of the database do
// (chaos-failover.ts).
// node bench/chaos.ts [--hostile] [--power] [--failover [--times 5] [--only kill,freeze] [--rate 500]]
// [--events 100000] [--rate 1000] [--kills 20] [--postgres-restarts 3] [--seed 1] [--together] [--transport]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { openDatabase } from '../src/db/pool.ts'
import { startRabbitMQ } from '../test/support/servers/rabbitmq.ts'
import { failOver } from './chaos-failover.ts'
import { answerHostile } from './chaos-hostile.ts'
import { cutPower } from './chaos-power.ts'
import { ask, endChild, requestReport, startChild } from './support/child.ts'
import type { ProducerOrder, ProducerReport } from './support/children/producer.ts'
import type { Receipts } from './support/children/receiver.ts'
import { disturb, plan, randomFrom } from './support/failures/disturb.ts'
import { fleetEnv, type Member, startFleet } from './support/fleet.ts'
import { benchKey } from './support/payload.ts'
import { quantile } from './support/quantile.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { startWire } from './support/servers/wire.ts'
import { settle } from './support/settle.ts'
import { type Endpoint, getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rate: { type: 'string' },
    kills: { type: 'string', default: '20' },
    'postgres-restarts': { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    /** The API processes deliver, too. */
    together: { type: 'boolean', default: false },
    /** RabbitMQ distributes new deliveries. */
    transport: { type: 'boolean', default: false },
    /** Only hostile responses, no failures. */
    hostile: { type: 'boolean', default: false },
    /** Only power failures. */
    power: { type: 'boolean', default: false },
    /** Only failures of database machines. */
    failover: { type: 'boolean', default: false },
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
if (values.hostile)
  process.exit((await answerHostile({ events: Number(values.events), rate: Number(values.rate ?? 500) })) ? 1 : 0)
if (values.power) process.exit((await cutPower()) ? 1 : 0)
if (values.failover) process.exit((await failOver(values)) ? 1 : 0)
const events = Number(values.events)
const rate = Number(values.rate ?? 1000)
const kills = Number(values.kills)
const postgres_restarts = Number(values['postgres-restarts'])

/**
 * Each event goes to the integration of its key; events of the first two keys also go to an integration that observes
 * both.
 */
const KEYS = Array.from({ length: 20 }, (_, index) => benchKey(index))
const OBSERVED = [...KEYS.map((key) => [key]), KEYS.slice(0, 2)]

const started = performance.now()
const postgres = await startPostgres()
const receiver = await startChild('receiver.ts')
const url = await requestReport<string>(receiver, 'url')
const wire = await startWire(postgres.url)
const broker = values.transport ? await startRabbitMQ() : null
const env = { ...fleetEnv(postgres.url), ...(broker !== null && { TRANSPORT_URL: broker.url }) }
const endpoints: Endpoint[] = OBSERVED.map((observes, index) => ({ url: `${url}/${index}`, observes }))
const tenant = await makeTenant(env, 'chaos', endpoints)
const ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
const base_urls = ports.map((port) => `http://127.0.0.1:${port}/v2`)
const fleet = startFleet(members())
const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
let broker_restarts = 0
let failed = true
try {
  await fleet.ready()
  failed = await run()
} finally {
  await fleet.close()
  await wire.close()
  await broker?.close()
  await endChild(receiver)
  await db.close()
  await postgres.close()
}
process.exitCode = failed ? 1 : 0

/** Two APIs and three workers. The network of the first worker, and of the second API if it delivers, can fail. */
function members(): Member[] {
  const cut = { DATABASE_URL: wire.url }
  const api = values.together ? 'api,deliveries' : 'api'
  return [
    { name: 'api-1', parts: api, env: { ...env, PORT: String(ports[0]) } },
    { name: 'api-2', parts: api, env: { ...env, PORT: String(ports[1]), ...(values.together && cut) } },
    { name: 'worker-1', parts: 'deliveries', env: { ...env, ...cut } },
    { name: 'worker-2', parts: 'deliveries', env },
    { name: 'worker-3', parts: 'deliveries', env },
  ]
}

async function run(): Promise<boolean> {
  const order: ProducerOrder = {
    base_urls,
    token: await getToken(String(base_urls[0]), tenant),
    organization_id: tenant.organization_id,
    store_id: tenant.store_id,
    events,
    rate,
    keys: KEYS,
  }
  const random = randomFrom(Number(values.seed))
  const duration_ms = (events / rate) * 1000
  const disturbances = plan({ duration_ms, kills, postgres_restarts, broker: broker !== null, random })
  const began_at = Date.now()
  const [produced] = await Promise.all([
    ask<ProducerOrder, ProducerReport>('producer.ts', order),
    disturb({ fleet, postgres, wire, restartBroker, report: console.log }, disturbances),
  ])
  const settling = performance.now()
  const stuck = await settle(db)
  const seconds_to_settle = (performance.now() - settling) / 1000
  const receipts = await requestReport<Receipts>(receiver, 'receipts')
  reportRepeats(receipts.repeated_at, began_at)
  const metrics = {
    ...account(produced, receipts),
    refused: produced.refused,
    given_up: produced.given_up,
    kills,
    postgres_restarts,
    broker_restarts,
    crashes: fleet.crashes(),
    stuck,
    seconds_to_settle: round(seconds_to_settle),
    seconds: round((performance.now() - started) / 1000),
  }
  console.log(JSON.stringify(metrics))
  return metrics.lost + stuck + metrics.given_up + metrics.crashes > 0 || metrics.duplicate_share >= 0.01
}

async function restartBroker(down_ms: number): Promise<void> {
  await broker?.stop()
  await wait(down_ms)
  await broker?.start()
  broker_restarts += 1
}

/** Compares accepted with received events, per integration. */
function account(produced: ProducerReport, { paths, repeated_at }: Receipts) {
  const latencies: number[] = []
  let lost = 0
  for (const [index, observes] of OBSERVED.entries()) {
    const { ids = [], first_at = [] } = paths[`/${index}`] ?? {}
    const firsts = new Map(ids.map((id, at) => [id, first_at[at] ?? 0]))
    for (const [at, id] of produced.ids.entries()) {
      if (!observes.includes(produced.keys[at] ?? '')) continue
      const first = firsts.get(id)
      if (first === undefined) lost += 1
      else latencies.push(Math.max(0, first - (produced.accepted_at[at] ?? 0)))
    }
  }
  return {
    accepted: produced.ids.length,
    delivered: latencies.length,
    lost,
    duplicates: repeated_at.length,
    duplicate_share: round(repeated_at.length / Math.max(1, latencies.length), 5),
    p50_ms: quantile(latencies, 0.5),
    p99_ms: quantile(latencies, 0.99),
    max_ms: latencies.reduce((most, one) => Math.max(most, one), 0),
  }
}

/** Prints when duplicates arrived, to compare with the failures. */
function reportRepeats(repeated_at: readonly number[], began_at: number): void {
  const counts = new Map<number, number>()
  for (const at of repeated_at) {
    const second = Math.floor((at - began_at) / 1000)
    counts.set(second, (counts.get(second) ?? 0) + 1)
  }
  for (const [second, count] of counts) console.log(`${second} s: ${count} duplicates`)
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
