import { HOUR, SECOND } from '../../kernel/duration.ts'

const FIRST_RETRY_MS = 30 * SECOND
const MAX_RETRY_MS = HOUR
/** Reached about 15 hours after the first attempt. */
const MAX_TRIES = 20

/** Returns the time of the next attempt after another failure; null to give up. */
export function retryAt(failed_tries: number, now: number): number | null {
  if (failed_tries + 1 >= MAX_TRIES) return null
  return now + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failed_tries)
}
