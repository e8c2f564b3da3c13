import { Gauge, type Registry } from 'prom-client'
import type { PartitionFigures } from '../db/partitions.ts'
import type { DueByEndpoint, Unfinished, Workforce } from '../deliveries/watch/figures.ts'
import type { Clock } from '../kernel/clock.ts'
import { setOrRemove } from './gauge.ts'

/** What the database tells; null is what it could not tell in time. */
export type DatabaseFigures = {
  unfinished: Unfinished | null
  due: DueByEndpoint | null
  workforce: Workforce | null
  partitions: readonly PartitionFigures[] | null
}

type Options = {
  clock: Clock
  /** Null while the database does not answer. */
  readDatabase(): Promise<DatabaseFigures | null>
}

/** How the database stands, the same in every process. Returns what sets the gauges. */
export function databaseGauges(registry: Registry, options: Options): () => Promise<void> {
  const up = new Gauge({
    name: 'tidings_database_up',
    help: 'Whether the database answered when it was last asked for figures: 1 or 0. Figures that it did not tell are missing.',
    registers: [registry],
  })
  const setDeliveries = deliveryGauges(registry)
  const setDue = dueGauges(registry)
  const setPartitions = partitionGauges(registry)
  return async () => {
    const figures = await options.readDatabase()
    const now = options.clock()
    up.set(figures === null ? 0 : 1)
    setDeliveries(figures?.unfinished ?? null, figures?.workforce ?? null, now)
    setDue(figures?.due ?? null, now)
    setPartitions(figures?.partitions ?? [], now)
  }
}

function deliveryGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const jobs = gauge(
    'tidings_jobs_unfinished',
    'Jobs that are not over, retries that wait for their time among them. From 20,000 on an estimate.',
  )
  const oldest = gauge(
    'tidings_jobs_oldest_age_seconds',
    'Age of the oldest unfinished job, 0 for none. With 20,000 unfinished jobs or more it is right to the day only.',
  )
  const workers = gauge('tidings_workers', 'Workers whose heart beats.')
  const replays = gauge('tidings_replays_running', 'Replays that run.')
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
      'Jobs that are due and held by no worker, by whether their endpoint is `working` or `failing` (nothing but failures ' +
      'lately). 20,000 in all stand for that many or more.',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  const overdue = new Gauge({
    name: 'tidings_jobs_overdue_seconds',
    help: 'For how long the longest of them has been due, 0 for none.',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  return (due, now) => {
    for (const gauge of [jobs, overdue]) gauge.reset()
    if (due === null) return
    for (const endpoint of ['working', 'failing'] as const) {
      jobs.set({ endpoint }, due[endpoint].jobs)
      overdue.set({ endpoint }, secondsSince(due[endpoint].since, now))
    }
  }
}

function partitionGauges(registry: Registry): (figures: readonly PartitionFigures[], now: number) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['table'], registers: [registry] })
  const count = gauge('tidings_partitions', 'Partitions, each of one day.')
  const oldest = gauge('tidings_partition_oldest_age_seconds', 'Time since the day of the oldest partition began.')
  const ahead = gauge(
    'tidings_partitions_ahead_seconds',
    'Time from now on for which there are partitions; without one nothing can be stored.',
  )
  return (figures, now) => {
    for (const each of [count, oldest, ahead]) each.reset()
    for (const { table, count: present, oldest_at, ends_at } of figures) {
      count.set({ table }, present)
      if (present > 0) oldest.set({ table }, secondsSince(oldest_at, now))
      ahead.set({ table }, Math.max(0, ends_at - now) / 1000)
    }
  }
}

function secondsSince(time: number | null, now: number): number {
  return time === null ? 0 : Math.max(0, now - time) / 1000
}
