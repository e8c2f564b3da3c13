// Measures events per second that are accepted over HTTP, delivered to queues and logged, compared with the same client
// without a database in the same run: to RabbitMQ over STOMP, with a receipt for each message, and to a queue service.
// node bench/queues.ts [--seconds 30] [--integrations 10]
// Needs RabbitMQ (Debian: rabbitmq-server).
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { makeDatabase, startCluster, type TestDatabase } from '../test/support/database/cluster.ts'
import { ask, endChild, startChild } from './support/child.ts'
import type { BareQueuesOrder } from './support/children/bare-queues.ts'
import type { LoadOrder, LoadReport } from './support/children/load.ts'
import { allLogged, countLogs } from './support/logged.ts'
import { benchKey } from './support/payload.ts'
import { brokerPlaces, type Places, sqsPlaces } from './support/queue-places.ts'
import { getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    /** Several, because each has its own limit on in-flight messages. */
    integrations: { type: 'string', default: '10' },
  },
})
const seconds = Number(values.seconds)
const integrations = Number(values.integrations)
const INDICES = Array.from({ length: integrations }, (_, index) => index)
/** The first seconds of a process are slower. */
const WARM_UP = 3

const cluster = await startCluster(undefined, {})
const metrics: Record<string, number> = {}
try {
  const stomp = await measure(await brokerPlaces(integrations))
  const sqs = await measure(await sqsPlaces(integrations))
  for (const [name, { per_s, bare_per_s }] of Object.entries({ stomp, sqs })) {
    metrics[`${name}_per_s`] = Math.round(per_s)
    metrics[`${name}_bare_per_s`] = Math.round(bare_per_s)
    metrics[`${name}_ratio`] = Number((per_s / bare_per_s).toFixed(2))
  }
  metrics.lost = stomp.lost + sqs.lost
  metrics.repeated = stomp.repeated + sqs.repeated
  console.log(JSON.stringify(metrics))
} finally {
  await cluster.close()
}
process.exitCode = metrics.lost === 0 ? 0 : 1

async function measure(places: Places) {
  const bare_per_s = await bareLimit(places)
  const through = await throughTidings(places)
  await places.close()
  const { per_s, lost, repeated } = through
  console.log(
    `${places.integration_type}: ${Math.round(per_s)}/s delivered and logged, ${Math.round(bare_per_s)}/s bare ` +
      `(${(per_s / bare_per_s).toFixed(2)}), ${lost} lost, ${repeated} repeated`,
  )
  return { bare_per_s, ...through }
}

async function bareLimit(places: Places): Promise<number> {
  const { integration_type } = places
  const configurations = INDICES.map((index) => places.configurationOf(index))
  const bare_seconds = Math.min(seconds, 10)
  const order: BareQueuesOrder = { integration_type, configurations, seconds: bare_seconds, warm_up: WARM_UP }
  const { sent } = await ask<BareQueuesOrder, { sent: number }>('bare-queues.ts', order)
  await places.empty()
  return sent / bare_seconds
}

async function throughTidings(places: Places) {
  const database = await makeDatabase(cluster, 'migrated')
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    TIDINGS_LOG_LEVEL: 'warn',
    PORT: String(await freePort('127.0.0.1')),
  }
  const { integration_type } = places
  const endpoints = INDICES.map((index) => ({
    integration_type,
    configuration: places.configurationOf(index),
    observes: [benchKey(index)],
  }))
  const tenant = await makeTenant(env, 'bench-queues', endpoints)
  const child = await startChild('tidings.ts', ['api,deliveries'], env)
  const base_url = `http://127.0.0.1:${env.PORT}/v2`
  const { organization_id, store_id } = tenant
  const whose = { base_url, token: await getToken(base_url, tenant), organization_id, store_id, integrations }
  try {
    await play(database, { ...whose, seconds: Math.min(WARM_UP, seconds) })
    await places.empty()
    const { accepted, took } = await play(database, { ...whose, seconds })
    const arrived = await places.count()
    return {
      per_s: accepted / took,
      lost: Math.max(0, accepted - arrived),
      repeated: Math.max(0, arrived - accepted),
    }
  } finally {
    await endChild(child)
    await database.close()
  }
}

type Whose = Pick<LoadOrder, 'base_url' | 'token' | 'organization_id' | 'store_id' | 'integrations' | 'seconds'>

/** Generates load, and waits until all accepted events are delivered and logged. */
async function play(database: TestDatabase, whose: Whose): Promise<{ accepted: number; took: number }> {
  const logged = await countLogs(database.db)
  const started = performance.now()
  const order: LoadOrder = { ...whose, batch: 100, concurrency: 24, rate: null, sample_every: 1_000 }
  const { accepted } = await ask<LoadOrder, LoadReport>('load.ts', order)
  return { accepted, took: await allLogged(database.db, logged + accepted, started) }
}
