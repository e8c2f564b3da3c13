import { SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/flow/fair-queue.ts'

/** Tests of drafts that run at the same time in this process, in total and of one organization. */
const MAX_AT_ONCE = 20
const MAX_AT_ONCE_OF_ONE = 3
/** Of one organization. */
const MAX_WAITING_OF_ONE = 3
/** Twice as long as a test takes at most. */
const PATIENCE_MS = 20 * SECOND
const RETRY_AFTER_SECONDS = 2

/** Bounds work that sends to addresses which callers name; throws `too_many_requests`. */
export function openDraftQueue(): FairQueue {
  return new FairQueue({
    at_once: MAX_AT_ONCE,
    at_once_of_one: MAX_AT_ONCE_OF_ONE,
    waiting_of_one: MAX_WAITING_OF_ONE,
    patience: { later: PATIENCE_MS },
    refuse: tooMany,
  })
}

function tooMany(): AppError {
  const detail = `At most ${MAX_AT_ONCE_OF_ONE} tests of drafts run at the same time, and as many wait: retry when one is over.`
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
}
