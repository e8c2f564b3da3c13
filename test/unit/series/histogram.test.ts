import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, merge, newDurations, newLatencies, quantileOf, trimmed } from '../../../src/series/rules/histogram.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const seconds = fc.oneof(fc.double({ min: 0.0001, max: 10, noNaN: true }), fc.constantFrom(0, 0.001, 0.002, 0.004, 10))

test('a percentile is off by at most a fifth, or by a millisecond below one', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.95, 0.99), (all, share) => {
      const histogram = newDurations()
      for (const one of all) addTo(histogram, one)
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0
      const estimate = quantileOf(trimmed(histogram), share) ?? Number.NaN
      const bound = Math.max(0.001, exact * 0.2)
      expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(bound)
    }),
    { numRuns: lawRuns(2_000) },
  )
})

test('merged histograms have the sum of both counts, and end at the last nonzero one', () => {
  fc.assert(
    fc.property(fc.array(seconds), fc.array(seconds), (some, others) => {
      const [one, other, both] = [newLatencies(), newLatencies(), newLatencies()]
      for (const value of some) addTo(one, value)
      for (const value of others) addTo(other, value)
      for (const value of [...some, ...others]) addTo(both, value)
      merge(one, other)
      expect([...one]).toEqual([...both])
      expect(trimmed(one).at(-1)).not.toBe(0)
    }),
    { numRuns: lawRuns(500) },
  )
})

test('values beyond the last bucket count in it, and an empty histogram has no percentile', () => {
  const histogram = newDurations()
  addTo(histogram, 86_400)
  expect(trimmed(histogram)).toHaveLength(29)
  expect(quantileOf([], 0.5)).toBeNull()
  expect(quantileOf([0, 0], 0.99)).toBeNull()
})
