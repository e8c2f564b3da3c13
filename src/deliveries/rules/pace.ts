/**
 * The adaptive concurrency limit of an integration in one worker. While it is probed, one attempt is made at a time, and
 * everything else waits in the database.
 */
export type Pace = {
  /** The most attempts in flight while it is not probed. */
  cap: number
  /** Failures in a row: each began after the one before it had ended. */
  failures: number
  /** Attempts with a lower number were under way when the last failure was counted. */
  counts_from: number
  /** The earliest time of the next probe, milliseconds since the epoch; null while it is not probed. */
  probe_at: number | null
}

export type Outcome = 'succeeded' | 'failed' | 'overloaded'

/** An attempt that has ended. */
export type EndedAttempt = {
  outcome: Outcome
  /** Attempts of the integration are numbered in the order of their start. */
  number: number
  /** Attempts of the integration that have started until now. */
  started: number
  /** Seconds for which an overloaded endpoint asked not to be sent to; null when it did not say. */
  retry_after: number | null
}

const FIRST_CAP = 16
const HIGHEST_CAP = 64
/** Failures in a row after which an integration is probed. */
const PROBE_AFTER = 10
const FIRST_PROBE_WAIT_MS = 1_000
/** Within the 15 seconds in which an event should arrive once the endpoint is back. */
const LONGEST_PROBE_WAIT_MS = 10_000

export const firstPace: Pace = { cap: FIRST_CAP, failures: 0, counts_from: 0, probe_at: null }

/**
 * The cap rises by one on a success and is halved when the endpoint is overloaded (no response, 429, 5xx). Attempts that
 * were under way together fail for one reason, so that of their failures one counts. Probing begins after `PROBE_AFTER`
 * failures in a row, and at once when an overloaded endpoint says how long to wait; a success ends it.
 */
export function paceAfter(pace: Pace, ended: EndedAttempt, now: number): Pace {
  if (ended.outcome === 'succeeded') return afterSuccess(pace, ended)
  const requested_at = requestedAt(ended, now)
  const counts_from = ended.started
  // Before its time no probe starts: this is an attempt of a job that was reserved before probing began.
  const isNoProbe = pace.probe_at !== null && now < pace.probe_at
  if (ended.number < pace.counts_from || isNoProbe) {
    return requested_at === null ? pace : { ...pace, counts_from, probe_at: Math.max(pace.probe_at ?? 0, requested_at) }
  }
  const failures = pace.failures + 1
  if (failures >= PROBE_AFTER) {
    return { cap: 1, failures, counts_from, probe_at: Math.max(now + probeWaitMs(failures), requested_at ?? 0) }
  }
  const cap = ended.outcome === 'overloaded' ? Math.max(1, pace.cap >> 1) : pace.cap
  return { cap, failures, counts_from, probe_at: requested_at }
}

/** A success of an attempt that was under way when the endpoint asked for a wait does not end that wait. */
function afterSuccess(pace: Pace, { number }: EndedAttempt): Pace {
  const isWaitRequested = pace.failures < PROBE_AFTER && number < pace.counts_from
  const probe_at = isWaitRequested ? pace.probe_at : null
  return { ...pace, cap: Math.min(HIGHEST_CAP, pace.cap + 1), failures: 0, probe_at }
}

function requestedAt({ outcome, retry_after }: EndedAttempt, now: number): number | null {
  if (outcome !== 'overloaded' || retry_after === null || retry_after <= 0) return null
  return now + Math.min(LONGEST_PROBE_WAIT_MS, retry_after * 1_000)
}

/** The time between two probes after so many failures in a row. */
export function probeWaitMs(failures: number): number {
  return Math.min(LONGEST_PROBE_WAIT_MS, FIRST_PROBE_WAIT_MS * 2 ** Math.min(20, Math.max(0, failures - PROBE_AFTER)))
}

export function isProbing(pace: Pace): boolean {
  return pace.probe_at !== null
}

/** The most attempts in flight at the moment. */
export function concurrencyLimit(pace: Pace): number {
  return isProbing(pace) ? 1 : pace.cap
}

/** How many jobs of this integration may wait in memory. */
export function longestQueue(pace: Pace): number {
  return pace.failures > 0 ? pace.cap : 32 * pace.cap
}
