import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReaderState } from '../db/reading/reader.ts'
import type { WorkerState } from '../deliveries/telemetry.ts'
import type { TransportState } from '../deliveries/transport/telemetry.ts'
import type { Clock } from '../kernel/clock.ts'
import { setOrRemove } from './gauge.ts'

/** State of a process that its metrics are read from. */
export type Inside = {
  version: string
  clock: Clock
  /** Milliseconds by which the database clock is ahead of the machine's. */
  clock_ahead(): number
  snapshot: { revision(): number; confirmedAt(): number; count(): number }
  /** Published events that wait to be stored. */
  ingestWaiting(): number
  catalogCache(): { bytes: number; readings: { held: number; loaded: number } }
  /** Null in a process that does not deliver. */
  worker(): WorkerState | null
  /** Null without a broker. */
  transport(): TransportState | null
  /** Null without standbys for readers. */
  reader(): ReaderState | null
}

/** Registers metrics of this process. Returns the function that sets the gauges. */
export function processGauges(registry: Registry, inside: Inside): () => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  new Gauge({
    name: 'tidings_build_info',
    help: 'Always 1; the labels are the versions of Tidings and Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: inside.version, node: process.version }, 1)
  const ahead = gauge(
    'tidings_clock_ahead_seconds',
    'How far the clock of the database, by which this process works, is ahead of that of its machine; negative if it is behind.',
  )
  const revision = gauge('tidings_snapshot_revision', 'Revision of the integrations that this process knows.')
  const age = gauge('tidings_snapshot_age_seconds', 'Time since these integrations were last confirmed.')
  const enabled = gauge('tidings_integrations_enabled', 'Enabled integrations that this process knows.')
  const ingest = gauge('tidings_ingest_waiting_events', 'Published events in memory that wait to be stored.')
  const setCatalogCache = catalogCacheMetrics(registry)
  const setWorker = workerGauges(registry)
  const setTransport = transportGauge(registry)
  const setReader = readerMetrics(registry)
  return () => {
    const now = inside.clock()
    ahead.set(inside.clock_ahead() / 1000)
    revision.set(inside.snapshot.revision())
    age.set(secondsSince(inside.snapshot.confirmedAt(), now))
    enabled.set(inside.snapshot.count())
    ingest.set(inside.ingestWaiting())
    setCatalogCache(inside.catalogCache())
    setWorker(inside.worker(), now)
    setTransport(inside.transport())
    setReader(inside.reader())
  }
}

function catalogCacheMetrics(registry: Registry): (state: ReturnType<Inside['catalogCache']>) => void {
  const bytes = new Gauge({
    name: 'tidings_catalog_cache_bytes',
    help: 'Memory that this process uses for published releases; at most `TIDINGS_CATALOG_CACHE`.',
    registers: [registry],
  })
  const reads = new Counter({
    name: 'tidings_catalog_cache_reads_total',
    help: 'Reads of published releases, by whether the data was `held` in memory or had to be `loaded`.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (state) => {
    bytes.set(state.bytes)
    setCounts(reads, 'outcome', state.readings)
  }
}

function workerGauges(registry: Registry): (state: WorkerState | null, now: number) => void {
  const jobs = new Gauge({
    name: 'tidings_worker_jobs',
    help:
      'Jobs that this worker holds: `waiting` in memory, `in_flight` to their receivers, or `unsettled`: the attempt has ' +
      'ended, but is not written yet.',
    labelNames: ['state'],
    registers: [registry],
  })
  const probing = new Gauge({
    name: 'tidings_worker_probing_integrations',
    help: 'Integrations that get one attempt at a time from this worker, because their latest attempts have all failed.',
    registers: [registry],
  })
  const heartbeat = new Gauge({
    name: 'tidings_worker_heartbeat_age_seconds',
    help: 'Time since the last heartbeat of this worker; after 2.5 s it starts no attempt, after 3.5 s it counts as dead.',
    registers: [registry],
  })
  const unsettled = new Gauge({
    name: 'tidings_worker_unsettled_age_seconds',
    help: 'Time for which this worker has tried to write attempts that have ended; above 10 s it is not ready.',
    registers: [registry],
  })
  return (state, now) => {
    setOrRemove(probing, state?.probing)
    setOrRemove(unsettled, state && state.unsettled_for_ms / 1000)
    setOrRemove(heartbeat, state && secondsSince(state.heartbeat_at, now))
    if (state === null) return jobs.reset()
    for (const name of ['waiting', 'in_flight', 'unsettled'] as const) jobs.set({ state: name }, state[name])
  }
}

function transportGauge(registry: Registry): (state: TransportState | null) => void {
  const connections = new Gauge({
    name: 'tidings_transport_connections',
    help: 'Connections of this process to RabbitMQ, by whether they are `up` or `down`; without `TRANSPORT_URL` both are 0.',
    labelNames: ['state'],
    registers: [registry],
  })
  return (state) => {
    for (const name of ['up', 'down'] as const) connections.set({ state: name }, state?.[name] ?? 0)
  }
}

function readerMetrics(registry: Registry): (state: ReaderState | null) => void {
  const lag = new Gauge({
    name: 'tidings_database_read_lag_seconds',
    help:
      'Maximum lag of the standby that serves readers behind the primary, as of the last check. Missing while it is not used ' +
      'and without `DATABASE_READ_URL`.',
    registers: [registry],
  })
  const reads = new Counter({
    name: 'tidings_database_reads_total',
    help: 'Reads that a standby may serve, by what served them: `standby` or `primary`. Counted with `DATABASE_READ_URL` only.',
    labelNames: ['from'],
    registers: [registry],
  })
  return (state) => {
    const lag_ms = state?.lag_ms ?? null
    setOrRemove(lag, lag_ms === null ? null : lag_ms / 1000)
    setCounts(reads, 'from', state?.reads ?? { primary: 0, standby: 0 })
  }
}

/** Exposes counts from elsewhere by one label. */
function setCounts<Label extends string>(
  counter: Counter<Label>,
  label: Label,
  counts: Readonly<Record<string, number>>,
) {
  counter.reset()
  for (const [name, count] of Object.entries(counts))
    counter.inc({ [label]: name } as Partial<Record<Label, string>>, count)
}

function secondsSince(time: number, now: number): number {
  return Math.max(0, now - time) / 1000
}
