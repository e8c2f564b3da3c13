import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressedAxis, labeledMoments } from '../../src/ui/timeline/timeline-axis.ts'

const moments = fc.array(fc.oneof(fc.nat(100), fc.nat(1_000_000_000)), { minLength: 2, maxLength: 40 })

test('later moments are further right, from 0 to 1, and moments outside are at the ends', () => {
  fc.assert(
    fc.property(moments, fc.nat(1_000_000_000), fc.nat(1_000_000_000), (times, one, other) => {
      const { at, parts } = compressedAxis(times)
      expect(at(Math.min(one, other))).toBeLessThanOrEqual(at(Math.max(one, other)) + 1e-9)
      if (parts.length === 0) return
      expect(at(Math.min(...times) - 1)).toBe(0)
      expect(at(Math.max(...times))).toBe(1)
      expect(at(Math.max(...times) + 1)).toBe(1)
    }),
  )
})

test('parts fill the width without gaps, all visible, and longer ones are never narrower', () => {
  fc.assert(
    fc.property(moments, (times) => {
      const { parts } = compressedAxis(times)
      for (const [index, part] of parts.entries()) {
        expect(part.start).toBe(parts[index - 1]?.end ?? 0)
        expect(part.end - part.start).toBeGreaterThanOrEqual(Math.min(0.035, 1 / (2 * parts.length)) - 1e-9)
        for (const other of parts)
          if (part.to - part.from > other.to - other.from)
            expect(part.end - part.start).toBeGreaterThanOrEqual(other.end - other.start - 1e-9)
      }
    }),
  )
})

test('12 ms beside 10 minutes are both visible, and the long wait is marked', () => {
  const { parts } = compressedAxis([0, 12, 600_012, 600_030])
  const widths = parts.map(({ start, end }) => end - start)
  expect(widths[0]).toBeGreaterThan(0.05)
  expect(widths[1]).toBeLessThan(0.9)
  expect(compressedAxis([0, 10, 20]).parts.map(({ compressed }) => compressed)).toEqual([false, false])
  expect(
    compressedAxis(Array.from({ length: 12 }, (_, index) => index * 5).concat(600_000)).parts.at(-1),
  ).toMatchObject({
    compressed: true,
  })
})

test('labels keep a minimum distance', () => {
  fc.assert(
    fc.property(moments, (times) => {
      const axis = compressedAxis(times)
      const shares = labeledMoments(axis, 0.1).map(axis.at)
      for (const [index, share] of shares.entries())
        if (index > 0) expect(share - (shares[index - 1] ?? 0)).toBeGreaterThanOrEqual(0.1 - 1e-9)
    }),
  )
})

test('the end of an axis has a label', () => {
  fc.assert(
    fc.property(moments, (times) => {
      const labeled = labeledMoments(compressedAxis(times), 0.1)
      if (labeled.length > 0) expect(labeled).toContain(Math.max(...times))
    }),
  )
})
