import type { Clock } from '../../kernel/clock.ts'

/**
 * How long a lease is good for at most, in milliseconds: far longer than any attempt (10 s), since a dead owner is found by
 * its missing heartbeat and not by the end of its leases. It catches what a living process has lost sight of.
 */
export const LEASE = 600_000

/**
 * An end of its own, in milliseconds since the epoch, for the leases of each claim of one worker. When the answer to a
 * statement is lost, its leases are known by their end: those of another with the same end would be given back with them.
 */
export function leaseEnds(clock: Clock): () => number {
  let last = 0
  return () => {
    last = Math.max(clock() + LEASE, last + 1)
    return last
  }
}

/** A job that has waited longer than this in memory is given back instead of attempted: its lease must outlast the attempt. */
export const LONGEST_WAIT = LEASE / 2

/** A statement whose connection was lost may still reach the server, and be committed, for so long, in milliseconds. */
export const MAY_COMMIT_FOR = 90_000

/** A worker's heart beats this often. */
export const HEARTBEAT = 1_000

/** A worker without a heartbeat for this long is dead: its leases are freed, within 5 s of its death. */
export const DEAD_AFTER = 3_500

/** A worker whose own heartbeat has not been written for this long starts no attempt, so that it stops before it is dead. */
export const SELF_FENCING_AFTER_MS = 2_500

/** No attempt starts later than this after the commit that forbids it. */
export const SNAPSHOT_GOOD_FOR = 1_000
