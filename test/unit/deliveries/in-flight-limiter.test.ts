import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InFlightLimiter, type Permit } from '../../../src/deliveries/worker/in-flight-limiter.ts'
import type { Turn } from '../../../src/deliveries/worker/lanes.ts'

const QUICK = 128
const QUICK_LATER = 25
const SLOW = 4_000
const SLOW_AFTER = { first: 300, later: 100 }

function start(flight: InFlightLimiter, now: number, turn: Turn = 'first'): Permit {
  return flight.started('an integration', turn, now)
}

function mayStart(flight: InFlightLimiter, turn: Turn = 'first'): boolean {
  return flight.room().includes(turn)
}

test('retries, replays and attempts at endpoints in trouble fill a fifth of the places and no more', () => {
  const flight = new InFlightLimiter()
  for (let index = 0; index < 25; index += 1) start(flight, 0, 'later')
  expect(flight.room()).toEqual(['first'])
  flight.sort(SLOW_AFTER.later)
  expect(flight.room()).toEqual(['first', 'later'])
})

test('at most 128 quick attempts are in flight', () => {
  const flight = new InFlightLimiter()
  const tickets = Array.from({ length: QUICK }, () => start(flight, 0))
  expect(mayStart(flight)).toBe(false)
  flight.ended(tickets[40] as Permit)
  expect(mayStart(flight)).toBe(true)
  start(flight, 0)
  expect(mayStart(flight)).toBe(false)
})

test('attempts that hang make room for others: first ones after 300 ms, later ones after 100', () => {
  for (const turn of ['first', 'later'] as const) {
    const flight = new InFlightLimiter()
    let started = 0
    for (; mayStart(flight, turn); started += 1) start(flight, 0, turn)
    expect(flight.sort(SLOW_AFTER[turn] - 1)).toHaveLength(0)
    expect(mayStart(flight, turn)).toBe(false)
    expect(flight.sort(SLOW_AFTER[turn])).toHaveLength(started)
    expect(mayStart(flight, turn)).toBe(true)
    expect(flight.count()).toBe(started)
  }
})

test('with 4,000 hanging attempts no later one is started until one of them ends; first ones are', () => {
  const flight = new InFlightLimiter()
  const tickets: Permit[] = []
  for (let now = 0; tickets.length < SLOW; now += SLOW_AFTER.later) {
    while (mayStart(flight, 'later') && tickets.length < SLOW) tickets.push(start(flight, now, 'later'))
    flight.sort(now + SLOW_AFTER.later)
  }
  expect(flight.room()).toEqual(['first'])
  flight.ended(tickets[0] as Permit)
  expect(mayStart(flight, 'later')).toBe(true)
})

/** What may happen to a flight: one starts, the one at a place among those in flight ends, time passes. */
type Step = { kind: 'start'; turn: Turn } | { kind: 'end'; at: number } | { kind: 'wait'; ms: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('start' as const), turn: fc.constantFrom<Turn>('first', 'later') }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), at: fc.nat(500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(700) }) },
)

test('whatever starts, ends and hangs, the counts are those of the attempts in flight', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const flight = new InFlightLimiter()
      let now = 0
      let open: { ticket: Permit; turn: Turn; at: number; slow: boolean }[] = []
      for (const one of steps) {
        if (one.kind === 'start')
          open.push({ ticket: start(flight, now, one.turn), turn: one.turn, at: now, slow: false })
        if (one.kind === 'end' && open.length > 0) {
          const [ended] = open.splice(one.at % open.length, 1)
          flight.ended(ended?.ticket as Permit)
        }
        if (one.kind === 'wait') {
          now += one.ms
          const isSlow = ({ turn, at }: { turn: Turn; at: number }) => now - at >= SLOW_AFTER[turn]
          const becoming = open.filter((each) => !each.slow && isSlow(each)).length
          expect(flight.sort(now)).toHaveLength(becoming)
          open = open.map((each) => ({ ...each, slow: each.slow || isSlow(each) }))
        }
        expect(flight.count()).toBe(open.length)
        const quick = open.filter(({ slow }) => !slow)
        expect(mayStart(flight)).toBe(quick.length < QUICK)
        expect(flight.isFull()).toBe(quick.length >= QUICK)
        const later = quick.filter(({ turn }) => turn === 'later').length
        expect(mayStart(flight, 'later')).toBe(quick.length < QUICK && later < QUICK_LATER)
      }
    }),
  )
})
