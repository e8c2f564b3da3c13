import type { DueJob } from '../../events/jobs.ts'
import type { Next, Verdict } from '../attempt.ts'

/** A receiver may ask for a longer wait, but for no more than 24 hours. */
const LONGEST_RETRY_AFTER = 86_400

const JITTER = 0.2

/**
 * What becomes of a job after an attempt was made. `schedule` is the seconds to wait before each retry; the wait is that,
 * up to 20 % more or less by `random` (in [0, 1)), or what the receiver asked for if that is longer. Every attempt spends
 * one step; after the last one, or when the endpoint is gone, the job has failed.
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
  if (planned === undefined || verdict.gone) return { status: 'failed' }
  const jittered = planned * (1 - JITTER + 2 * JITTER * random)
  const asked = Math.min(verdict.retry_after ?? 0, LONGEST_RETRY_AFTER)
  return {
    status: 'pending',
    next_at: now + Math.round(Math.max(jittered, asked) * 1000),
    step: job.step + 1,
  }
}
