import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFilter as parseInDashboard, printFilter } from '../../dashboard/src/kit/filter.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { type Condition, FILTER_CONDITIONS, parseFilter } from '../../src/kernel/lists/filter.ts'
import { anyText } from '../support/any-text.ts'

const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/)
/** Values rich in characters that need quotes. */
const value = fc.oneof(
  anyText({ maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', ',', '(', ')', ':', '|', '\n'), maxLength: 8 }),
)
const condition = fc.record({
  operator: word,
  field: word,
  values: fc.array(value, { maxLength: 4 }),
})

test('the server parses a filter that the dashboard prints', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: FILTER_CONDITIONS }), (conditions) => {
      const meant = conditions.map((each): Condition => ({ kind: 'condition', ...each }))
      const [only] = meant
      expect(parseFilter(printFilter({ conditions }))).toEqual(
        meant.length === 1 ? only : { kind: 'and', filters: meant },
      )
    }),
  )
})

test('the dashboard parses conditions only where the server does', () => {
  const part = fc.constantFrom('eq(a,1)', 'in(b.c,x,"y")', 'is_null(d)', ':', '|', '(', ')', ',', "'z'", '\\', ' ', 'e')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.join('')
      const filter = parseInDashboard(text)
      if ('raw' in filter || filter.conditions.length === 0) return
      expect(flatten(text)).toEqual(filter.conditions.map(meant))
    }),
    { numRuns: 1000 },
  )
})

/** A condition on several fields, `a|b`, matches any of them. */
function meant(condition: Omit<Condition, 'kind'>): unknown {
  const each = condition.field.split('|').map((field) => ({ kind: 'condition', ...condition, field }))
  return each.length === 1 ? each[0] : { kind: 'or', filters: each }
}

function flatten(text: string): unknown {
  try {
    const filter = parseFilter(text)
    return filter.kind === 'and' ? filter.filters : [filter]
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
