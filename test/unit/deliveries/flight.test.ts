import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Flight, type Ticket } from '../../../src/deliveries/flight.ts'

const QUICK = 128
const SLOW = 4_000
const SLOW_AFTER = 1_000

function start(flight: Flight, now: number): Ticket {
  return flight.started('an integration', 'first', now)
}

function mayStart(flight: Flight): boolean {
  return flight.room().includes('first')
}

test('retries, replays and attempts at endpoints in trouble fill a fifth of the places and no more', () => {
  const flight = new Flight()
  for (let index = 0; index < 25; index += 1) flight.started('in trouble', 'later', 0)
  expect(flight.room()).toEqual(['first'])
  flight.sort(SLOW_AFTER)
  expect(flight.room()).toEqual(['first', 'later'])
})

test('at most 128 attempts younger than a second are in flight', () => {
  const flight = new Flight()
  const tickets = Array.from({ length: QUICK }, () => start(flight, 0))
  expect(mayStart(flight)).toBe(false)
  flight.ended(tickets[40] as Ticket)
  expect(mayStart(flight)).toBe(true)
  start(flight, 0)
  expect(mayStart(flight)).toBe(false)
})

test('attempts that hang make room for others after a second', () => {
  const flight = new Flight()
  for (let index = 0; index < QUICK; index += 1) start(flight, 0)
  expect(flight.sort(SLOW_AFTER - 1)).toHaveLength(0)
  expect(mayStart(flight)).toBe(false)
  expect(flight.sort(SLOW_AFTER)).toHaveLength(QUICK)
  expect(mayStart(flight)).toBe(true)
  expect(flight.count()).toBe(QUICK)
})

test('with 4,000 hanging attempts nothing more is started until one of them ends', () => {
  const flight = new Flight()
  const tickets: Ticket[] = []
  for (let now = 0; tickets.length < SLOW; now += SLOW_AFTER) {
    while (mayStart(flight) && tickets.length < SLOW) tickets.push(start(flight, now))
    flight.sort(now + SLOW_AFTER)
  }
  expect(mayStart(flight)).toBe(false)
  flight.ended(tickets[0] as Ticket)
  expect(mayStart(flight)).toBe(true)
})

/** What may happen to a flight: one starts, the one at a place among those in flight ends, time passes. */
type Step = { kind: 'start' } | { kind: 'end'; at: number } | { kind: 'wait'; ms: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ kind: 'start' }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), at: fc.nat(500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(700) }) },
)

test('whatever starts, ends and hangs, the counts are those of the attempts in flight', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const flight = new Flight()
      let now = 0
      let open: { ticket: Ticket; at: number; slow: boolean }[] = []
      for (const one of steps) {
        if (one.kind === 'start') open.push({ ticket: start(flight, now), at: now, slow: false })
        if (one.kind === 'end' && open.length > 0) {
          const [ended] = open.splice(one.at % open.length, 1)
          flight.ended(ended?.ticket as Ticket)
        }
        if (one.kind === 'wait') {
          now += one.ms
          const becoming = open.filter(({ at, slow }) => !slow && now - at >= SLOW_AFTER).length
          expect(flight.sort(now)).toHaveLength(becoming)
          open = open.map((each) => ({ ...each, slow: now - each.at >= SLOW_AFTER }))
        }
        expect(flight.count()).toBe(open.length)
        expect(mayStart(flight)).toBe(open.filter(({ slow }) => !slow).length < QUICK)
      }
    }),
  )
})
