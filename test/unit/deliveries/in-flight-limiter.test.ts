import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InFlightLimiter, type Permit } from '../../../src/deliveries/worker/in-flight-limiter.ts'
import type { Priority } from '../../../src/deliveries/worker/lane.ts'

const QUICK = 128
const QUICK_LATER = 25
const SLOW = 4_000
const SLOW_AFTER = { first: 300, later: 100 }

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

function makeLimiter(onSlowed: (permits: readonly Permit[]) => void = () => {}): InFlightLimiter {
  return new InFlightLimiter({ clock: Date.now, onSlowed })
}

function start(limiter: InFlightLimiter, now: number, priority: Priority = 'first'): Permit {
  return limiter.started('an integration', priority, now)
}

function mayStart(limiter: InFlightLimiter, priority: Priority = 'first'): boolean {
  return limiter.available().includes(priority)
}

test('later attempts fill at most a fifth of the slots', () => {
  const limiter = makeLimiter()
  for (let index = 0; index < 25; index += 1) start(limiter, 0, 'later')
  expect(limiter.available()).toEqual(['first'])
  limiter.reclassify(SLOW_AFTER.later)
  expect(limiter.available()).toEqual(['first', 'later'])
})

test('allows at most 128 quick attempts in flight', () => {
  const limiter = makeLimiter()
  const permits = Array.from({ length: QUICK }, () => start(limiter, 0))
  expect(mayStart(limiter)).toBe(false)
  limiter.ended(permits[40] as Permit)
  expect(mayStart(limiter)).toBe(true)
  start(limiter, 0)
  expect(mayStart(limiter)).toBe(false)
})

test('a hanging attempt frees its slot after 300 ms if first, or 100 ms if later', () => {
  for (const priority of ['first', 'later'] as const) {
    const limiter = makeLimiter()
    let started = 0
    for (; mayStart(limiter, priority); started += 1) start(limiter, 0, priority)
    expect(limiter.reclassify(SLOW_AFTER[priority] - 1)).toHaveLength(0)
    expect(mayStart(limiter, priority)).toBe(false)
    expect(limiter.reclassify(SLOW_AFTER[priority])).toHaveLength(started)
    expect(mayStart(limiter, priority)).toBe(true)
    expect(limiter.count()).toBe(started)
  }
})

test('first attempts may start beside 4,000 hanging ones, but later attempts must wait', () => {
  const limiter = makeLimiter()
  const permits: Permit[] = []
  for (let now = 0; permits.length < SLOW; now += SLOW_AFTER.later) {
    while (mayStart(limiter, 'later') && permits.length < SLOW) permits.push(start(limiter, now, 'later'))
    limiter.reclassify(now + SLOW_AFTER.later)
  }
  expect(limiter.available()).toEqual(['first'])
  limiter.ended(permits[0] as Permit)
  expect(mayStart(limiter, 'later')).toBe(true)
})

/** Steps: start an attempt, end the in-flight attempt at an index, or let time pass. */
type Step = { kind: 'start'; priority: Priority } | { kind: 'end'; at: number } | { kind: 'wait'; ms: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      priority: fc.constantFrom<Priority>('first', 'later'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), at: fc.nat(500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(700) }) },
)

test('counts match the attempts in flight for any sequence of steps', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const limiter = makeLimiter()
      let now = 0
      let open: { permit: Permit; priority: Priority; at: number; slow: boolean }[] = []
      for (const one of steps) {
        if (one.kind === 'start')
          open.push({ permit: start(limiter, now, one.priority), priority: one.priority, at: now, slow: false })
        if (one.kind === 'end' && open.length > 0) {
          const [ended] = open.splice(one.at % open.length, 1)
          limiter.ended(ended?.permit as Permit)
        }
        if (one.kind === 'wait') {
          now += one.ms
          const isSlow = ({ priority, at }: { priority: Priority; at: number }) => now - at >= SLOW_AFTER[priority]
          const becoming = open.filter((each) => !each.slow && isSlow(each)).length
          expect(limiter.reclassify(now)).toHaveLength(becoming)
          open = open.map((each) => ({ ...each, slow: each.slow || isSlow(each) }))
        }
        expect(limiter.count()).toBe(open.length)
        const quick = open.filter(({ slow }) => !slow)
        expect(mayStart(limiter)).toBe(quick.length < QUICK)
        expect(limiter.isFull()).toBe(quick.length >= QUICK)
        const later = quick.filter(({ priority }) => priority === 'later').length
        expect(mayStart(limiter, 'later')).toBe(quick.length < QUICK && later < QUICK_LATER)
      }
    }),
  )
})

test('reports attempts that became slow, and has no timer when none is in flight', () => {
  const slowed: Permit[] = []
  const limiter = makeLimiter((permits) => slowed.push(...permits))
  expect(vi.getTimerCount()).toBe(0)
  const quick = start(limiter, Date.now())
  const slow = start(limiter, Date.now())
  limiter.ended(quick)
  vi.advanceTimersByTime(SLOW_AFTER.first)
  expect(slowed).toEqual([slow])
  limiter.ended(slow)
  vi.advanceTimersByTime(SLOW_AFTER.first)
  expect(vi.getTimerCount()).toBe(0)
  start(limiter, Date.now())
  limiter.stop()
  expect(vi.getTimerCount()).toBe(0)
})
