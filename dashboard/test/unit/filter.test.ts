import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  combineFilters,
  describeCondition,
  describeFilter,
  type FilterCondition,
  parseFilter,
  printFilter,
} from '../../src/kit/filter.ts'

const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/)
/** Values rich in characters that need quotes. */
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', ',', '(', ')', ':', '|', '\n'), maxLength: 8 }),
)
const condition: fc.Arbitrary<FilterCondition> = fc.record({
  field: fc.array(word, { minLength: 1, maxLength: 3 }).map((fields) => fields.join('|')),
  operator: word,
  values: fc.array(value, { maxLength: 4 }),
})

test('a printed filter parses unchanged', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 6 }), (conditions) => {
      expect(parseFilter(printFilter({ conditions }))).toEqual({ conditions })
    }),
  )
})

test('any parsed filter prints to text that parses equally', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom('eq(', 'a', ',', ')', ':', '|', '(', '"', "'", '\\', ' '), { maxLength: 16 })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const filter = parseFilter(typed)
      expect(parseFilter(printFilter(filter))).toEqual(filter)
    }),
  )
})

test('combined filters have the conditions of all', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 3 }), fc.array(condition, { maxLength: 3 }), (one, other) => {
      const combined = combineFilters(printFilter({ conditions: one }), null, ' ', printFilter({ conditions: other }))
      expect(parseFilter(combined)).toEqual({ conditions: [...one, ...other] })
    }),
  )
})

test('a condition on several fields is described in words, and printed as alternatives', () => {
  const text = 'eq(status,live):(ilike(name,*A*)|ilike(sku,*A*))'
  const filter = parseFilter(text)
  expect(printFilter(filter)).toBe(text)
  expect(describeFilter(filter, { sku: 'SKU' })).toBe('Status is live, Name or SKU contains A')
})

describe('keeps as text anything beyond a conjunction', () => {
  test.each(['(eq(a,1)|eq(b,2))', 'eq(a,1)|eq(b,2)', 'eq(a', 'eq', 'eq(a,1):', 'eq(a,"1)', 'eq(a,1) x'])(
    '%s',
    (raw) => {
      expect(parseFilter(raw)).toEqual({ raw })
      expect(describeFilter({ raw })).toBe(raw)
    },
  )
})

describe('conditions in words', () => {
  test.each([
    ['eq(status,failed)', 'Status is failed'],
    ['in(status,failed,cancelled)', 'Status is one of failed, cancelled'],
    ['gt(attempts,3)', 'Attempts is greater than 3'],
    ['ge(created_at,2026-11-20)', 'Created is 2026-11-20 or later'],
    ['lt(created_at,2026-11-20)', 'Created is before 2026-11-20'],
    ['ilike(name,*shop*)', 'Name contains shop'],
    ['like(name,shop*)', 'Name starts with shop (same case)'],
    ['ilike(name,*shop)', 'Name ends with shop'],
    ['eq(description,"")', 'Description is ""'],
    ['is_null(external_id)', 'External ID is empty'],
    ['contains_any(observes,order.paid,order.*)', 'Observes has one of order.paid, order.*'],
    ['eq(event_id,1):eq(attempt,2)', 'Event ID is 1, Attempt is 2'],
  ])('%s', (text, words) => {
    expect(describeFilter(parseFilter(text))).toBe(words)
  })

  test('a page labels its fields', () => {
    const named = describeCondition(
      { field: 'triggered_by', operator: 'eq', values: ['order.paid'] },
      { triggered_by: 'Event' },
    )
    expect(named).toBe('Event is order.paid')
  })
})
