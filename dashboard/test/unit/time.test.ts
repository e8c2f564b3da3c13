import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeRange,
  formatDuration,
  formatFull,
  formatLocal,
  formatRelative,
  formatTime,
  formatUtc,
  inZone,
  parseRange,
  printRange,
  type Range,
  resolveRange,
} from '../../src/kit/values/time.ts'

const NOW = Date.parse('2026-11-25T14:02:03.123Z')
const UNIT = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

function isUnit(text: string): text is keyof typeof UNIT {
  return Object.hasOwn(UNIT, text)
}

/** Milliseconds in the text of a duration, and its smallest unit. */
function readDuration(text: string): { total: number; step: number } {
  const pairs = [...text.matchAll(/([\d.]+) ([a-z]+)/g)]
  let [total, step] = [0, Number.POSITIVE_INFINITY]
  for (const [, number = '', unit = ''] of pairs) {
    if (!isUnit(unit)) throw new Error(`no unit: ${text}`)
    total += Number(number) * UNIT[unit]
    step = UNIT[unit]
  }
  return { total, step }
}

describe('durations', () => {
  test.each([
    [0, '0 ms'],
    [0.5, '0.5 ms'],
    [4.272029, '4.3 ms'],
    [12, '12 ms'],
    [999.7, '1 s'],
    [1400, '1.4 s'],
    [59_960, '1 min'],
    [200_000, '3 min 20 s'],
    [3_599_600, '1 h'],
    [7_500_000, '2 h 5 min'],
    [2 * UNIT.d + 4 * UNIT.h, '2 d 4 h'],
    [86_399_900, '1 d'],
    [-1400, '-1.4 s'],
  ])('%d ms', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })

  test('a duration is as close as its smallest unit allows, at most a twentieth off', () => {
    const size = fc.oneof(fc.integer({ min: 10, max: 10_000 }), fc.integer({ min: 10, max: 4_000_000_000 }))
    fc.assert(
      fc.property(size, (milliseconds) => {
        const { total, step } = readDuration(formatDuration(milliseconds))
        expect(Math.abs(total - milliseconds)).toBeLessThanOrEqual(Math.max(step, 1000) / 2)
        expect(Math.abs(total - milliseconds)).toBeLessThanOrEqual(milliseconds / 20)
      }),
    )
  })

  test('no unit reaches the next one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (milliseconds) => {
        expect(formatDuration(milliseconds)).not.toMatch(/\b(1000 ms|60 s|60 min|24 h)/)
      }),
    )
  })
})

describe('times', () => {
  test('are local, UTC or relative', () => {
    expect(formatUtc(NOW)).toBe('Nov 25, 2026, 14:02:03 UTC')
    expect(formatLocal('2026-11-25T14:02:03.123Z', 'Europe/Prague')).toBe('Nov 25, 2026, 15:02:03')
    expect(formatFull(NOW, 'Europe/Prague')).toBe('Nov 25, 2026, 15:02:03.123 GMT+1')
    expect(formatUtc('2026-11-25T00:00:00Z')).toBe('Nov 25, 2026, 00:00:00 UTC')
    expect(formatTime(NOW - 180_000, 'relative', NOW)).toBe('3 min ago')
    expect(formatTime(NOW, 'utc', NOW)).toBe(formatUtc(NOW))
  })

  test.each([
    [0, 'now'],
    [-400, 'now'],
    [-900, '1 s ago'],
    [12_000, 'in 12 s'],
    [-59_999, '59 s ago'],
    [-3 * UNIT.min, '3 min ago'],
    [-26 * UNIT.h, '1 d ago'],
  ])('%d ms from now', (distance, text) => {
    expect(formatRelative(NOW + distance, NOW)).toBe(text)
  })

  test('are empty if they are invalid', () => {
    expect([formatLocal('x'), formatUtc('x'), formatFull('x'), formatRelative('x', NOW)]).toEqual(['', '', '', ''])
  })
})

describe('ranges', () => {
  const last = fc.record({
    kind: fc.constant('last' as const),
    amount: fc.integer({ min: 1, max: 3650 }),
    unit: fc.constantFrom('m' as const, 'h' as const, 'd' as const),
  })
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
  const between = fc
    .tuple(moment, fc.option(fc.integer({ min: 1, max: 1e10 })))
    .map(([from, length]): Range => ({ kind: 'between', from, to: length === null ? null : from + length }))

  test('parse as they are printed', () => {
    fc.assert(
      fc.property(fc.oneof(last, between), (range) => {
        expect(parseRange(printRange(range))).toEqual(range)
      }),
    )
  })

  test('end after they begin', () => {
    fc.assert(
      fc.property(last, (range) => {
        const { from, to } = resolveRange(range, NOW)
        expect(from).toBeLessThan(to)
        expect(to).toBe(NOW)
      }),
    )
  })

  test('parse from a URL', () => {
    expect(parseRange('24h')).toEqual({ kind: 'last', amount: 24, unit: 'h' })
    const day = parseRange('2026-11-24..2026-11-25')
    expect(day).toEqual({ kind: 'between', from: Date.parse('2026-11-24'), to: Date.parse('2026-11-25') })
    expect(describeRange({ kind: 'last', amount: 24, unit: 'h' })).toBe('Last 24 hours')
    expect(describeRange({ kind: 'last', amount: 1, unit: 'd' })).toBe('Last day')
    expect(describeRange({ kind: 'between', from: NOW, to: null }, 'UTC')).toBe('Since Nov 25, 2026, 14:02:03')
  })

  test.each(['', '0h', '24', 'h', '-1h', '9999d', '..', 'a..b', '2026-11-25..2026-11-24', '2026-11-25', 'toString'])(
    '%s is not a range',
    (text) => {
      expect(parseRange(text)).toBeNull()
    },
  )
})

describe('times in sentences of the API', () => {
  const sentence = 'Fails since 16:26 UTC: Connection refused; the last at 2026-11-24 23:05 UTC.'

  test('are printed in the zone of the page, with their date', () => {
    expect(inZone(sentence, 'local', NOW, 'America/Los_Angeles')).toBe(
      'Fails since Nov 25, 2026, 08:26:00: Connection refused; the last at Nov 24, 2026, 15:05:00.',
    )
    expect(inZone(sentence, 'utc', NOW)).toBe(
      'Fails since Nov 25, 2026, 16:26:00 UTC: Connection refused; the last at Nov 24, 2026, 23:05:00 UTC.',
    )
    expect(inZone(`Disabled then ${formatUtc(NOW)}`, 'local', NOW, 'America/Los_Angeles')).toBe(
      'Disabled then Nov 25, 2026, 06:02:03',
    )
  })

  test('leave other texts as they are', () => {
    expect(inZone('It waits 16:26 h for the UTC office.', 'local', NOW)).toBe('It waits 16:26 h for the UTC office.')
  })
})
