import { expect, test } from 'vitest'
import { simulateBurst } from '../../support/engine/simulated-endpoint.ts'

const EVENTS = 200

test.each([0.005, 0.1, 0.3, 0.63, 1, 2, 3, 4.5])(
  'an endpoint that makes one request at a time, in %d s, gets each once and is never idle',
  (seconds) => {
    const burst = simulateBurst({ events: EVENTS, seconds, at_a_time: 1 })
    expect(burst.timed_out).toBe(0)
    expect(burst.seconds).toBeLessThan(1.2 * EVENTS * seconds)
  },
)

test.each([0.3, 1, 2])(
  'an endpoint of four workers, %d s each, gets each request once and is never idle',
  (seconds) => {
    const burst = simulateBurst({ events: EVENTS, seconds, at_a_time: 4 })
    expect(burst.timed_out).toBe(0)
    expect(burst.seconds).toBeLessThan((1.2 * EVENTS * seconds) / 4)
  },
)

test.each([0.1, 1, 2, 3, 5])('an endpoint that makes any number at the same time, in %d s, soon gets 64', (seconds) => {
  const burst = simulateBurst({ events: 1_000, seconds, at_a_time: 1_000 })
  expect(burst.timed_out).toBe(0)
  expect(burst.max_in_flight).toBe(64)
  expect(burst.seconds_until_64).toBeLessThan(12 * seconds)
})

test('a fast endpoint gets 64 within six round trips', () => {
  expect(simulateBurst({ events: 1_000, seconds: 0, at_a_time: 1_000 }).seconds_until_64).toBeLessThan(0.007)
})
