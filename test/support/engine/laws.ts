import { SNAPSHOT_GOOD_FOR_MS } from '../../../src/deliveries/jobs/lease.ts'
import type { Receiver } from '../servers/receiver.ts'
import { isOver, type JobOf } from './process.ts'

/** A change of an integration, committed between the two times (milliseconds since the epoch). */
export type Toggle = { what: 'disable' | 'enable' | 'delete'; from: number; until: number }

/** Events of one integration, accepted between the two times. */
type Published = { integration_id: string; event_ids: string[]; from: number; until: number }

/** Input and observed behavior of a run. */
export type History = {
  integrations: { id: string; toggles: Toggle[] }[]
  published: Published[]
  /** Jobs that were retried manually. */
  retried: Set<string>
  /** Jobs that were dispatched twice. */
  twice: Set<string>
  arrived: Receiver['received']
}

export type LogOf = { job_id: string; attempt: number; succeeded: boolean; began_at: number }

export type Outcome = { jobs: readonly JobOf[]; logs: readonly LogOf[] }

/** Tolerance between permitting an attempt and its start, and between its end and its log. */
const AROUND_MS = 300

/**
 * Violated laws, as one sentence per violation. `lag_ms` is the longest stall of the test's process, in which
 * everything runs.
 */
export function brokenLaws(history: History, outcome: Outcome, lag_ms: number): string[] {
  const arrivals = Map.groupBy(history.arrived, ({ body }) => String(body.id))
  const jobs = new Map(outcome.jobs.map((job) => [job.event_id, job]))
  const logs = Map.groupBy(outcome.logs, ({ job_id }) => job_id)
  return [
    ...outcome.jobs.flatMap((job) => ofJob(job)),
    ...outcome.jobs.flatMap((job) =>
      ofLogs(job, logs.get(job.id) ?? [], arrivals.get(job.event_id)?.length ?? 0, history),
    ),
    ...history.published.flatMap((published) =>
      published.event_ids.flatMap((event_id) => {
        const arrived = (arrivals.get(event_id) ?? []).map(({ at }) => at)
        const job = jobs.get(event_id)
        const began = (logs.get(job?.id ?? '') ?? []).map(({ began_at }) => began_at)
        return ofEvent(event_id, { history, published, job, arrived, began, lag_ms })
      }),
    ),
  ]
}

/** Forbidden changes of jobs between two snapshots. */
export function regressions(before: readonly JobOf[], after: readonly JobOf[], { retried }: History): string[] {
  const now = new Map(after.map((job) => [job.id, job]))
  return before.flatMap((was) => {
    const is = now.get(was.id)
    if (is === undefined) return [`${name(was)} is gone`]
    if (is.generation < was.generation) return [`${name(was)} went back to generation ${is.generation}`]
    const reopened = was.status === 'succeeded' && is.status !== 'succeeded' && !retried.has(was.id)
    return reopened ? [`${name(was)} has succeeded and is ${is.status} again`] : []
  })
}

function ofJob(job: JobOf): string[] {
  if (!isOver(job)) return [`${name(job)} is stuck: ${job.status}, leased to ${job.worker_id}`]
  return job.status === 'succeeded' || job.status === 'cancelled' ? [] : [`${name(job)} is ${job.status}`]
}

function ofLogs(job: JobOf, logs: readonly LogOf[], arrivals: number, { twice }: History): string[] {
  const broken = twice.has(job.id) ? [] : ofAttempts(job, logs)
  if (logs.length !== arrivals) broken.push(`${name(job)} has ${logs.length} logs of ${arrivals} attempts`)
  if (job.status === 'succeeded' && !logs.some(({ succeeded }) => succeeded))
    broken.push(`${name(job)} has succeeded without a log of it`)
  return broken
}

/** Skips jobs dispatched twice: of one lease, one copy may be attempted and the other cancelled. */
function ofAttempts(job: JobOf, logs: readonly LogOf[]): string[] {
  const attempts = logs.map(({ attempt }) => attempt)
  const highest = Math.max(0, ...attempts)
  if (highest > job.attempts) return [`${name(job)} says ${job.attempts} attempts after attempt ${highest}`]
  return new Set(attempts).size < attempts.length ? [`${name(job)} has one attempt twice: ${attempts}`] : []
}

type EngineReport = {
  history: History
  published: Published
  job: JobOf | undefined
  arrived: number[]
  began: number[]
  lag_ms: number
}

function ofEvent(event_id: string, { history, published, job, arrived, began, lag_ms }: EngineReport): string[] {
  const toggles = history.integrations.find(({ id }) => id === published.integration_id)?.toggles ?? []
  const overlapping = toggles.some(({ from, until }) => from <= published.until && until >= published.from)
  const last = toggles.findLast(({ until }) => until < published.from)
  const enabled = last === undefined || last.what === 'enable'
  if (job === undefined) return enabled && !overlapping ? [`event ${event_id} was accepted and has no job`] : []
  if (!enabled && !overlapping) return [`event ${event_id} has a job for an integration that was disabled`]
  const stops = toggles.filter(({ what, until }) => what !== 'enable' && until >= published.from)
  if (stops.length === 0 && job.status !== 'succeeded') return [`${name(job)} is ${job.status}, and nobody disabled it`]
  if (job.status === 'succeeded' && arrived.length === 0) return [`${name(job)} has succeeded and never arrived`]
  if (history.retried.has(job.id)) return []
  const forbidden = Math.min(...stops.filter(({ from }) => from > published.until).map(({ until }) => until))
  const late = Math.max(0, ...began) - forbidden
  return late > SNAPSHOT_GOOD_FOR_MS + AROUND_MS + lag_ms
    ? [`${name(job)} was attempted ${late} ms after it was forbidden`]
    : []
}

function name(job: JobOf): string {
  return `job ${job.id} (generation ${job.generation})`
}
