import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  firstPace,
  isProbing,
  longestQueue,
  type Outcome,
  type Pace,
  paceAfter,
} from '../../../src/deliveries/rules/pace.ts'

const NOW = 1_800_000_000_000
const outcome = fc.constantFrom<Outcome>('succeeded', 'failed', 'overloaded')
const outcomes = fc.array(outcome, { maxLength: 200 })

function after(all: readonly Outcome[], start = firstPace): Pace {
  return all.reduce((pace, one) => paceAfter(pace, one, NOW), start)
}

test('the cap always lets one attempt through, and never more than 64 at once', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const { cap } = after(all)
      expect(cap).toBeGreaterThanOrEqual(1)
      expect(cap).toBeLessThanOrEqual(64)
      expect(Number.isInteger(cap)).toBe(true)
    }),
  )
})

test('a success raises the cap by one, forgets the failures and ends probing', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      const next = paceAfter(pace, 'succeeded', NOW)
      expect(next).toEqual({ cap: Math.min(64, pace.cap + 1), failures: 0, probe_at: 0 })
      expect(isProbing(next)).toBe(false)
    }),
  )
})

test('a sign of overload halves the cap, any other failure leaves it', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      if (pace.failures >= 9) return
      expect(paceAfter(pace, 'failed', NOW).cap).toBe(pace.cap)
      expect(paceAfter(pace, 'overloaded', NOW).cap).toBe(Math.max(1, Math.floor(pace.cap / 2)))
    }),
  )
})

test('an integration is probed from the tenth failure in a row on, one attempt at a time', () => {
  fc.assert(
    fc.property(
      outcomes,
      fc.array(fc.constantFrom<Outcome>('failed', 'overloaded'), { maxLength: 30 }),
      (all, more) => {
        const pace = after([...all, 'succeeded', ...more])
        expect(isProbing(pace)).toBe(more.length >= 10)
        if (isProbing(pace)) expect(pace.cap).toBe(1)
      },
    ),
  )
})

test('probes wait one second, then twice as long each time, never more than ten', () => {
  const waits = Array.from({ length: 60 }, (_, index) => after(Array(10 + index).fill('failed')).probe_at - NOW)
  expect(waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  expect(new Set(waits.slice(4))).toEqual(new Set([10_000]))
})

test('as many jobs as may run may also wait; more than that only while nothing fails', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const pace = after(all)
      expect(longestQueue(pace)).toBe(pace.failures > 0 ? pace.cap : 32 * pace.cap)
    }),
  )
})
