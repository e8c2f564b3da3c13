import type { DueJob } from '../../events/jobs.ts'
import type { Next, Verdict } from '../attempt.ts'

/** Longest `Retry-After` that is respected, in seconds: 24 hours. @operator */
export const MAX_RETRY_AFTER_SECONDS = 86_400

/** Maximum random change of a wait, as a fraction of the wait. */
export const JITTER = 0.2

/**
 * Next state of a job after an attempt. `schedule` is the seconds before each retry, plus or minus 20 % by `random` (in [0, 1)),
 * unless the receiver requests a longer wait. Every attempt uses one step. The job fails after the last step or after a final
 * failure.
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
