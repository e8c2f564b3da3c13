import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'

/**
 * How long a lease lasts at most, in milliseconds: far longer than any attempt (10 s), since a dead owner is found by
 * its missing heartbeat and not by the end of its leases. It frees jobs that a living process no longer knows of.
 */
export const LEASE_MS = 10 * MINUTE

/**
 * A distinct end, in milliseconds since the epoch, for the leases of each claim of one worker. When the response to a
 * statement is lost, its leases are identified by their end: those of another claim must not be released with them.
 */
export function leaseEnds(clock: Clock): () => number {
  let last = 0
  return () => {
    last = Math.max(clock() + LEASE_MS, last + 1)
    return last
  }
}

/** A job that has waited longer than this in memory is released instead of attempted: its lease must outlast the attempt. */
export const LONGEST_WAIT_MS = LEASE_MS / 2

/** For this time, a statement whose connection was lost may still reach the server and be committed. */
export const MAY_COMMIT_FOR_MS = 90_000

/** Between two heartbeats of a worker. */
export const HEARTBEAT_MS = 1_000

/** Time without a heartbeat after which a worker is dead, in milliseconds: its leases are freed within 5 s of its death. @operator */
export const DEAD_AFTER_MS = 3_500

/** A worker whose own heartbeat has not been written for this long starts no attempt, so that it stops before others take it for dead. */
export const SELF_FENCING_AFTER_MS = 2_500

/** A worker that has not been able to write an attempt for this long is not ready, and says so with its heartbeat. */
export const UNSETTLED_ALARM_MS = 10 * SECOND

/** No attempt starts later than this after the commit that forbids it. */
export const SNAPSHOT_GOOD_FOR_MS = 1_000
