import type { IntegrationJobDetail, IntegrationLog, RetrySchedule } from '../../../generated/schema.ts'
import { formatDuration } from '../../../kit/values/time.ts'

const SECOND = 1000

/** Attempt, derived from its log. Times in milliseconds since the epoch. */
export type Attempt = Pick<IntegrationLog, 'attempt' | 'succeeded' | 'status_code' | 'error_detail'> & {
  started_at: number
  ended_at: number
  /** Header of the response, if any. */
  retry_after: string | undefined
}

type Log = Pick<
  IntegrationLog,
  'attempt' | 'succeeded' | 'processing_time' | 'status_code' | 'error_detail' | 'response' | 'meta'
>

/** Attempts in order. A log is written when its attempt ends. */
export function attemptsOf(logs: readonly Log[]): Attempt[] {
  return logs
    .map(({ attempt, succeeded, status_code, error_detail, processing_time, response, meta }) => {
      const ended_at = Date.parse(meta.timestamps.created_at)
      const started_at = ended_at - Math.max(0, processing_time * SECOND)
      const retry_after = Object.entries(response.headers ?? {}).find(
        ([name]) => name.toLowerCase() === 'retry-after',
      )?.[1]
      return { attempt, succeeded, status_code, error_detail, started_at, ended_at, retry_after }
    })
    .sort((one, other) => one.ended_at - other.ended_at || one.attempt - other.attempt)
}

/** Times of the retries of a failed delivery. */
export type Schedule = Pick<RetrySchedule, 'waits' | 'jitter' | 'longest_retry_after'>

/** Part of a wait up to a time, with its reason. */
export type Wait = { to: number; label: string; detail: string }

/** Workers poll for due jobs at least this often. */
const SLACK_MS = 2 * SECOND

/**
 * Reasons for the wait between two attempts, as far as the logs show. `step` counts the retries since the schedule was
 * last restarted; `next_step` is the step of the next wait.
 */
export function waitBetween(
  before: Attempt,
  after: Attempt,
  step: number,
  { job, schedule }: { job: Pick<IntegrationJobDetail, 'retried_by_hand' | 'run_id'>; schedule: Schedule },
): { wait: readonly Wait[]; next_step: number } {
  const { jitter } = schedule
  const planned = schedule.waits[step]
  const to = after.started_at
  if (before.succeeded || planned === undefined) return { wait: [{ to, ...RETRIED }], next_step: 0 }
  const waited = to - before.ended_at
  const requested = requestedWait(before, schedule)
  const least = Math.max(planned * (1 - jitter), requested ?? 0) * SECOND
  if (waited < least - SLACK_MS) {
    const isByHand = job.retried_by_hand > 0 || job.run_id !== null
    return isByHand
      ? { wait: [{ to, ...CUT_SHORT }], next_step: 0 }
      : { wait: [{ to, ...UNKNOWN }], next_step: step + 1 }
  }
  const reason =
    requested !== null && requested >= planned * (1 - jitter) ? askedFor(requested) : scheduled(planned, jitter)
  const due = before.ended_at + Math.max(planned * (1 + jitter), requested ?? 0) * SECOND
  const wait =
    waited > due - before.ended_at + SLACK_MS
      ? [
          { to: due, ...reason },
          { to, ...QUEUED },
        ]
      : [{ to, ...reason }]
  return { wait, next_step: step + 1 }
}

type Reason = Omit<Wait, 'to'>

const RETRIED: Reason = {
  label: 'until it was retried',
  detail: 'The job had finished, and a retry made it due again.',
}
const CUT_SHORT: Reason = {
  label: 'cut short by a retry',
  detail: 'A retry made it due before its time in the schedule.',
}
const UNKNOWN: Reason = {
  label: 'wait',
  detail: 'Shorter than the retry schedule: another schedule was in force.',
}
const QUEUED: Reason = {
  label: 'queued',
  detail: 'Due, and not attempted yet: the endpoint was probed, a limit was reached, or no process delivered.',
}

function scheduled(seconds: number, jitter: number): Reason {
  const duration = formatDuration(seconds * SECOND)
  return {
    label: `retry schedule: ${duration}`,
    detail: `The retry schedule waits ${duration}, up to ${Math.round(jitter * 100)}% more or less.`,
  }
}

function askedFor(seconds: number): Reason {
  return { label: `Retry-After: ${Math.round(seconds)} s`, detail: 'The receiver requested this wait.' }
}

/** Requested seconds, capped at the server's maximum; null if none were requested. */
function requestedWait({ retry_after, ended_at }: Attempt, { longest_retry_after }: Schedule): number | null {
  if (retry_after === undefined) return null
  const seconds = /^\d{1,10}$/.test(retry_after) ? Number(retry_after) : (Date.parse(retry_after) - ended_at) / SECOND
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longest_retry_after) : null
}
