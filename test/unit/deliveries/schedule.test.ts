import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Next, Verdict } from '../../../src/deliveries/attempt.ts'
import { next } from '../../../src/deliveries/rules/schedule.ts'

const schedule = [5, 30, 120]
const now = 1_760_000_000_000
const DAY = 86_400

function failed(retry_after: number | null = null, final = false): Verdict {
  return { succeeded: false, detail: 'no', retry_after, final }
}

/** Seconds until the next attempt, or null if there is none. */
function wait(result: Next): number | null {
  return result.status === 'pending' ? (result.next_at - now) / 1000 : null
}

test('a success ends the job', () => {
  expect(next({ succeeded: true }, { step: 2 }, schedule, now, 0.5)).toStrictEqual({ status: 'succeeded' })
})

test('each failure takes one step and waits as scheduled', () => {
  const waits = [0, 1, 2].map((step) => next(failed(), { step }, schedule, now, 0.5))
  expect(waits).toStrictEqual([
    { status: 'pending', next_at: now + 5_000, step: 1 },
    { status: 'pending', next_at: now + 30_000, step: 2 },
    { status: 'pending', next_at: now + 120_000, step: 3 },
  ])
})

test('the job fails after the last step', () => {
  expect(next(failed(), { step: 3 }, schedule, now, 0)).toStrictEqual({ status: 'failed' })
  expect(next(failed(60), { step: 3 }, schedule, now, 0)).toStrictEqual({ status: 'failed' })
  expect(next(failed(), { step: 0 }, [], now, 0)).toStrictEqual({ status: 'failed' })
})

test('a final failure ends the job', () => {
  expect(next(failed(null, true), { step: 0 }, schedule, now, 0)).toStrictEqual({ status: 'failed' })
})

test('Retry-After extends a wait up to 24 hours, and never shortens it', () => {
  expect(wait(next(failed(60), { step: 0 }, schedule, now, 0))).toBe(60)
  expect(wait(next(failed(1), { step: 0 }, schedule, now, 0.5))).toBe(5)
  expect(wait(next(failed(10 * DAY), { step: 0 }, schedule, now, 0.5))).toBe(DAY)
})

describe('every schedule, step and random number', () => {
  const waits = fc.array(fc.integer({ min: 1, max: 604_800 }), { minLength: 1, maxLength: 30 })
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const retryAfters = fc.option(fc.oneof(fc.nat(), fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY)))

  test('a wait stays within a fifth of its step unless the receiver requests more', () => {
    fc.assert(
      fc.property(waits, fc.nat(29), chance, retryAfters, (schedule, at, random, retry_after) => {
        const step = at % schedule.length
        const planned = schedule[step] ?? 0
        const longest = Math.max(1.2 * planned, Math.min(retry_after ?? 0, DAY))
        const result = next(failed(retry_after), { step }, schedule, now, random)
        const seconds = wait(result) ?? Number.NaN
        expect(result).toMatchObject({ status: 'pending', step: step + 1 })
        expect(seconds).toBeGreaterThanOrEqual(0.8 * planned - 0.001)
        expect(seconds).toBeLessThanOrEqual(longest + 0.001)
        expect(Number.isSafeInteger(result.status === 'pending' && result.next_at)).toBe(true)
      }),
    )
  })

  test('a longer Retry-After never shortens the wait', () => {
    fc.assert(
      fc.property(waits, fc.nat(29), chance, fc.nat(2 * DAY), fc.nat(2 * DAY), (schedule, at, random, a, b) => {
        const step = at % schedule.length
        const [shorter, longer] = [Math.min(a, b), Math.max(a, b)]
        const first = wait(next(failed(shorter), { step }, schedule, now, random)) ?? 0
        expect(wait(next(failed(longer), { step }, schedule, now, random))).toBeGreaterThanOrEqual(first)
      }),
    )
  })

  test('a failing job is attempted once more than there are waits', () => {
    fc.assert(
      fc.property(waits, chance, (schedule, random) => {
        let attempts = 1
        let step = 0
        for (let result = next(failed(), { step }, schedule, now, random); result.status === 'pending'; attempts++) {
          step = result.step
          result = next(failed(), { step }, schedule, now, random)
        }
        expect(attempts).toBe(schedule.length + 1)
      }),
    )
  })
})
