import { addTo, type Histogram, merge, newDurations, newLatencies } from './histogram.ts'

export type Counts = {
  events: number
  attempts: number
  /** Attempts that succeeded. */
  succeeded: number
  jobs_succeeded: number
  jobs_failed: number
  jobs_cancelled: number
  /** Total seconds of all attempts. */
  duration: number
}

export type Counter = Counts & {
  durations: Histogram
  /** Seconds from an event to the start of its first attempt. */
  latencies: Histogram
}

export const COUNTS = [
  'events',
  'attempts',
  'succeeded',
  'jobs_succeeded',
  'jobs_failed',
  'jobs_cancelled',
  'duration',
] as const satisfies readonly (keyof Counts)[]

export const NO_COUNTS: Counts = {
  events: 0,
  attempts: 0,
  succeeded: 0,
  jobs_succeeded: 0,
  jobs_failed: 0,
  jobs_cancelled: 0,
  duration: 0,
}

export function newCounter(): Counter {
  return { ...NO_COUNTS, durations: newDurations(), latencies: newLatencies() }
}

export type Attempted = {
  succeeded: boolean
  /** Seconds of the exchange; null if nothing was sent. */
  duration: number | null
  /** Seconds since the event; null unless it is the first attempt. */
  latency: number | null
}

export function countAttempt(counter: Counter, { succeeded, duration, latency }: Attempted): void {
  counter.attempts += 1
  if (succeeded) counter.succeeded += 1
  if (duration !== null) {
    counter.duration += duration
    addTo(counter.durations, duration)
  }
  if (latency !== null) addTo(counter.latencies, latency)
}

export function mergeCounters(into: Counter, other: Counter): void {
  for (const name of COUNTS) into[name] += other[name]
  merge(into.durations, other.durations)
  merge(into.latencies, other.latencies)
}
