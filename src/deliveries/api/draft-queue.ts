import { SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/flow/fair-queue.ts'

/** Concurrent tests of drafts in this process: in total, and per organization. */
const MAX_AT_ONCE = 20
const MAX_AT_ONCE_OF_ONE = 3
/** Tests of one organization that may queue. */
const MAX_WAITING_OF_ONE = 3
/** Twice the maximum duration of a test. */
const TIMEOUT_MS = 20 * SECOND
const RETRY_AFTER_SECONDS = 2

/** Limits these tests because they send requests to addresses that callers choose. Throws `too_many_requests`. */
export function openDraftQueue(): FairQueue {
  return new FairQueue({
    at_once: MAX_AT_ONCE,
    at_once_of_one: MAX_AT_ONCE_OF_ONE,
    waiting_of_one: MAX_WAITING_OF_ONE,
    timeout_ms: { later: TIMEOUT_MS },
    refuse: tooMany,
  })
}

function tooMany(): AppError {
  const detail = `At most ${MAX_AT_ONCE_OF_ONE} tests of drafts run at the same time, and as many wait: retry when one is over.`
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
}
