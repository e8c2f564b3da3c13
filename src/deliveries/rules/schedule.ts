import type { DueJob } from '../../events/jobs.ts'
import type { Next, Verdict } from '../attempt.ts'

/** Longest `Retry-After` that is respected, in seconds: 24 hours. @operator */
export const MAX_RETRY_AFTER_SECONDS = 86_400

/** The part by which a wait is longer or shorter at random. */
export const JITTER = 0.2

/**
 * The next state of a job after an attempt. `schedule` has the seconds to wait before each retry, plus or minus 20 % by
 * `random` (in [0, 1)); a longer wait that the receiver requests replaces it. Every attempt uses one step; after the last
 * one, or after a final failure, the job has failed.
 */
export function next(
  verdict: Verdict,
  job: Pick<DueJob, 'step'>,
  schedule: readonly number[],
  now: number,
  random: number,
): Next {
  if (verdict.succeeded) return { status: 'succeeded' }
  const planned = schedule[job.step]
  if (planned === undefined || verdict.final) return { status: 'failed' }
  const jittered = planned * (1 - JITTER + 2 * JITTER * random)
  const requested = Math.min(verdict.retry_after ?? 0, MAX_RETRY_AFTER_SECONDS)
  return {
    status: 'pending',
    next_at: now + Math.round(Math.max(jittered, requested) * 1000),
    step: job.step + 1,
  }
}
