import { concurrencyLimit, firstPace, type Pace, paceAfter } from '../../../src/deliveries/rules/pace.ts'

const TIMEOUT_SECONDS = 10
const ROUND_TRIP_SECONDS = 0.001

export type Burst = {
  events: number
  seconds: number
  /** Requests processed concurrently; further requests queue at the endpoint. */
  at_a_time: number
}

type Attempt = { number: number; started_at: number; ended_at: number; succeeded: boolean }

/**
 * Simulates, in virtual seconds, how one worker's pacing handles a burst at an endpoint that finishes every request.
 */
export function simulateBurst({ events, seconds, at_a_time }: Burst) {
  const free_at = Array<number>(at_a_time).fill(0)
  const in_flight: Attempt[] = []
  const metrics = { seconds: 0, timed_out: 0, max_in_flight: 0, seconds_until_64: Number.POSITIVE_INFINITY }
  let pace: Pace = firstPace
  let waiting = events
  let started = 0
  const startAll = (now: number) => {
    for (; waiting > 0 && in_flight.length < concurrencyLimit(pace); waiting -= 1) {
      free_at.sort((one, other) => one - other)
      const done_at = Math.max(free_at[0] ?? 0, now + ROUND_TRIP_SECONDS / 2) + seconds
      free_at[0] = done_at
      const ended_at = Math.min(done_at + ROUND_TRIP_SECONDS / 2, now + TIMEOUT_SECONDS)
      in_flight.push({ number: started, started_at: now, ended_at, succeeded: ended_at < now + TIMEOUT_SECONDS })
      started += 1
    }
    metrics.max_in_flight = Math.max(metrics.max_in_flight, in_flight.length)
  }
  startAll(0)
  for (;;) {
    const attempt = in_flight.sort((one, other) => one.ended_at - other.ended_at).shift()
    if (attempt === undefined) return metrics
    const { number, ended_at: now, started_at, succeeded } = attempt
    const outcome = succeeded ? 'succeeded' : 'overloaded'
    pace = paceAfter(pace, { outcome, number, started, retry_after: null, seconds: now - started_at }, now * 1_000)
    if (!succeeded) {
      waiting += 1
      metrics.timed_out += 1
    }
    if (pace.cap === 64) metrics.seconds_until_64 = Math.min(metrics.seconds_until_64, now)
    metrics.seconds = now
    startAll(now)
  }
}
