import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countedTotal,
  type Page,
  type PageRows,
  pageNumbers,
  pageOffsets,
  type Total,
  totalMethods,
  totalStep,
} from '../../src/kernel/lists/page.ts'

const exact = (total: number): Total => ({ total, total_method: 'exact' })
const page = (limit: number, offset: number, total_method: Page['total_method'] = 'lower_bound'): Page => ({
  limit,
  offset,
  total_method,
})

/** Rows that a page of a list of `size` records has. */
function rowsOf({ limit, offset }: Page, size: number): PageRows {
  return { rows: Math.max(0, Math.min(limit, size - offset)), more: size > offset + limit }
}

/** Total that a list of `size` records reports. */
function totalOf(requested: Page, size: number): Total {
  const step = totalStep(requested, rowsOf(requested, size))
  if (step.kind === 'known') return step.total
  return countedTotal(Math.min(size, step.at_most ?? size), step.at_most)
}

describe('page numbers', () => {
  test.each([
    [25, 0, 0, { limit: 25, offset: 0, current: 1, total: 0 }],
    [25, 0, 1, { limit: 25, offset: 0, current: 1, total: 1 }],
    [25, 0, 25, { limit: 25, offset: 0, current: 1, total: 1 }],
    [25, 25, 26, { limit: 25, offset: 25, current: 2, total: 2 }],
    [10, 15, 26, { limit: 10, offset: 15, current: 2, total: 3 }],
    [10, 90, 26, { limit: 10, offset: 90, current: 10, total: 3 }],
  ])('limit %i, offset %i, %i records', (limit, offset, total, numbers) => {
    expect(pageNumbers(page(limit, offset), total)).toEqual(numbers)
  })
})

describe('total', () => {
  test('observed is one past the page, and the exact number on the last page', () => {
    expect(totalOf(page(25, 0, 'observed'), 200)).toEqual({ total: 26, total_method: 'observed' })
    expect(totalOf(page(25, 175, 'observed'), 200)).toEqual(exact(200))
    expect(totalOf(page(25, 190, 'observed'), 200)).toEqual(exact(200))
  })

  test('lower_bound is exact up to 10,000 and stops there', () => {
    expect(totalOf(page(25, 0), 9_999)).toEqual(exact(9_999))
    expect(totalOf(page(25, 0), 10_000)).toEqual(exact(10_000))
    expect(totalOf(page(25, 0), 10_001)).toEqual({ total: 10_000, total_method: 'lower_bound' })
    expect(totalOf(page(25, 0), 1_000_000)).toEqual({ total: 10_000, total_method: 'lower_bound' })
  })

  test('a page beyond 10,000 never reports fewer records than it shows', () => {
    expect(totalOf(page(25, 20_000), 1_000_000)).toEqual({ total: 20_026, total_method: 'lower_bound' })
    expect(totalOf(page(25, 20_000), 20_010)).toEqual(exact(20_010))
  })

  test('exact is exact', () => {
    expect(totalOf(page(25, 0, 'exact'), 1_000_000)).toEqual(exact(1_000_000))
  })

  test('needs no count when the page itself determines the total', () => {
    expect(totalStep(page(25, 0, 'exact'), { rows: 0, more: false })).toEqual({ kind: 'known', total: exact(0) })
    expect(totalStep(page(25, 0, 'exact'), { rows: 25, more: false })).toEqual({ kind: 'known', total: exact(25) })
    expect(totalStep(page(25, 50, 'exact'), { rows: 7, more: false })).toEqual({ kind: 'known', total: exact(57) })
  })

  test('never exceeds the true number, is exact only if it equals it, and covers the page', () => {
    const pages = fc.record({
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 9_800, max: 30_000 })),
      total_method: fc.constantFrom(...totalMethods),
    })
    const sizes = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 9_900, max: 30_100 }))
    fc.assert(
      fc.property(pages, sizes, (requested, size) => {
        const { total, total_method } = totalOf(requested, size)
        const { rows, more } = rowsOf(requested, size)
        expect(total).toBeLessThanOrEqual(size)
        if (rows > 0) expect(total).toBeGreaterThanOrEqual(requested.offset + rows + (more ? 1 : 0))
        if (total_method === 'exact') expect(total).toBe(size)
        if (requested.total_method === 'exact') expect(total_method).toBe('exact')
      }),
    )
  })
})

describe('page links', () => {
  test('lead from the first, a middle and the last page to their neighbors', () => {
    expect(pageOffsets(page(25, 0), exact(60), true, null)).toEqual({ first: 0, last: 50, prev: null, next: 25 })
    expect(pageOffsets(page(25, 25), exact(60), true, null)).toEqual({ first: 0, last: 50, prev: 0, next: 50 })
    expect(pageOffsets(page(25, 50), exact(60), false, null)).toEqual({ first: 0, last: 50, prev: 25, next: null })
  })

  test('lead from an empty list only to itself', () => {
    expect(pageOffsets(page(25, 0), exact(0), false, null)).toEqual({ first: 0, last: 0, prev: null, next: null })
  })

  test('lead from a page past the end back to the records', () => {
    expect(pageOffsets(page(25, 500), exact(60), false, null)).toEqual({ first: 0, last: 50, prev: 50, next: null })
  })

  test('the last page is unknown when the total is not exact', () => {
    const total: Total = { total: 10_000, total_method: 'lower_bound' }
    expect(pageOffsets(page(25, 25), total, true, null)).toEqual({ first: 0, last: null, prev: 0, next: 50 })
  })

  test('never lead to an offset that the list rejects', () => {
    expect(pageOffsets(page(25, 9_975), exact(60_000), true, 10_000)).toMatchObject({ next: 10_000, last: null })
    expect(pageOffsets(page(25, 10_000), exact(60_000), true, 10_000)).toMatchObject({ next: null, prev: 9_975 })
  })

  test('following next shows every record once and ends on the last page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 300 }), (limit, size) => {
        const seen: number[] = []
        let offset: number | null = 0
        let last: number | null = null
        while (offset !== null) {
          const requested = page(limit, offset, 'exact')
          const { rows, more } = rowsOf(requested, size)
          for (let row = 0; row < rows; row += 1) seen.push(offset + row)
          last = pageOffsets(requested, exact(size), more, null).last
          const next = pageOffsets(requested, exact(size), more, null).next
          if (next === null) expect(offset).toBe(last)
          offset = next
        }
        expect(seen).toEqual(Array.from({ length: size }, (_, row) => row))
      }),
    )
  })
})
