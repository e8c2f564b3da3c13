import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/duration.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { MAX_POINTS, parseRange, pointsOf, STEPS, type Step, slotOf } from '../../../src/series/rules/range.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const NOW = Date.parse('2026-11-25T15:42:07.123Z')
const MINUTES_SINCE = Date.parse('2026-11-23T15:00:00Z')
const bounds = { now: NOW, minutes_since: MINUTES_SINCE }
const names = Object.keys(STEPS) as Step[]

function problemOf(query: Parameters<typeof parseRange>[0]): string {
  try {
    parseRange(query, bounds)
  } catch (error) {
    if (error instanceof AppError) return error.problems[0]?.detail ?? ''
  }
  throw new Error('It was accepted.')
}

const anyQuery = fc.record({
  from: fc.integer({ min: NOW - 100 * DAY, max: NOW - 1 }),
  length: fc.oneof(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 1, max: 100 * DAY })),
  step: fc.option(fc.constantFrom(...names), { nil: undefined }),
})

test('steps cover the whole range without overlap, and each begins at its multiple in UTC', () => {
  fc.assert(
    fc.property(anyQuery, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (query, at) => {
      const { from, length, step } = query
      const to = from + length
      let range: ReturnType<typeof parseRange>
      try {
        range = parseRange({ from: String(from), to: String(to), step }, bounds)
      } catch (error) {
        // The range may be rejected only for its number of points or the age of its data.
        if (!(error instanceof AppError)) throw error
        const step_ms = STEPS[step ?? '1d']
        expect(length / step_ms > MAX_POINTS - 2 || (step_ms < HOUR && from - step_ms < MINUTES_SINCE)).toBe(true)
        return
      }
      const points = pointsOf(range)
      expect(Number.isInteger(points) && points >= 1 && points <= MAX_POINTS).toBe(true)
      expect([range.from % range.step_ms, range.to % range.step_ms]).toEqual([0, 0])
      expect(range.from <= from && range.to >= to).toBe(true)
      expect(range.from > from - range.step_ms && range.to < to + range.step_ms).toBe(true)
      const time = Math.floor(from + at * length)
      const slot = slotOf(time, range)
      expect(slot >= 0 && slot < points).toBe(true)
      const begins = range.from + slot * range.step_ms
      expect(time >= begins && time < begins + range.step_ms).toBe(true)
      // Each step ends where the next begins.
      expect(slotOf(begins, range)).toBe(slot)
      expect(slotOf(begins - 1, range)).toBe(slot - 1)
      // A minute or hour of the tables lies in a single step.
      const kept = range.step_ms < HOUR ? MINUTE : HOUR
      const row = Math.floor(time / kept) * kept
      if (row >= range.from) expect(slotOf(row, range)).toBe(slotOf(row + kept - 1, range))
    }),
    { numRuns: lawRuns(5_000) },
  )
})

test('the default step is the smallest allowed one, and the default range the last day', () => {
  const range = parseRange({}, bounds)
  expect(range).toMatchObject({ step: '1m', from: NOW - DAY - (NOW % MINUTE), to: NOW - (NOW % MINUTE) + MINUTE })
  expect(parseRange({ from: '2026-11-23T16:00:00Z' }, bounds).step).toBe('5m')
  expect(parseRange({ from: '2026-11-20' }, bounds).step).toBe('1h')
  expect(parseRange({ from: '2026-08-25' }, bounds).step).toBe('1d')
})

test('errors list the allowed values', () => {
  expect(problemOf({ from: 'yesterday' })).toMatch(/`from` must be a time: YYYY-MM-DD, RFC 3339/)
  expect(problemOf({ from: '2026-11-25', to: '2026-11-25' })).toMatch(/`from` must be before `to`/)
  expect(problemOf({ from: '2026-11-24', step: '1m' })).toMatch(
    /makes 2383 points .* at most 1500 .* use 5m or 1h or 1d/,
  )
  expect(problemOf({ from: '2026-11-20', step: '5m' })).toMatch(/at or after 2026-11-23T15:00:00.000Z; .*use 1h or 1d/)
  expect(problemOf({ from: '1970-01-01', step: '1d' })).toMatch(/ask for a shorter time/)
})
