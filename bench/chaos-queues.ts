// Loses nothing when the broker dies: events are offered over HTTP while RabbitMQ is killed and started again. Ends with one
// line of JSON and the exit code 1 when anything was lost or got stuck.
// node bench/chaos-queues.ts [--events 10000] [--rate 250] [--kills 3]. Needs RabbitMQ (Debian: rabbitmq-server).

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { ask } from './support/child.ts'
import type { ProducerOrder, ProducerReport } from './support/children/producer.ts'
import { startFleet } from './support/fleet.ts'
import { benchKey } from './support/payload.ts'
import { type Broker, startBroker } from './support/servers/broker.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { type Counted, countFromBroker } from './support/stomp-receiver.ts'
import { type Endpoint, getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '250' },
    kills: { type: 'string', default: '3' },
  },
})
const events = Number(values.events)
const rate = Number(values.rate)
const kills = Number(values.kills)

/** Each event goes to the queue of its key. */
const KEYS = Array.from({ length: 10 }, (_, index) => benchKey(index))
/** Seconds before each retry: the broker is away for some ten, and a run should not wait for half a minute more. */
const SCHEDULE = Array.from({ length: 30 }, () => 2).join(',')
/** After the last acceptance and the last start of the broker, everything must be over within this time. */
const SETTLE_PATIENCE_MS = 90_000

const started = performance.now()
const [postgres, broker] = await Promise.all([startPostgres(), startBroker()])
const port = await freePort('127.0.0.1')
const env = {
  ...process.env,
  DATABASE_URL: postgres.url,
  TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
  TIDINGS_RETRY_SCHEDULE: SCHEDULE,
  TIDINGS_LOG_LEVEL: process.env.TIDINGS_LOG_LEVEL ?? 'fatal',
  PORT: String(port),
}
const tenant = await makeTenant(env, 'chaos-queues', KEYS.map(endpointOf))
const fleet = startFleet([{ name: 'tidings', parts: 'api,deliveries', env }])
const db = openDatabase({ url: postgres.url, connections: 1, onError: () => {} })
const counted = countFromBroker(broker.port, broker.login, KEYS)
let failed = true
try {
  await fleet.ready()
  failed = await run()
} finally {
  await counted.close()
  await fleet.close()
  await db.close()
  await broker.rabbit.close()
  await postgres.close()
}
process.exitCode = failed ? 1 : 0

function endpointOf(key: string): Endpoint {
  const addresses = [`stomp://127.0.0.1:${broker.port}`]
  const configuration = { addresses, destination: `/queue/${key}`, ...broker.login }
  return { integration_type: 'stomp', configuration, observes: [key] }
}

async function run(): Promise<boolean> {
  const base_url = `http://127.0.0.1:${port}/v2`
  const order: ProducerOrder = {
    base_urls: [base_url],
    token: await getToken(base_url, tenant),
    organization_id: tenant.organization_id,
    store_id: tenant.store_id,
    events,
    rate,
    keys: KEYS,
  }
  const [produced] = await Promise.all([ask<ProducerOrder, ProducerReport>('producer.ts', order), disturb(broker)])
  const settling = performance.now()
  const stuck = await settle()
  const lost = await missing(produced, counted)
  const figures = {
    accepted: produced.ids.length,
    lost,
    duplicates: countRepeats(counted),
    failed_attempts: await count('select count(*) as count from logs where not succeeded'),
    given_up: produced.given_up,
    kills,
    crashes: fleet.crashes(),
    stuck,
    seconds_to_settle: round((performance.now() - settling) / 1000),
    seconds: round((performance.now() - started) / 1000),
  }
  console.log(JSON.stringify(figures))
  return lost + stuck + figures.given_up + figures.crashes > 0
}

/** Kills the broker in the middle of each part of the run. */
async function disturb({ rabbit }: Broker): Promise<void> {
  const part_ms = ((events / rate) * 1000) / kills
  const began = performance.now()
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(Math.max(0, began + part_ms * (kill + 0.5) - performance.now()))
    console.log(`${round((performance.now() - began) / 1000)} s: the broker is killed`)
    await rabbit.stop('kill')
    await rabbit.start()
    console.log(`${round((performance.now() - began) / 1000)} s: the broker is back`)
  }
}

/** Waits until every job has succeeded; returns how many have not after the patience. */
async function settle(): Promise<number> {
  const unfinished = () => count("select count(*) as count from jobs where status <> 'succeeded'")
  const end = performance.now() + SETTLE_PATIENCE_MS
  while (performance.now() < end && (await unfinished()) > 0) await wait(100)
  return unfinished()
}

/** How many accepted events never came out of their queue, once nothing more comes. */
async function missing({ ids, keys }: ProducerReport, { seen }: Counted): Promise<number> {
  const lost = () => ids.filter((id, at) => !seen(keys[at] ?? '').has(id)).length
  const end = performance.now() + SETTLE_PATIENCE_MS
  while (performance.now() < end && lost() > 0) await wait(100)
  return lost()
}

function countRepeats({ seen }: Counted): number {
  return KEYS.flatMap((key) => [...seen(key).values()]).reduce((sum, times) => sum + times - 1, 0)
}

async function count(sql: string): Promise<number> {
  const rows = await query<{ count: number }>(db, sql, [])
  return rows[0]?.count ?? 0
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
