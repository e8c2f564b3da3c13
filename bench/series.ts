// Measures the cost per delivery of counting deliveries in series: in the delivering process, and in PostgreSQL when
// written.
// node bench/series.ts [--rounds 20]
// Compare with the CPU per delivery that bench/delivery.ts prints.
import { parseArgs } from 'node:util'
import { query } from '../src/db/database.ts'
import { newId } from '../src/db/new-id.ts'
import type { Settlement } from '../src/deliveries/jobs/settle.ts'
import { makeDeliveryCount } from '../src/deliveries/series/count.ts'
import { storable, storableJson } from '../src/kernel/text/storable.ts'
import { SeriesRecorder } from '../src/series/recorder.ts'
import { makeDatabase, startCluster } from '../test/support/database/cluster.ts'
import { aDueJob } from '../test/support/targets/due-job.ts'
import { cpuOfPostgres } from './support/postgres-cpu.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)

/** Integrations of a worker, ten per store, and deliveries per second. */
const SCENES = [
  { integrations: 10, rate: 5_000 },
  { integrations: 100, rate: 2_000 },
  { integrations: 1_000, rate: 1_000 },
  { integrations: 4_000, rate: 1_000 },
]
const BATCH = 100

const LOG = {
  id: '',
  kind: 'webhook' as const,
  started_at: 0,
  attempted: true,
  succeeded: true,
  responded: true,
  status_code: 200,
  processing_time: 0.012,
  error_detail: null,
  no_response_reason: null,
  request_headers: storableJson({}),
  response_headers: storableJson({}),
  body: storable(''),
  body_truncated: false,
}

const cluster = await startCluster(undefined, {})
const database = await makeDatabase(cluster, 'migrated')
try {
  const cpuOfDatabase = await cpuOfPostgres(database.db)
  for (const scene of SCENES) console.log(JSON.stringify(await measure(scene, cpuOfDatabase)))
} finally {
  await database.close()
  await cluster.close()
}

async function measure({ integrations, rate }: (typeof SCENES)[number], cpuOfDatabase: () => Promise<number>) {
  await query(database.db, 'truncate series_minutes', [])
  const recorder = new SeriesRecorder({ db: database.db, onDropped: () => {}, onError: () => {} })
  const count = makeDeliveryCount(recorder, Date.now)
  const seconds = Math.max(5, Math.min(60, integrations / 100))
  const deliveries = Math.round(rate * seconds)
  const batches = makeBatches(integrations, deliveries)
  const [before, database_before] = [process.cpuUsage(), await cpuOfDatabase()]
  let written_us = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const batch of batches) count.settled(batch)
    const started = process.cpuUsage()
    await recorder.flush()
    written_us += microseconds(process.cpuUsage(started))
  }
  const node_us = microseconds(process.cpuUsage(before))
  const postgres_us = ((await cpuOfDatabase()) - database_before) * 1000
  await query(database.db, 'vacuum full series_minutes', [])
  const [table] = await query<{ rows: number; bytes: number }>(
    database.db,
    `select count(*) as rows, pg_total_relation_size('series_minutes') as bytes from series_minutes`,
    [],
  )
  await recorder.close()
  const all = deliveries * rounds
  return {
    integrations,
    rate,
    count_us_per_delivery: round((node_us - written_us) / all),
    write_us_per_delivery: round(written_us / all),
    postgres_us_per_delivery: round(postgres_us / all),
    postgres_us_per_row: round(postgres_us / (rounds * (integrations * 1.1 + 1))),
    bytes_per_row: Math.round((table?.bytes ?? 0) / Math.max(1, table?.rows ?? 0)),
  }
}

/** Deliveries of a single minute, to which a later flush adds. */
function makeBatches(integrations: number, deliveries: number): Settlement[][] {
  const now = Date.now()
  const owners = Array.from({ length: Math.ceil(integrations / 10) }, () => newId(now))
  const ids = Array.from({ length: integrations }, () => newId(now))
  return Array.from({ length: Math.ceil(deliveries / BATCH) }, (_, batch) =>
    Array.from({ length: BATCH }, (_, index) => settlement(batch * BATCH + index)),
  )

  function settlement(number: number): Settlement {
    const chosen = (number * 7919) % integrations
    const job = aDueJob({ id: newId(now), integration_id: ids[chosen] ?? '' })
    const event = { ...job.event, store_id: owners[Math.floor(chosen / 10)] ?? '', id: newId(now) }
    return { job: { ...job, event }, next: { status: 'succeeded' }, log: { ...LOG, id: newId(now), started_at: now } }
  }
}

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}

function round(value: number): number {
  return Number(value.toFixed(3))
}
