/** The adaptive concurrency limit of an integration in one worker. */
export type Pace = {
  /** The most attempts in flight. */
  cap: number
  /** Failures since the last success. */
  failures: number
  /** While probing: the earliest time of the next attempt, milliseconds since the epoch. */
  probe_at: number
}

export type Outcome = 'succeeded' | 'failed' | 'overloaded'

const FIRST_CAP = 16
const HIGHEST_CAP = 64
/** Consecutive failures after which an integration gets one attempt at a time. */
const PROBE_AFTER = 10
const FIRST_PROBE_WAIT = 1_000
/** Within the 15 seconds in which an event should arrive once the endpoint is back. */
const LONGEST_PROBE_WAIT = 10_000

export const firstPace: Pace = { cap: FIRST_CAP, failures: 0, probe_at: 0 }

/** Up by one on a success, halved when the endpoint is overloaded (no response, 429, 5xx). */
export function paceAfter(pace: Pace, outcome: Outcome, now: number): Pace {
  if (outcome === 'succeeded') return { cap: Math.min(HIGHEST_CAP, pace.cap + 1), failures: 0, probe_at: 0 }
  const failures = pace.failures + 1
  const cap = outcome === 'overloaded' ? Math.max(1, pace.cap >> 1) : pace.cap
  if (failures < PROBE_AFTER) return { cap, failures, probe_at: 0 }
  const wait = Math.min(LONGEST_PROBE_WAIT, FIRST_PROBE_WAIT * 2 ** Math.min(20, failures - PROBE_AFTER))
  return { cap: 1, failures, probe_at: now + wait }
}

export function isProbing(pace: Pace): boolean {
  return pace.failures >= PROBE_AFTER
}

/** How many jobs of this integration may wait in memory. */
export function longestQueue(pace: Pace): number {
  return pace.failures > 0 ? pace.cap : 32 * pace.cap
}
