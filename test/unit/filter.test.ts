import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import {
  FILTER_ALTERNATIVES,
  FILTER_CONDITIONS,
  FILTER_DEPTH,
  FILTER_LENGTH,
  type Filter,
  joinFilters,
  parseFilter,
  printFilter,
} from '../../src/kernel/lists/filter.ts'
import { anyText } from '../support/any-text.ts'

const condition = (operator: string, field: string, ...values: string[]): Filter => ({
  kind: 'condition',
  operator,
  field,
  values,
})

function refusal(text: string): string {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed_query') return error.message
    throw error
  }
  throw new Error(`accepted: ${text}`)
}

describe('parseFilter', () => {
  test.each([
    ['eq(status,complete)', condition('eq', 'status', 'complete')],
    ['is_null(description)', condition('is_null', 'description')],
    ['in(status,a,b,c)', condition('in', 'status', 'a', 'b', 'c')],
    ['eq( status , two words  )', condition('eq', 'status', 'two words')],
    ['ge(created_at,2018-04-16T10:11:59.715Z)', condition('ge', 'created_at', '2018-04-16T10:11:59.715Z')],
    ['eq(url,https://a.example/b?c=d&e=%f)', condition('eq', 'url', 'https://a.example/b?c=d&e=%f')],
    ['eq(email,a+b@example.com)', condition('eq', 'email', 'a+b@example.com')],
    ['eq(a,b|c:{d}$*_)', condition('eq', 'a', 'b|c:{d}$*_')],
    ['eq(name,Jürgen)', condition('eq', 'name', 'Jürgen')],
    ['eq(name,"a, (b) \\"c\\" \\\\")', condition('eq', 'name', 'a, (b) "c" \\')],
    ["eq(name,'O\\'Brien \"x\"')", condition('eq', 'name', 'O\'Brien "x"')],
    ['eq(name,"")', condition('eq', 'name', '')],
    ['eq(contact.name,a)', condition('eq', 'contact.name', 'a')],
  ])('%s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter)
  })

  const [a, b, c] = [condition('eq', 'a', '1'), condition('eq', 'b', '2'), condition('eq', 'c', '3')]

  test('colons mean and', () => {
    expect(parseFilter('eq(a,1):eq(b,2):eq(c,3)')).toEqual({ kind: 'and', filters: [a, b, c] })
  })

  test('bars in parentheses mean or, which binds weaker than and', () => {
    expect(parseFilter('(eq(a,1)|eq(b,2):eq(c,3))')).toEqual({
      kind: 'or',
      filters: [a, { kind: 'and', filters: [b, c] }],
    })
    expect(parseFilter('(eq(a,1)|eq(b,2)):eq(c,3)')).toEqual({
      kind: 'and',
      filters: [{ kind: 'or', filters: [a, b] }, c],
    })
  })

  test('redundant parentheses change nothing', () => {
    expect(parseFilter('((eq(a,1)))')).toEqual(a)
    expect(parseFilter(' ( eq(a,1) | eq(b,2) ) ')).toEqual({ kind: 'or', filters: [a, b] })
  })
})

describe('errors give the position', () => {
  test.each([
    ['eq', "expected '(' after the operator at character 3"],
    ['eq(', 'expected a field at character 4'],
    ['eq(a', "expected ',' or ')' (a value with other characters needs quotes) at character 5"],
    ['eq(a,)', 'expected a value at character 6'],
    ['eq(a,b', "expected ',' or ')' (a value with other characters needs quotes) at character 7"],
    ["eq(a,O'Brien)", "expected ',' or ')' (a value with other characters needs quotes) at character 7"],
    ['eq(a,"b)', 'expected a value that ends with the quote it starts with at character 6'],
    ['eq(a,"b\0")', 'expected a value that ends with the quote it starts with at character 6'],
    ['eq(a,b):', 'expected an operator at character 9'],
    ['eq(a,b)eq(c,d)', "expected ':' or the end at character 8"],
    ['eq(a,b)|eq(c,d)', "alternatives joined by '|' need parentheses around them at character 8"],
    ['(eq(a,b)|)', 'expected an operator at character 10'],
    ['(eq(a,b)', "expected ':', '|' or ')' at character 9"],
    ['', 'expected an operator at character 1'],
    [`${'('.repeat(FILTER_DEPTH + 1)}eq(a,b)`, 'at most 10 parentheses within each other at character 12'],
  ])('%j', (text, detail) => {
    expect(refusal(text)).toBe(`Could not parse the supplied filter: ${detail}.`)
  })

  test.each([
    [
      Array(FILTER_CONDITIONS + 1)
        .fill('eq(a,b)')
        .join(':'),
      'at most 10 conditions in one request, this one has 11',
    ],
    [
      Array(5).fill('(eq(a,b)|eq(c,d))').join(':'),
      `at most ${FILTER_ALTERNATIVES} combinations of alternatives, this one has 32`,
    ],
    [`eq(a,${'b'.repeat(FILTER_LENGTH)})`, 'at most 8192 characters, this one has 8198'],
  ])('rejects a filter beyond its limits', (text, detail) => {
    expect(refusal(text)).toBe(`Invalid filter: ${detail}.`)
  })

  test('the limits hold for repeated filters combined', () => {
    const six = parseFilter(Array(6).fill('eq(a,b)').join(':'))
    expect(joinFilters([six])).toBe(six)
    expect(() => joinFilters([six, six])).toThrow('at most 10 conditions in one request, this one has 12')
  })
})

const word = fc.stringMatching(/^[A-Za-z0-9_.-]+$/)
const value = fc.oneof(
  anyText().filter((text) => !text.includes('\0')),
  fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', ',', '(', ')', '|', ':', '*', '\n') }),
)
const conditions = fc.record({
  kind: fc.constant('condition' as const),
  operator: word,
  field: word,
  values: fc.array(value, { maxLength: 4 }),
})
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    conditions,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).filter

function inBounds(text: string): boolean {
  try {
    parseFilter(text)
    return true
  } catch (error) {
    if (error instanceof AppError && !error.message.startsWith('Could not parse')) return false
    throw error
  }
}

test('a printed filter parses back to the same filter', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const text = printFilter(filter)
      fc.pre(inBounds(text))
      expect(parseFilter(text)).toEqual(filter)
    }),
  )
})

const characters = fc.constantFrom(...'eq(a,b)|:(((', ...'"\'\\ ,)é\0')
const phrases = fc.constantFrom('eq(a,b)', 'in(a,b,"c")', '(', ')', '|', ':', ' ', ',')

test('any text either parses and survives a round trip, or is rejected as malformed', () => {
  const text = fc.oneof(
    fc.string({ unit: characters }),
    fc.array(phrases).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (given) => {
      const filter = parsed(given)
      if (filter !== null) expect(parseFilter(printFilter(filter))).toEqual(filter)
    }),
    { numRuns: 2000 },
  )
})

function parsed(text: string): Filter | null {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed_query') return null
    throw error
  }
}
