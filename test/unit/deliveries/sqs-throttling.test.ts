import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../bench/support/failures/disturb.ts'
import { firstWait, waitAfter } from '../../../src/deliveries/targets/sqs/throttling.ts'

const MESSAGES = 5_000
/** Burst that a queue accepts after a pause, in seconds of its rate. */
const BURST_S = 0.1
const ROUND_TRIP_MS = 6

type Queue = {
  /** Messages accepted per second. */
  rate: number
  /** Share of the messages that it throttles at random. */
  share: number
  in_flight: number
}

/** Sends messages in virtual time, and returns the duration relative to the ideal one. */
function sendAll({ rate, share, in_flight }: Queue): number {
  const random = randomFrom(1)
  const most = rate * BURST_S
  let [tokens, filled_at, now, wait_ms, accepted] = [most, 0, 0, firstWait().ms, 0]
  const sends = Array.from({ length: in_flight }, () => random() * ROUND_TRIP_MS)
  while (accepted < MESSAGES) {
    now = Math.min(...sends)
    tokens = Math.min(most, tokens + ((now - filled_at) / 1000) * rate)
    filled_at = now
    const isTaken = tokens >= 1 && random() >= share
    wait_ms = waitAfter(wait_ms, isTaken ? 'accepted' : 'throttled')
    if (isTaken) [tokens, accepted] = [tokens - 1, accepted + 1]
    sends[sends.indexOf(now)] = now + ROUND_TRIP_MS + (isTaken ? 0 : wait_ms * (0.5 + 0.5 * random()))
  }
  return now / ((MESSAGES / rate) * 1000)
}

describe('a queue that throttles', () => {
  test.each([100, 250, 500, 1_000, 2_000, 3_000])('gets its full rate of %i messages a second', (rate) => {
    for (const in_flight of [64, 128]) {
      for (const share of [0, 0.3]) expect(sendAll({ rate, share, in_flight })).toBeLessThan(1.1)
    }
  })

  test('gets waits between 20 and 500 ms', () => {
    let wait_ms = firstWait().ms
    for (let times = 0; times < 100; times += 1) wait_ms = waitAfter(wait_ms, 'throttled')
    expect(wait_ms).toBe(500)
    for (let times = 0; times < 100; times += 1) wait_ms = waitAfter(wait_ms, 'accepted')
    expect(wait_ms).toBe(20)
  })
})
