/**
 * Adaptive concurrency limit of an integration in one worker. During probing only one attempt runs at a time, and all other jobs
 * wait in the database.
 */
export type Pace = {
  /** Maximum number of attempts in flight while the integration is not probed. */
  cap: number
  /** Consecutive failures: each attempt began after the previous failure. */
  failures: number
  /** Lowest number of an attempt whose failure counts; earlier attempts were in flight at the last counted failure. */
  counts_from: number
  /** Earliest time of the next probe, in milliseconds since the epoch; null while the integration is not probed. */
  probe_at: number | null
  /** Seconds of the fastest success, while it is still representative; null before the first success. */
  quickest: number | null
  /** Lowest number of an attempt started under the current cap; earlier attempts do not adjust the cap. */
  follows_from: number
}

export type Outcome = 'succeeded' | 'failed' | 'overloaded'

export type EndedAttempt = {
  outcome: Outcome
  /** Number of the attempt; an integration's attempts are numbered in the order of their starts. */
  number: number
  /** Number of attempts that the integration has started so far. */
  started: number
  /** Seconds for which an overloaded endpoint requested a pause; null without a request. */
  retry_after: number | null
  /** Seconds from the start of the attempt to the response. */
  seconds: number
}

/** A new endpoint may need seconds per attempt and process attempts one at a time. */
const FIRST_CAP = 2
export const MAX_CAP = 64
/** Timeout of an attempt in seconds, including the connection. @operator */
const TIMEOUT_SECONDS = 10
/** Processing time in seconds above which more attempts in flight would only queue in the endpoint: a quarter of the timeout. */
const SLOW_SECONDS = TIMEOUT_SECONDS / 4
/** Attempts that take this many times as long as the fastest are queueing in the endpoint. */
const QUEUED_FACTOR = 1.5
/** Share of the timeout that attempts may take if the endpoint turns out to process them one after another. */
const MAX_PREDICTED_SHARE = 0.8
/** Consecutive failures after which an integration is probed. @operator */
const PROBE_AFTER = 10
const FIRST_PROBE_WAIT_MS = 1_000
/** Maximum milliseconds between probes, so that events arrive within 15 s of the recovery of an endpoint. @operator */
const MAX_PROBE_WAIT_MS = 10_000

export const firstPace: Pace = {
  ...{ cap: FIRST_CAP, failures: 0, counts_from: 0, probe_at: null },
  ...{ quickest: null, follows_from: FIRST_CAP },
}

/**
 * Adjusts the cap to the processing time of successes, and halves it if the endpoint is overloaded (no response, 429, 5xx).
 * Failures of concurrent attempts count once, since they have the same cause. Probing starts after `PROBE_AFTER` consecutive
 * failures, or at once if an overloaded endpoint requests a wait, and ends with a success.
 */
export function paceAfter(pace: Pace, ended: EndedAttempt, now: number): Pace {
  if (ended.outcome === 'succeeded') return afterSuccess(pace, ended)
  const requested_at = requestedAt(ended, now)
  const counts_from = ended.started
  // No probe starts before `probe_at`, so the job of this attempt was reserved before probing began.
  const startedBeforeProbing = pace.probe_at !== null && now < pace.probe_at
  if (ended.number < pace.counts_from || startedBeforeProbing) {
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

/** A success does not end a wait that the endpoint requested while the attempt was in flight. */
function afterSuccess(pace: Pace, ended: EndedAttempt): Pace {
  const isWaitRequested = pace.failures < PROBE_AFTER && ended.number < pace.counts_from
  const probe_at = isWaitRequested ? pace.probe_at : null
  return { ...pace, ...adjustedCap(pace, ended), failures: 0, probe_at }
}

/**
 * Cap after a success. Fast attempts raise it by one. Slow attempts adjust it once per round in flight: if they took longer than
 * the fastest, they queue in the endpoint, and the cap drops to the number that it processes in a quarter of the timeout;
 * otherwise the endpoint processes them in parallel, and the cap grows by half.
 */
function adjustedCap(pace: Pace, { seconds, number, started }: EndedAttempt): Partial<Pace> {
  const isOfThisCap = number >= pace.follows_from
  const quickest = pace.cap === 1 && isOfThisCap ? seconds : Math.min(pace.quickest ?? seconds, seconds)
  const isQueued = seconds >= QUEUED_FACTOR * quickest
  if (seconds < SLOW_SECONDS / 2 || (seconds < SLOW_SECONDS && !isQueued)) {
    return { cap: Math.min(MAX_CAP, pace.cap + 1), quickest }
  }
  if (!isOfThisCap || seconds < SLOW_SECONDS) return { quickest }
  const cap = isQueued ? Math.max(1, Math.floor((pace.cap * SLOW_SECONDS) / seconds)) : raisedCap(pace.cap, seconds)
  return { cap, quickest, follows_from: started }
}

/** Raises the cap by half, unless attempts would time out if the endpoint processed them one after another. */
function raisedCap(cap: number, seconds: number): number {
  const next = Math.min(MAX_CAP, cap + Math.max(1, cap >> 1))
  return (seconds * next) / cap > TIMEOUT_SECONDS * MAX_PREDICTED_SHARE ? cap : next
}

function requestedAt({ outcome, retry_after }: EndedAttempt, now: number): number | null {
  if (outcome !== 'overloaded' || retry_after === null || retry_after <= 0) return null
  return now + Math.min(MAX_PROBE_WAIT_MS, retry_after * 1_000)
}

/** Wait between two probes, which grows with the number of consecutive failures. */
export function probeWaitMs(failures: number): number {
  return Math.min(MAX_PROBE_WAIT_MS, FIRST_PROBE_WAIT_MS * 2 ** Math.min(20, Math.max(0, failures - PROBE_AFTER)))
}

export function isProbing(pace: Pace): boolean {
  return pace.probe_at !== null
}

export function concurrencyLimit(pace: Pace): number {
  return isProbing(pace) ? 1 : pace.cap
}

/** Prefetched jobs for a new endpoint: a burst waits in memory because a fast endpoint processes it within a few round trips. */
const FIRST_QUEUE = 512

/** Maximum number of prefetched jobs of this integration. */
export function prefetchLimit(pace: Pace): number {
  if (pace.failures > 0) return pace.cap
  return pace.quickest === null ? FIRST_QUEUE : 32 * pace.cap
}
