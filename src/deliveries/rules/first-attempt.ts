import type { DueJob } from '../../events/jobs.ts'

/** True for the first attempt of a new event: neither a retry nor a replay. */
export function isFirstAttempt({
  attempt,
  manual_retries,
  priority,
}: Pick<DueJob, 'attempt' | 'manual_retries' | 'priority'>): boolean {
  return attempt === 1 && manual_retries === 0 && priority === 'live'
}
