import { Gauge, type Registry } from 'prom-client'
import type { PartitionMetrics } from '../db/partitions/partitions.ts'
import type { Replication } from '../db/replication/replication.ts'
import type { DueByEndpoint, Unfinished, Workforce } from '../deliveries/jobs/metrics.ts'
import type { Clock } from '../kernel/clock.ts'
import { setOrRemove } from './gauge.ts'

/** Metrics read from the database; null if a query timed out. */
export type DatabaseMetrics = {
  unfinished: Unfinished | null
  due: DueByEndpoint | null
  workforce: Workforce | null
  partitions: readonly PartitionMetrics[] | null
  replication: Replication | null
}

type Options = {
  clock: Clock
  /** Null while the database does not respond. */
  readDatabase(): Promise<DatabaseMetrics | null>
}

/** Registers metrics of the database, the same in every process. Returns the function that sets the gauges. */
export function databaseGauges(registry: Registry, options: Options): () => Promise<void> {
  const up = new Gauge({
    name: 'tidings_database_up',
    help: 'Whether the database responded to the last query for metrics: 1 or 0. Metrics that could not be read are missing.',
    registers: [registry],
  })
  const setDeliveries = deliveryGauges(registry)
  const setDue = dueGauges(registry)
  const setPartitions = partitionGauges(registry)
  const setReplication = replicationGauges(registry)
  return async () => {
    const metrics = await options.readDatabase()
    const now = options.clock()
    up.set(metrics === null ? 0 : 1)
    setDeliveries(metrics?.unfinished ?? null, metrics?.workforce ?? null, now)
    setDue(metrics?.due ?? null, now)
    setPartitions(metrics?.partitions ?? [], now)
    setReplication(metrics?.replication ?? null)
  }
}

function deliveryGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const jobs = gauge(
    'tidings_jobs_unfinished',
    'Jobs that are not finished, including retries that are not due. An estimate from 20,000 on.',
  )
  const oldest = gauge(
    'tidings_jobs_oldest_age_seconds',
    'Age of the oldest unfinished job, 0 for none. Exact to the day only from 20,000 unfinished jobs on.',
  )
  const workers = gauge('tidings_workers', 'Workers that are alive: their heartbeat has not expired.')
  const replays = gauge('tidings_replays_running', 'Replays that are running.')
  return (unfinished: Unfinished | null, workforce: Workforce | null, now: number) => {
    setOrRemove(jobs, unfinished?.jobs)
    setOrRemove(oldest, unfinished && secondsSince(unfinished.oldest_at, now))
    setOrRemove(workers, workforce?.workers)
    setOrRemove(replays, workforce?.replays_running)
  }
}

function dueGauges(registry: Registry): (due: DueByEndpoint | null, now: number) => void {
  const jobs = new Gauge({
    name: 'tidings_jobs_due',
    help:
      'Jobs that are due and not leased, by whether their endpoint is `working`, `failing` (its latest attempts have all ' +
      'failed) or `limited` (its integration has a rate limit). Counting stops at 20,000 in all.',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  const overdue = new Gauge({
    name: 'tidings_jobs_overdue_seconds',
    help: 'Time for which the oldest of these jobs has been due, 0 for none.',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  return (due, now) => {
    for (const gauge of [jobs, overdue]) gauge.reset()
    if (due === null) return
    for (const endpoint of ['working', 'failing', 'limited'] as const) {
      jobs.set({ endpoint }, due[endpoint].jobs)
      overdue.set({ endpoint }, secondsSince(due[endpoint].since, now))
    }
  }
}

function partitionGauges(registry: Registry): (partitions: readonly PartitionMetrics[], now: number) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['table'], registers: [registry] })
  const count = gauge('tidings_partitions', 'Partitions, each for one day or one hour.')
  const oldest = gauge('tidings_partition_oldest_age_seconds', 'Time since the oldest partition began.')
  const expired = gauge(
    'tidings_partitions_expired',
    'Expired partitions that still exist: their archive is not complete, or a job that is not finished needs them.',
  )
  const ahead = gauge(
    'tidings_partitions_ahead_seconds',
    'Time until the end of the latest partition; without one for now nothing can be stored.',
  )
  return (partitions, now) => {
    for (const each of [count, oldest, expired, ahead]) each.reset()
    for (const { table, count: present, expired: past, oldest_at, ends_at } of partitions) {
      count.set({ table }, present)
      expired.set({ table }, past)
      if (present > 0) oldest.set({ table }, secondsSince(oldest_at, now))
      ahead.set({ table }, Math.max(0, ends_at - now) / 1000)
    }
  }
}

function replicationGauges(registry: Registry): (replication: Replication | null) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const standbys = gauge(
    'tidings_database_synchronous_standbys',
    'Synchronous standbys of the database that are connected, 0 where commits wait for none. Missing while the role may not ' +
      'see them (`grant pg_read_all_stats`).',
  )
  const required = gauge(
    'tidings_database_synchronous_standbys_required',
    'Required synchronous standbys: `TIDINGS_SYNCHRONOUS_STANDBYS`, or as many as the server requires.',
  )
  return (replication) => {
    setOrRemove(standbys, replication?.standbys)
    setOrRemove(required, replication?.required)
  }
}

function secondsSince(time: number | null, now: number): number {
  return time === null ? 0 : Math.max(0, now - time) / 1000
}
