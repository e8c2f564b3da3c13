import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_ZOOM_BYTES,
  MAX_ZOOM_DEPTH,
  MAX_ZOOM_PATHS,
  NO_ZOOM,
  parseZoom,
  printZoom,
} from '../../../src/storefront/hypermedia/zoom.ts'
import { anyText } from '../../support/any-text.ts'

const relation = fc.stringMatching(/^[a-z0-9._-]{1,6}$/)
const path = fc.array(relation, { minLength: 1, maxLength: 6 }).map((relations) => relations.join(':'))
const paths = fc.array(path, { maxLength: 30 })

/** Error message of a zoom, or null if it is valid. */
function complaintOf(text: string): string | null {
  try {
    parseZoom(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a zoom', () => {
  test('prints its distinct paths sorted, and parses what it prints to the same tree', () => {
    fc.assert(
      fc.property(paths, (requested) => {
        const zoom = parseZoom(requested.join(','))
        expect(printZoom(zoom)).toBe([...new Set(requested)].sort().join(','))
        expect(parseZoom(printZoom(zoom))).toEqual(zoom)
      }),
    )
  })

  test('is independent of order, case, repetition and blanks', () => {
    const written = paths.chain((requested) =>
      fc.record({
        requested: fc.constant(requested),
        shuffled: fc.shuffledSubarray([...requested, ...requested], { minLength: requested.length * 2 }),
        upper: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(written, ({ requested, shuffled, upper }) => {
        const text = shuffled.join(' , ').replaceAll(':', ' : ')
        const zoom = parseZoom(upper ? text.toUpperCase() : text)
        expect(zoom).toEqual(parseZoom(requested.join(',')))
        expect([...zoom.relations.keys()]).toEqual([...zoom.relations.keys()].sort())
      }),
    )
  })

  test('ignores invalid relations', () => {
    expect(parseZoom('')).toEqual(NO_ZOOM)
    expect(printZoom(parseZoom(',a::b,:a,b:,é,a b,{},total,,<script>:x'))).toBe('total')
  })

  test('names the limit that it exceeds, and never fails otherwise', () => {
    const deep = (length: number) => Array(length).fill('a').join(':')
    const wide = (length: number) => Array.from({ length }, (_, index) => `r${index}`).join(',')
    expect(complaintOf(deep(MAX_ZOOM_DEPTH))).toBeNull()
    expect(complaintOf(deep(MAX_ZOOM_DEPTH + 1))).toBe('zoom is a path of more than 20 relations.')
    expect(complaintOf(wide(MAX_ZOOM_PATHS))).toBeNull()
    expect(complaintOf(wide(MAX_ZOOM_PATHS + 1))).toBe('zoom is more than 200 paths.')
    expect(complaintOf('a'.repeat(MAX_ZOOM_BYTES))).toBeNull()
    expect(complaintOf('a'.repeat(MAX_ZOOM_BYTES + 1))).toBe('zoom is longer than 8192 bytes.')
    fc.assert(
      fc.property(anyText({ maxLength: 12_000 }), (text) => {
        expect(complaintOf(text) ?? 'zoom is fine').toMatch(/^zoom is /)
      }),
    )
  })
})
