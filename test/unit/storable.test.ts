import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storable, storableJson } from '../../src/kernel/text/storable.ts'
import { lawRuns } from '../support/measures/law-runs.ts'

/** Any UTF-16, well-formed or not, with frequent U+0000 and surrogates. */
const unit = fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const text = fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units))

function isStorable(written: string): boolean {
  return written.isWellFormed() && !written.includes('\0')
}

test('any text becomes one that PostgreSQL stores, up to the given length', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 50 }), (given, max_length) => {
      const stored = storable(given, max_length)
      expect(isStorable(stored)).toBe(true)
      expect(stored.length).toBe(Math.min(given.length, max_length))
      if (isStorable(given) && given.length <= max_length) expect(stored).toBe(given)
    }),
    { numRuns: lawRuns(5_000) },
  )
})

test('any headers become JSON of storable texts, and storable ones stay unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text), (given) => {
      const json = storableJson(given)
      const read: Record<string, string> = JSON.parse(json)
      expect(isStorable(json)).toBe(true)
      expect(Object.entries(read).flat().every(isStorable)).toBe(true)
      if (Object.entries(given).flat().every(isStorable)) expect(read).toEqual({ ...given })
    }),
    { numRuns: lawRuns(5_000) },
  )
})

test('headers of a megabyte are cut to 64 KiB of complete names and values', () => {
  const given = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x-${index}`, 'y'.repeat(1_000)]))
  const json = storableJson(given)
  expect(json.length).toBeLessThanOrEqual(65_536)
  const read: Record<string, string> = JSON.parse(json)
  expect(Object.keys(read).length).toBeGreaterThan(50)
  expect(given).toMatchObject(read)
})
