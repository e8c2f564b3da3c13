import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  concurrencyLimit,
  type EndedAttempt,
  firstPace,
  isProbing,
  type Outcome,
  type Pace,
  paceAfter,
  prefetchLimit,
} from '../../../src/deliveries/rules/pace.ts'

const NOW = 1_800_000_000_000
/** Duration of an attempt in seconds. */
const QUICK = 0.01
const outcome = fc.constantFrom<Outcome>('succeeded', 'failed', 'overloaded')
const failure = fc.constantFrom<Outcome>('failed', 'overloaded')
const outcomes = fc.array(outcome, { maxLength: 200 })

/** End of an attempt that began after all earlier ones had ended. */
function alone(outcome: Outcome, retry_after: number | null = null): EndedAttempt {
  return { outcome, number: Number.MAX_SAFE_INTEGER, started: 0, retry_after, seconds: QUICK }
}

function after(all: readonly Outcome[], start = firstPace): Pace {
  return all.reduce((pace, one) => paceAfter(pace, alone(one), NOW), start)
}

/** Starts as many attempts as allowed, which all end in the same way. */
function round(pace: Pace, started: number, outcome: Outcome): { pace: Pace; started: number } {
  const together = started + concurrencyLimit(pace)
  let next = pace
  for (let number = started; number < together; number += 1) {
    next = paceAfter(next, { outcome, number, started: together, retry_after: null, seconds: QUICK }, NOW)
  }
  return { pace: next, started: together }
}

test('allows at least one and at most 64 attempts in flight', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const most = concurrencyLimit(after(all))
      expect(most).toBeGreaterThanOrEqual(1)
      expect(most).toBeLessThanOrEqual(64)
      expect(Number.isInteger(most)).toBe(true)
    }),
  )
})

test('a quick success raises the cap by one, resets failures and ends probing', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      const next = paceAfter(pace, alone('succeeded'), NOW)
      expect(next).toMatchObject({ cap: Math.min(64, pace.cap + 1), failures: 0, probe_at: null })
      expect(isProbing(next)).toBe(false)
    }),
  )
})

test('an overload halves the cap, and any other failure leaves it', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      if (pace.failures >= 9) return
      expect(paceAfter(pace, alone('failed'), NOW).cap).toBe(pace.cap)
      expect(paceAfter(pace, alone('overloaded'), NOW).cap).toBe(Math.max(1, Math.floor(pace.cap / 2)))
    }),
  )
})

test('probing starts at the tenth consecutive failure, one attempt at a time', () => {
  fc.assert(
    fc.property(outcomes, fc.array(failure, { maxLength: 30 }), (all, more) => {
      const pace = after([...all, 'succeeded', ...more])
      expect(isProbing(pace)).toBe(more.length >= 10)
      if (isProbing(pace)) expect(concurrencyLimit(pace)).toBe(1)
    }),
  )
})

test('concurrent attempts count as one failure', () => {
  fc.assert(
    fc.property(failure, fc.integer({ min: 1, max: 9 }), (kind, rounds) => {
      let state = { pace: after(Array(62).fill('succeeded')), started: 62 }
      expect(concurrencyLimit(state.pace)).toBe(64)
      for (let count = 0; count < rounds; count += 1) state = round(state.pace, state.started, kind)
      expect(state.pace.failures).toBe(rounds)
      expect(isProbing(state.pace)).toBe(false)
      expect(concurrencyLimit(state.pace)).toBe(kind === 'overloaded' ? Math.max(1, 64 >> rounds) : 64)
    }),
  )
})

test('probes back off from one second to ten, doubling each time', () => {
  const waits: number[] = []
  let pace = after(Array(10).fill('failed'))
  for (let now = NOW; waits.length < 60; ) {
    const probe_at = Number(pace.probe_at)
    waits.push(probe_at - now)
    pace = paceAfter(pace, alone('failed'), probe_at)
    now = probe_at
  }
  expect(waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  expect(new Set(waits.slice(4))).toEqual(new Set([10_000]))
})

test('only a failed probe lengthens the wait for the next one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 30 }), fc.array(failure, { maxLength: 64 }), (failures, late) => {
      const started = 1_000
      const probing = Array.from({ length: failures }).reduce<Pace>(
        (pace) =>
          paceAfter(pace, { outcome: 'failed', number: started, started, retry_after: null, seconds: QUICK }, NOW),
        firstPace,
      )
      const ends = late.map((outcome, at) => ({ ...alone(outcome), number: started - 1 - at, started }))
      expect(ends.reduce((pace, end) => paceAfter(pace, end, NOW + 500), probing)).toEqual(probing)
    }),
  )
})

test('an attempt that ends before the probe is due is not a probe', () => {
  const probing = after(Array(10).fill('failed'))
  expect(paceAfter(probing, alone('overloaded'), NOW + 999)).toMatchObject({ failures: 10, probe_at: NOW + 1_000 })
  expect(paceAfter(probing, alone('overloaded'), NOW + 1_000)).toMatchObject({ failures: 11, probe_at: NOW + 3_000 })
})

test('an overloaded endpoint rests for its Retry-After, at most ten seconds', () => {
  const afterOverload = (seconds: number) => paceAfter(firstPace, alone('overloaded', seconds), NOW)
  expect(afterOverload(3)).toMatchObject({ cap: 1, failures: 1, probe_at: NOW + 3_000 })
  expect(afterOverload(3_600).probe_at).toBe(NOW + 10_000)
  expect(isProbing(afterOverload(0))).toBe(false)
  expect(isProbing(paceAfter(firstPace, alone('failed', 3), NOW))).toBe(false)
  const again = { ...alone('succeeded'), number: 5, started: 16 }
  const waiting = paceAfter(firstPace, { ...again, outcome: 'overloaded', retry_after: 3 }, NOW)
  expect(paceAfter(waiting, again, NOW)).toMatchObject({ failures: 0, probe_at: NOW + 3_000 })
  expect(paceAfter(waiting, { ...again, number: 16 }, NOW)).toMatchObject({ cap: 2, probe_at: null })
})

test('the queue holds cap jobs during failures, else 32 times the cap, or a burst at first', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      const healthy = all.length === 0 ? 512 : 32 * pace.cap
      expect(prefetchLimit(pace)).toBe(pace.failures > 0 ? pace.cap : healthy)
    }),
  )
})
