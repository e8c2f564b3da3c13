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

function start(flight: InFlightLimiter, now: number, priority: Priority = 'first'): Permit {
  return flight.started('an integration', priority, now)
}

function mayStart(flight: InFlightLimiter, priority: Priority = 'first'): boolean {
  return flight.available().includes(priority)
}

test('retries, replays and attempts at endpoints in trouble fill a fifth of the places and no more', () => {
  const flight = makeLimiter()
  for (let index = 0; index < 25; index += 1) start(flight, 0, 'later')
  expect(flight.available()).toEqual(['first'])
  flight.reclassify(SLOW_AFTER.later)
  expect(flight.available()).toEqual(['first', 'later'])
})

test('at most 128 quick attempts are in flight', () => {
  const flight = makeLimiter()
  const permits = Array.from({ length: QUICK }, () => start(flight, 0))
  expect(mayStart(flight)).toBe(false)
  flight.ended(permits[40] as Permit)
  expect(mayStart(flight)).toBe(true)
  start(flight, 0)
  expect(mayStart(flight)).toBe(false)
})

test('attempts that hang make room for others: first ones after 300 ms, later ones after 100', () => {
  for (const priority of ['first', 'later'] as const) {
    const flight = makeLimiter()
    let started = 0
    for (; mayStart(flight, priority); started += 1) start(flight, 0, priority)
    expect(flight.reclassify(SLOW_AFTER[priority] - 1)).toHaveLength(0)
    expect(mayStart(flight, priority)).toBe(false)
    expect(flight.reclassify(SLOW_AFTER[priority])).toHaveLength(started)
    expect(mayStart(flight, priority)).toBe(true)
    expect(flight.count()).toBe(started)
  }
})

test('with 4,000 hanging attempts no later one is started until one of them ends; first ones are', () => {
  const flight = makeLimiter()
  const permits: Permit[] = []
  for (let now = 0; permits.length < SLOW; now += SLOW_AFTER.later) {
    while (mayStart(flight, 'later') && permits.length < SLOW) permits.push(start(flight, now, 'later'))
    flight.reclassify(now + SLOW_AFTER.later)
  }
  expect(flight.available()).toEqual(['first'])
  flight.ended(permits[0] as Permit)
  expect(mayStart(flight, 'later')).toBe(true)
})

/** What may happen to a flight: one starts, the one at a place among those in flight ends, time passes. */
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

test('whatever starts, ends and hangs, the counts are those of the attempts in flight', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const flight = makeLimiter()
      let now = 0
      let open: { permit: Permit; priority: Priority; at: number; slow: boolean }[] = []
      for (const one of steps) {
        if (one.kind === 'start')
          open.push({ permit: start(flight, now, one.priority), priority: one.priority, at: now, slow: false })
        if (one.kind === 'end' && open.length > 0) {
          const [ended] = open.splice(one.at % open.length, 1)
          flight.ended(ended?.permit as Permit)
        }
        if (one.kind === 'wait') {
          now += one.ms
          const isSlow = ({ priority, at }: { priority: Priority; at: number }) => now - at >= SLOW_AFTER[priority]
          const becoming = open.filter((each) => !each.slow && isSlow(each)).length
          expect(flight.reclassify(now)).toHaveLength(becoming)
          open = open.map((each) => ({ ...each, slow: each.slow || isSlow(each) }))
        }
        expect(flight.count()).toBe(open.length)
        const quick = open.filter(({ slow }) => !slow)
        expect(mayStart(flight)).toBe(quick.length < QUICK)
        expect(flight.isFull()).toBe(quick.length >= QUICK)
        const later = quick.filter(({ priority }) => priority === 'later').length
        expect(mayStart(flight, 'later')).toBe(quick.length < QUICK && later < QUICK_LATER)
      }
    }),
  )
})

test('while attempts are in flight it tells which have become slow, and otherwise it does nothing', () => {
  const slowed: Permit[] = []
  const flight = makeLimiter((permits) => slowed.push(...permits))
  expect(vi.getTimerCount()).toBe(0)
  const quick = start(flight, Date.now())
  const slow = start(flight, Date.now())
  flight.ended(quick)
  vi.advanceTimersByTime(SLOW_AFTER.first)
  expect(slowed).toEqual([slow])
  flight.ended(slow)
  vi.advanceTimersByTime(SLOW_AFTER.first)
  expect(vi.getTimerCount()).toBe(0)
  start(flight, Date.now())
  flight.stop()
  expect(vi.getTimerCount()).toBe(0)
})
