import { expect, test } from 'vitest'
import { simulateBurst } from '../../support/engine/simulated-endpoint.ts'

const EVENTS = 200

test.each([0.005, 0.1, 0.3, 0.63, 1, 2, 3, 4.5])(
  'a sequential endpoint of %d s per request is never idle and never overloaded',
  (seconds) => {
    const burst = simulateBurst({ events: EVENTS, seconds, at_a_time: 1 })
    expect(burst.timed_out).toBe(0)
    expect(burst.seconds).toBeLessThan(1.2 * EVENTS * seconds)
  },
)

test.each([0.3, 1, 2])(
  'an endpoint with four workers of %d s per request is never idle and never overloaded',
  (seconds) => {
    const burst = simulateBurst({ events: EVENTS, seconds, at_a_time: 4 })
    expect(burst.timed_out).toBe(0)
    expect(burst.seconds).toBeLessThan((1.2 * EVENTS * seconds) / 4)
  },
)

test.each([0.1, 1, 2, 3, 5])(
  'an endpoint with unlimited workers of %d s per request soon gets 64 at once',
  (seconds) => {
    const burst = simulateBurst({ events: 1_000, seconds, at_a_time: 1_000 })
    expect(burst.timed_out).toBe(0)
    expect(burst.max_in_flight).toBe(64)
    expect(burst.seconds_until_64).toBeLessThan(12 * seconds)
  },
)

test('a fast endpoint gets 64 at once within six round trips', () => {
  expect(simulateBurst({ events: 1_000, seconds: 0, at_a_time: 1_000 }).seconds_until_64).toBeLessThan(0.007)
})
