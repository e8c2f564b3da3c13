import type { DueJob } from '../../events/jobs.ts'
import { SECOND } from '../../kernel/duration.ts'
import { retryAfter } from './judge.ts'
import { MAX_RETRY_AFTER_SECONDS } from './schedule.ts'

/** Reasons why a job is unfinished. The end of the wait is only known for `schedule` and `retry_after`. */
export const WAITING_REASONS = [
  'in_flight',
  'disabled',
  'order',
  'retry_after',
  'schedule',
  'no_worker',
  'probing',
  'rate_limit',
  'queued',
] as const
type WaitingReason = (typeof WAITING_REASONS)[number]

export type Waiting = { reason: WaitingReason; detail: string; until: number | null }

/** Times are in milliseconds since the epoch. */
export type WaitingJob = Pick<DueJob, 'priority' | 'step' | 'manual_retries'> & {
  id: string
  status: 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'
  /** Number of attempts made or in flight. */
  attempts: number
  next_at: number | null
}

export type WaitingFacts = {
  integration: { enabled: boolean; cancelled_before: string; rate_limit: number | null }
  /** Number of workers in all processes; `probing` and `limited` are about their lanes for the integration. */
  workers: number
  probing: boolean
  limited: boolean
  /** Oldest unfinished job that must finish before this job. */
  ahead: string | null
  last_attempt: { ended_at: number; retry_after: string | undefined } | null
  /** Seconds before each retry. */
  schedule: readonly number[]
}

/** Returns the reason that a job waits for; of several reasons, the one that lasts longest. Null once the job is over. */
export function waitingOf(job: WaitingJob, facts: WaitingFacts, now: number): Waiting | null {
  switch (job.status) {
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return null
    case 'delivering':
      return because('in_flight', `A worker has leased it: attempt ${job.attempts} is in flight or starts next.`)
    case 'pending':
      return blockReason(job, facts) ?? delay(job, facts, now) ?? queue(job, facts)
  }
}

function blockReason(
  { id, manual_retries }: WaitingJob,
  { integration: { enabled, cancelled_before }, ahead }: WaitingFacts,
): Waiting | null {
  if (!enabled || (manual_retries === 0 && id < cancelled_before)) {
    return because('disabled', 'The integration was disabled or deleted: a worker will cancel the job.')
  }
  if (ahead === null) return null
  return because('order', `Job ${ahead} of the same resource is delivered first: the integration is ordered.`)
}

function delay({ next_at, step }: WaitingJob, { last_attempt, schedule }: WaitingFacts, now: number): Waiting | null {
  if (next_at === null || next_at <= now) return null
  const seconds = last_attempt === null ? null : requestedWait(last_attempt, next_at)
  if (seconds !== null) {
    const detail = `The receiver requested a wait of ${seconds} seconds (Retry-After).`
    return { reason: 'retry_after', detail, until: next_at }
  }
  const detail = `Retry ${step} of ${Math.max(step, schedule.length)} waits for its time in the retry schedule.`
  return { reason: 'schedule', detail, until: next_at }
}

/** Seconds of the `Retry-After` that the job waits for; null if the retry schedule requires a longer wait. */
function requestedWait(last: NonNullable<WaitingFacts['last_attempt']>, next_at: number): number | null {
  const seconds = retryAfter(last.retry_after, last.ended_at)
  if (seconds === null || seconds === 0) return null
  const waits = next_at - last.ended_at
  return Math.abs(waits - Math.min(seconds, MAX_RETRY_AFTER_SECONDS) * SECOND) <= SECOND ? seconds : null
}

function queue({ priority }: WaitingJob, facts: WaitingFacts): Waiting {
  if (facts.workers === 0)
    return because('no_worker', 'It is due, but no process delivers: start one with tidings work.')
  if (facts.probing) {
    return because('probing', 'The endpoint keeps failing: one attempt at a time probes it, and the other jobs wait.')
  }
  const { rate_limit } = facts.integration
  if (facts.limited && rate_limit !== null) {
    return because('rate_limit', `The integration allows at most ${rate_limit} attempts a second.`)
  }
  const order = priority === 'replay' ? ' Jobs of new events precede those of replays.' : ''
  return because('queued', `It is due: a worker attempts it as soon as it has capacity.${order}`)
}

function because(reason: WaitingReason, detail: string): Waiting {
  return { reason, detail, until: null }
}
