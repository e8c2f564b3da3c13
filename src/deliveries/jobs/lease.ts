import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'

/**
 * Maximum duration of a lease, far longer than any attempt (10 s): a missing heartbeat reveals a dead owner, so the end of a
 * lease only frees jobs that a live process has lost track of.
 */
export const LEASE_MS = 10 * MINUTE

/**
 * Returns a distinct end, in milliseconds since the epoch, for the leases of each claim of one worker. If the response to a
 * statement is lost, its leases are found by their end, and those of other claims must not be released with them.
 */
export function leaseEnds(clock: Clock): () => number {
  let last = 0
  return () => {
    last = Math.max(clock() + LEASE_MS, last + 1)
    return last
  }
}

/** Maximum wait of a leased job in memory. After that the job is released, since its lease must outlast the attempt. */
export const MAX_WAIT_MS = LEASE_MS / 2

/** Time for which a statement whose connection was lost may still reach the server and be committed. */
export const MAY_COMMIT_FOR_MS = 90_000

export const HEARTBEAT_MS = 1_000

/** Milliseconds without a heartbeat after which a worker counts as dead, so that its leases are freed within 5 s. @operator */
export const DEAD_AFTER_MS = 3_500

/**
 * Self-fencing timeout: without a written heartbeat for this long a worker starts no attempt, so that it stops before others
 * declare it dead.
 */
export const SELF_FENCING_AFTER_MS = 2_500

/** Time without being able to write an attempt after which a worker is not ready and reports so in its heartbeat. */
export const UNSETTLED_ALARM_MS = 10 * SECOND

/** Maximum age of a snapshot: no attempt starts later than this after the commit that forbids it. */
export const SNAPSHOT_GOOD_FOR_MS = 1_000
