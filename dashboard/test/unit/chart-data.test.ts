import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisTime, stacked } from '../../src/ui/charts/chart-data.ts'

const column = fc.array(fc.option(fc.nat(1_000)), { minLength: 3, maxLength: 3 })

test('the top of a stack equals the sum of its values', () => {
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 5 }), (series) => {
      const tops = stacked(series)
      for (const index of [0, 1, 2]) {
        const heights = tops.map((values) => values[index]).filter((top) => top !== null)
        const sum = series.reduce((total, values) => total + (values[index] ?? 0), 0)
        expect(heights.at(-1) ?? 0).toBe(sum)
        expect(heights).toEqual(heights.toSorted((one, other) => Number(one) - Number(other)))
      }
    }),
  )
})

test('an axis shows times, and dates at midnight or for steps of days', () => {
  const noon = Date.UTC(2026, 10, 25, 12, 30, 15)
  expect(axisTime(noon, 3_600_000, 'UTC')).toBe('12:30')
  expect(axisTime(noon, 1_000, 'UTC')).toBe('12:30:15')
  expect(axisTime(Date.UTC(2026, 10, 25), 3_600_000, 'UTC')).toMatch(/25/)
  expect(axisTime(noon, 86_400_000, 'UTC')).toMatch(/25/)
})
