import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../src/app/address/port.ts'
import { type Database, query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { HOSTILE_TEXTS } from '../test/support/targets/hostile-texts.ts'
import { ask, endChild, requestReport, startChild } from './support/child.ts'
import type { ProducerOrder, ProducerReport } from './support/children/producer.ts'
import type { Receipts } from './support/children/receiver.ts'
import { fleetEnv, startFleet } from './support/fleet.ts'
import { benchKey } from './support/payload.ts'
import { quantile } from './support/quantile.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { getToken, makeTenant, type Tenant } from './support/tenant.ts'

/** Ids of a producer follow from the key, so each phase has its own key. */
const ALONE = benchKey(0)
const BESIDE = benchKey(1)
const WARM_UP = benchKey(2)
/**
 * Limits for the p99 of healthy integrations: this multiple of the p99 without hostile targets, or this many
 * milliseconds.
 */
const MAX_RATIO = 2
const MAX_P99_MS = 100
/** Events per second for each hostile target. */
const HOSTILE_RATE = 2
/** Every attempt at a hostile target must be logged within this time. */
const TIMEOUT_MS = 60_000

/**
 * Every kind of target responds with hostile texts (U+0000, lone surrogates, a megabyte of error, invalid headers)
 * while another store's events are delivered. Prints one line of JSON; returns true if an event was lost or stuck, or
 * delivery slowed down.
 */
export async function answerHostile({ events, rate }: { events: number; rate: number }): Promise<boolean> {
  const postgres = await startPostgres()
  const receiver = await startChild('receiver.ts')
  const url = await requestReport<string>(receiver, 'url')
  const targets = await Promise.all(Object.values(HOSTILE_TEXTS).map((open) => open()))
  const env = { ...fleetEnv(postgres.url), TIDINGS_RETRY_SCHEDULE: '1,1' }
  const healthy = await makeTenant(env, 'healthy', [{ url, observes: [ALONE, BESIDE, WARM_UP] }])
  const hostile = await makeTenant(
    env,
    'hostile',
    targets.map((target, index) => ({ ...target, observes: [benchKey(index + 3)] })),
  )
  const port = await freePort('127.0.0.1')
  const base_url = `http://127.0.0.1:${port}/v2`
  const fleet = startFleet([
    { name: 'api', parts: 'api', env: { ...env, PORT: String(port) } },
    { name: 'both', parts: 'api,deliveries', env: { ...env, PORT: String(await freePort('127.0.0.1')) } },
    { name: 'worker', parts: 'deliveries', env },
  ])
  const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
  const produce = async (tenant: Tenant, order: Pick<ProducerOrder, 'keys' | 'events' | 'rate'>) =>
    ask<ProducerOrder, ProducerReport>('producer.ts', {
      ...{ organization_id: tenant.organization_id, store_id: tenant.store_id },
      ...{ base_urls: [base_url], token: await getToken(base_url, tenant), ...order },
    })
  try {
    await fleet.ready()
    const keys = targets.map((_, index) => benchKey(index + 3))
    const hostile_rate = HOSTILE_RATE * keys.length
    await produce(healthy, { keys: [WARM_UP], events: 5 * rate, rate })
    const alone = await produce(healthy, { keys: [ALONE], events, rate })
    const [beside, provoked] = await Promise.all([
      produce(healthy, { keys: [BESIDE], events, rate }),
      produce(hostile, { keys, events: Math.ceil((events / rate) * hostile_rate), rate: hostile_rate }),
    ])
    const stuck = await settleAll(db, healthy)
    const receipts = await requestReport<Receipts>(receiver, 'receipts')
    const before = latenciesOf(alone, receipts)
    const during = latenciesOf(beside, receipts)
    const unlogged = await countUnlogged(db)
    const metrics = {
      ...{ accepted: alone.ids.length + beside.ids.length, hostile_accepted: provoked.ids.length },
      ...{ lost: before.lost + during.lost, stuck, unlogged, crashes: fleet.crashes() },
      ...{ p99_ms_alone: before.p99_ms, p99_ms_beside: during.p99_ms },
    }
    console.log(JSON.stringify(metrics))
    const isSlower = during.p99_ms > Math.max(MAX_P99_MS, MAX_RATIO * before.p99_ms)
    return metrics.lost + stuck + unlogged + metrics.crashes > 0 || isSlower
  } finally {
    await fleet.close()
    await Promise.all(targets.map(({ close }) => close()))
    await endChild(receiver)
    await db.close()
    await postgres.close()
  }
}

/** Latencies from acceptance to the first receipt, in milliseconds. */
function latenciesOf({ ids, accepted_at }: ProducerReport, { paths }: Receipts): { lost: number; p99_ms: number } {
  const { ids: received = [], first_at = [] } = paths['/'] ?? {}
  const firsts = new Map(received.map((id, at) => [id, first_at[at] ?? 0]))
  const found = ids.flatMap((id, at) => {
    const first = firsts.get(id)
    return first === undefined ? [] : [Math.max(0, first - (accepted_at[at] ?? 0))]
  })
  return { lost: ids.length - found.length, p99_ms: quantile(found, 0.99) }
}

/** Waits until all healthy jobs are finished and logged; returns the number of unfinished jobs. */
async function settleAll(db: Database, healthy: Tenant): Promise<number> {
  const text = `select count(*) as count from jobs
    where (owner_id = $1 and status <> 'succeeded') or (status = 'delivering' and updated_at < now() - interval '15 s')`
  for (const end = performance.now() + TIMEOUT_MS; ; await wait(100)) {
    const [row] = await query<{ count: number }>(db, text, [healthy.store_id])
    if (row?.count === 0 || performance.now() > end) return row?.count ?? 0
  }
}

/** Number of attempted jobs without a log. */
async function countUnlogged(db: Database): Promise<number> {
  const text = `select count(*) as count from jobs
    where status <> 'delivering' and attempts > 0 and not exists (select from logs where logs.job_id = jobs.id)`
  const [row] = await query<{ count: number }>(db, text, [])
  return row?.count ?? 0
}
