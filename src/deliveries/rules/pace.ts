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
  /** Seconds of the quickest success, while it still holds for the endpoint; null before a success. */
  quickest: number | null
  /** Attempts with a lower number started before the cap last followed the processing time. */
  follows_from: number
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
  /** Seconds from its start to the response. */
  seconds: number
}

/** An endpoint that is not known may need seconds for each attempt and make one at a time. */
const FIRST_CAP = 2
export const MAX_CAP = 64
/** Timeout of an attempt in seconds, connecting included. @operator */
const TIMEOUT_SECONDS = 10
/** Processing time in seconds past which more attempts in flight only wait in the endpoint: a quarter of the timeout. */
const SLOW_SECONDS = TIMEOUT_SECONDS / 4
/** Attempts that take this many times as long as the quickest wait for others in the endpoint. */
const QUEUED = 1.5
/** The share of the timeout that attempts may take if the endpoint turns out to make them one after the other. */
const MAX_PREDICTED_SHARE = 0.8
/** Consecutive failures after which an integration is probed. @operator */
const PROBE_AFTER = 10
const FIRST_PROBE_WAIT_MS = 1_000
/** Longest wait between two probes in milliseconds: an event must arrive within 15 s of the recovery of its endpoint. @operator */
const LONGEST_PROBE_WAIT_MS = 10_000

export const firstPace: Pace = {
  ...{ cap: FIRST_CAP, failures: 0, counts_from: 0, probe_at: null },
  ...{ quickest: null, follows_from: FIRST_CAP },
}

/**
 * The cap follows the processing time of successes and is halved when the endpoint is overloaded (no response, 429, 5xx). Attempts that
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
    return {
      ...pace,
      cap: 1,
      failures,
      counts_from,
      probe_at: Math.max(now + probeWaitMs(failures), requested_at ?? 0),
    }
  }
  const cap = ended.outcome === 'overloaded' ? Math.max(1, pace.cap >> 1) : pace.cap
  return { ...pace, cap, failures, counts_from, probe_at: requested_at }
}

/** A success of an attempt that was under way when the endpoint asked for a wait does not end that wait. */
function afterSuccess(pace: Pace, ended: EndedAttempt): Pace {
  const isWaitRequested = pace.failures < PROBE_AFTER && ended.number < pace.counts_from
  const probe_at = isWaitRequested ? pace.probe_at : null
  return { ...pace, ...followed(pace, ended), failures: 0, probe_at }
}

/**
 * The cap after a success. It rises by one while attempts are quick. Of slow ones, each whole round in flight says whether more
 * in flight would help: if they take longer than the quickest did, they wait for each other in the endpoint, and the cap falls
 * to what it makes in a quarter of the timeout; if not, the endpoint makes them side by side, and the cap rises by half.
 */
function followed(pace: Pace, { seconds, number, started }: EndedAttempt): Partial<Pace> {
  const isOfThisCap = number >= pace.follows_from
  const quickest = pace.cap === 1 && isOfThisCap ? seconds : Math.min(pace.quickest ?? seconds, seconds)
  const isQueued = seconds >= QUEUED * quickest
  if (seconds < SLOW_SECONDS / 2 || (seconds < SLOW_SECONDS && !isQueued)) {
    return { cap: Math.min(MAX_CAP, pace.cap + 1), quickest }
  }
  if (!isOfThisCap || seconds < SLOW_SECONDS) return { quickest }
  const cap = isQueued ? Math.max(1, Math.floor((pace.cap * SLOW_SECONDS) / seconds)) : raised(pace.cap, seconds)
  return { cap, quickest, follows_from: started }
}

/** By half, unless attempts would time out if the endpoint made them one after the other. */
function raised(cap: number, seconds: number): number {
  const next = Math.min(MAX_CAP, cap + Math.max(1, cap >> 1))
  return (seconds * next) / cap > TIMEOUT_SECONDS * MAX_PREDICTED_SHARE ? cap : next
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

/** A burst for an endpoint that is not known waits in memory: a fast one takes it within some round trips. */
const FIRST_QUEUE = 512

/** How many jobs of this integration may wait in memory. */
export function longestQueue(pace: Pace): number {
  if (pace.failures > 0) return pace.cap
  return pace.quickest === null ? FIRST_QUEUE : 32 * pace.cap
}
