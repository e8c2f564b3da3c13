// Measures accepted, delivered and logged events per second over HTTP, compared with the bare limit of the same run; at
// a steady rate, the cost of an event, compared with a minimal relay with a database.
// node bench/delivery.ts [--seconds 60] [--integrations 100] [--processes 'api,deliveries api,deliveries'] [--phases
// batches,…]
// By default two processes on one port, for a machine with two cores. Needs nginx and wrk (Debian: nginx-light, wrk).
import { parseArgs } from 'node:util'
import { query } from '../src/db/database.ts'
import { timeOfId } from '../src/kernel/ids.ts'
import { ask } from './support/child.ts'
import type { BareOrder } from './support/children/bare.ts'
import type { LoadOrder, LoadReport } from './support/children/load.ts'
import { COMMITS, commitsDuring } from './support/commits.ts'
import { flood } from './support/flood.ts'
import { allLogged, countEvents, countLogs } from './support/logged.ts'
import { cpuOfPostgres } from './support/postgres-cpu.ts'
import { quantile } from './support/quantile.ts'
import { type Cost, type Relay, startRelay } from './support/servers/relay.ts'
import { type Stage, setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    integrations: { type: 'string', default: '100' },
    processes: { type: 'string', default: 'api,deliveries api,deliveries', multiple: false },
    phases: { type: 'string', default: 'batches,singles,at_100,at_500,at_1000,at_2000' },
  },
})
const seconds = Number(values.seconds)
const integrations = Number(values.integrations)

type Phase = { name: string; batch: number; concurrency: number; rate: number | null }

/** Excluded from timing at the start of a phase, because clients still compile and connect. */
const UNTIMED_MS = 1_000

const processes = values.processes.split(' ')

const phases = values.phases.split(',')

/** The relay's cost at a steady rate does not depend on the duration. */
const MAX_RELAY_SECONDS = 20

const PHASES: Phase[] = [
  // The kernel assigns connections to processes at random; eight per process leave none idle.
  { name: 'batches', batch: 100, concurrency: 8 * processes.length, rate: null },
  { name: 'singles', batch: 1, concurrency: 128, rate: null },
  { name: 'at_100', batch: 1, concurrency: 64, rate: 100 },
  { name: 'at_500', batch: 1, concurrency: 64, rate: 500 },
  { name: 'at_1000', batch: 1, concurrency: 64, rate: 1000 },
  { name: 'at_2000', batch: 1, concurrency: 64, rate: 2000 },
]

/** Advice from docs/guides/operating.md: with gigabytes available, V8 postpones garbage collection. */
const env = { NODE_OPTIONS: '--max-old-space-size=1000' }
const stage = await setStage({ integrations, processes, env })
let relay: Relay | undefined
try {
  const cpuOfDatabase = await cpuOfPostgres(stage.db)
  await play(stage, { name: 'warm-up', batch: 10, concurrency: 8, rate: null }, 3, cpuOfDatabase)
  const bareLimits = [await bareLimit(stage)]
  const metrics: Record<string, number> = {}
  for (const phase of PHASES.filter(({ name }) => phases.includes(name))) {
    const played = await play(stage, phase, seconds, cpuOfDatabase)
    if (phase.rate === null) {
      // The machine's speed varies, so the limit is measured before and after each phase.
      bareLimits.push(await bareLimit(stage))
      Object.assign(metrics, report(phase, played), compareWithBare(phase, played, mean(bareLimits.slice(-2))))
    } else {
      relay ??= await startRelay(stage.receiver.url)
      const least = await relay.costAt(phase.rate, Math.min(seconds, MAX_RELAY_SECONDS))
      Object.assign(metrics, report(phase, played), compareWithRelay(phase, played, least))
    }
  }
  Object.assign(metrics, { bare_limit_per_s: Math.round(mean(bareLimits)) })
  console.log(JSON.stringify(metrics))
} finally {
  await relay?.close()
  await stage.close()
}

async function bareLimit({ receiver, organization_id, store_id }: Stage): Promise<number> {
  const order: BareOrder = { url: receiver.url, seconds: Math.min(seconds, 5), organization_id, store_id }
  const { posted } = await ask<BareOrder, { posted: number }>('bare.ts', order)
  console.log(`bare limit: ${Math.round(posted / order.seconds)} signed POSTs/s, no database`)
  return posted / order.seconds
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

type Played = Awaited<ReturnType<typeof play>>

function report(phase: Phase, played: Played): Record<string, number> {
  const { name } = phase
  const { delivered_per_s, p50, p99, sent_p99, commit_p99, statements, accepted, lost, repeated } = played
  const { cpu_us, postgres_us, rss, growth } = played
  console.log(
    `${name}: ${accepted} accepted, ${Math.round(delivered_per_s)}/s delivered and logged, ` +
      `accept to receive p50 ${p50.toFixed(1)} ms p99 ${p99.toFixed(1)} ms (` +
      (sent_p99 === null ? '' : `from just before sending ${sent_p99.toFixed(1)}, `) +
      `a commit of one row ${commit_p99.toFixed(1)}), ${statements.toFixed(3)} statements/event, ${cpu_us.toFixed(0)} us of CPU/event and ${postgres_us.toFixed(0)} in PostgreSQL, ` +
      `${inMegabytes(rss)} MB (${inMegabytes(growth)} more than after a third), ` +
      `${lost} lost, ${repeated} repeated`,
  )
  return {
    [`${name}_delivered_per_s`]: Math.round(delivered_per_s),
    [`${name}_p50_ms`]: round(p50),
    [`${name}_p99_ms`]: round(p99),
    ...(sent_p99 === null ? {} : { [`${name}_sent_p99_ms`]: round(sent_p99) }),
    [`${name}_commit_p99_ms`]: round(commit_p99),
    [`${name}_statements_per_event`]: round(statements, 4),
    [`${name}_cpu_us_per_event`]: Math.round(cpu_us),
    [`${name}_postgres_us_per_event`]: Math.round(postgres_us),
    [`${name}_memory_mb`]: inMegabytes(rss),
    [`${name}_memory_growth_mb`]: inMegabytes(growth),
    [`${name}_lost`]: lost,
    [`${name}_repeated`]: repeated,
  }
}

function compareWithBare({ name }: Phase, { delivered_per_s }: Played, bare: number): Record<string, number> {
  const ratio = delivered_per_s / bare
  console.log(`${name}: ${ratio.toFixed(2)} of bare`)
  return { [`${name}_ratio_to_bare`]: round(ratio) }
}

function compareWithRelay({ name }: Phase, played: Played, least: Cost): Record<string, number> {
  const ratio = (played.cpu_us + played.postgres_us) / (least.cpu_us + least.postgres_us)
  const shares = `${least.cpu_us.toFixed(0)} us of CPU/event and ${least.postgres_us.toFixed(0)} in PostgreSQL`
  console.log(`${name}: ${ratio.toFixed(2)} times the cost of a relay, ${shares}`)
  return {
    [`${name}_relay_cpu_us_per_event`]: Math.round(least.cpu_us),
    [`${name}_relay_postgres_us_per_event`]: Math.round(least.postgres_us),
    [`${name}_ratio_to_relay`]: round(ratio),
  }
}

/** Generates load, waits until all accepted events are delivered and logged, and computes the metrics. */
async function play(stage: Stage, phase: Phase, duration: number, cpuOfDatabase: () => Promise<number>) {
  // nginx writes its log once a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await stage.receiver.clear()
  const logged = await countLogs(stage.db)
  const before = { ...(await stage.usage()), database_ms: await cpuOfDatabase(), stored: await countEvents(stage.db) }
  await query(stage.db, 'select pg_stat_statements_reset()', [])
  const [started, started_at] = [performance.now(), Date.now()]
  const offering = offer(stage, phase, duration)
  const [offered, growth, commit_p99] = await Promise.all([
    offering,
    growthDuring(stage, duration, offering),
    commitsDuring(stage.db, offering),
  ])
  const took = await allLogged(stage.db, logged + offered.accepted, started)
  const delivered = (await countLogs(stage.db)) - logged
  const statements = await countStatements(stage)
  const after = { ...(await stage.usage()), database_ms: await cpuOfDatabase() }
  // nginx writes its log once a second, and requests in flight at the end of a flood may still be stored.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const stored = (await countEvents(stage.db)) - before.stored
  const arrivals = await stage.receiver.arrivals()
  const received = new Map(arrivals.map(({ id, time }) => [id, time]))
  // An event's id contains its time of acceptance.
  const timed = [...received].filter(([id]) => timeOfId(id) >= started_at + UNTIMED_MS)
  const latencies = timed.map(([id, time]) => time - timeOfId(id))
  const since_sent = Object.entries(offered.sent).map(([id, at]) => (received.get(id) ?? Number.POSITIVE_INFINITY) - at)
  return {
    accepted: offered.accepted,
    delivered_per_s: delivered / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    sent_p99: since_sent.length === 0 ? null : quantile(since_sent, 0.99),
    commit_p99,
    statements: statements / delivered,
    cpu_us: (after.cpu_us - before.cpu_us) / delivered,
    postgres_us: ((after.database_ms - before.database_ms) * 1000) / delivered,
    rss: after.rss,
    growth,
    lost: Math.max(stored, offered.accepted) - received.size,
    repeated: arrivals.length - received.size,
  }
}

type Offered = {
  accepted: number
  /** Send times of the requests of sampled events; empty for a flood. */
  sent: Record<string, number>
}

async function offer(stage: Stage, { batch, concurrency, rate }: Phase, duration: number): Promise<Offered> {
  const { base_url, token, organization_id, store_id } = stage
  const order = { base_url, token, organization_id, store_id, integrations, seconds: duration, batch, concurrency }
  if (rate === null) return { accepted: await flood(order), sent: {} }
  return ask<LoadOrder, LoadReport>('load.ts', { ...order, rate, sample_every: 5 })
}

/** Growth of the processes in bytes between a third of the order's time and its end. */
async function growthDuring(stage: Stage, duration: number, offered: Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, (duration * 1000) / 3))
  const { rss } = await stage.usage()
  await offered
  return (await stage.usage()).rss - rss
}

/** Statements of Tidings since the reset, without those of this bench. */
async function countStatements({ db }: Stage): Promise<number> {
  const rows = await query<{ calls: number }>(
    db,
    `select coalesce(sum(calls), 0)::bigint as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = current_database() and query !~ 'pg_stat_statements|${COMMITS}|count\\(\\*\\) as count from (logs|events)|^select id from jobs where id >= |^select \\$1 from jobs where next_at'`,
    [],
  )
  return rows[0]?.calls ?? 0
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
