import { AppError, type Problem } from '../../kernel/errors.ts'
import { rangeOf, wildcardsOf } from '../../kernel/lists/criteria.ts'
import { type Condition, type Filter, parseFilter, printFilter } from '../../kernel/lists/filter.ts'
import { isAscii, searchText } from '../../kernel/text/search-text.ts'
import { parseMoment } from '../../kernel/time.ts'
import type { PayloadTest } from '../integration.ts'
import { PayloadReader, PayloadTooLarge } from './payload-reader.ts'

const OPERATORS: Readonly<Record<string, 'one' | 'many'>> = {
  eq: 'one',
  in: 'many',
  gt: 'one',
  ge: 'one',
  lt: 'one',
  le: 'one',
  like: 'one',
  ilike: 'one',
  contains: 'one',
  contains_any: 'many',
  contains_all: 'many',
}
const COMPARISONS = ['gt', 'ge', 'lt', 'le'] as const
type Comparison = (typeof COMPARISONS)[number]

const POINTER = '/data/filter'
const MAX_STEPS = 20

/** Returns one problem for each error in a filter; a null filter has none. */
export function checkFilter(filter: string | null): Problem[] {
  if (filter === null) return []
  try {
    return conditionsOf(parseFilter(filter)).flatMap(problemOf).map(problem)
  } catch (error) {
    if (error instanceof AppError) return error.problems.map(({ detail }) => problem(detail))
    throw error
  }
}

function problem(detail: string): Problem {
  return { detail, pointer: POINTER }
}

function problemOf({ operator, field, values }: Condition): string[] {
  if (!/^[^.]+(?:\.[^.]+)*$/.test(field) || field.split('.').length > MAX_STEPS) {
    return [`${field} must be a path of at most ${MAX_STEPS} members joined by dots, such as data.status.`]
  }
  if (operator === 'is_null') return values.length === 0 ? [] : [`is_null(${field}) takes no value.`]
  const takes = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined
  if (takes === undefined) {
    return [`${operator} is not an operator; allowed are ${[...Object.keys(OPERATORS), 'is_null'].join(', ')}.`]
  }
  if (values.length === 0) return [`${operator}(${field}) needs a value.`]
  if (takes === 'many' || values.length === 1) return []
  return [`${operator}(${field}) takes one value, not ${values.length}; quote a value that holds a comma.`]
}

/** Returns the paths of a filter that none of the payloads has. */
export function pathsWithout(filter: string, payloads: readonly unknown[]): string[] {
  const paths = new Set(conditionsOf(parseFilter(filter)).map(({ field }) => field))
  const readers = payloads.map((payload) => new PayloadReader(() => payload))
  return [...paths].filter((path) => readers.every((reader) => reader.members(path).length === 0))
}

function conditionsOf(filter: Filter): Condition[] {
  return filter.kind === 'condition' ? [filter] : filter.filters.flatMap(conditionsOf)
}

/**
 * Returns the test of a validated filter. Payloads that are too large for it pass, so that no event is lost because of
 * its size.
 */
export function payloadTest(filter: string): PayloadTest {
  const test = testOf(parseFilter(filter))
  return (payload) => passes(test, payload)
}

/** Returns the conditions of a validated filter that reject a payload, in filter syntax; none if it passes. */
export function failingConditions(filter: string | null, payload: PayloadReader): string[] {
  if (filter === null) return []
  return partsOf(parseFilter(filter))
    .filter((part) => !passes(testOf(part), payload))
    .map(printFilter)
}

function passes(test: PayloadTest, payload: PayloadReader): boolean {
  try {
    return test(payload)
  } catch (error) {
    if (error instanceof PayloadTooLarge) return true
    throw error
  }
}

/** Splits a filter into the parts of its conjunction. */
function partsOf(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.filters.flatMap(partsOf) : [filter]
}

function testOf(filter: Filter): PayloadTest {
  if (filter.kind === 'condition') return conditionTest(filter)
  const tests = filter.filters.map(testOf)
  return filter.kind === 'and'
    ? (payload) => tests.every((test) => test(payload))
    : (payload) => tests.some((test) => test(payload))
}

/** A condition on an absent member fails; a condition on a list holds if it does for any item. */
function conditionTest({ operator, field, values }: Condition): PayloadTest {
  if (operator === 'is_null') return (payload) => payload.members(field).length === 0
  if (operator === 'contains_all') return (payload) => containsAll(payload.members(field), values)
  const test = memberTestOf(operator, values)
  const steps = stepsOfText(operator, values)
  return (payload) =>
    payload.members(field).some((member) => {
      if (typeof member === 'string') payload.spend(steps(member))
      return test(member)
    })
}

/** Characters that are searched or lowercased in the time of one step. */
const CHARACTERS_OF_STEP = 16
/** Steps of parsing a number or a time. */
const STEPS_OF_COMPARISON = 10
/** Steps of the search text of a character, if any is beyond ASCII: 54 ns. */
const STEPS_OF_FOLDING = 1
/** Maximum length of a pattern whose search takes no longer than that of one character. */
const MAX_LINEAR_PATTERN = 250

/** Steps of testing a text, in addition to reading it. */
function stepsOfText(operator: string, [value = '']: readonly string[]): (text: string) => number {
  if (isComparison(operator)) return ({ length }) => STEPS_OF_COMPARISON + length / CHARACTERS_OF_STEP
  if (operator !== 'like' && operator !== 'ilike') return () => 0
  const steps = (value.length <= MAX_LINEAR_PATTERN ? 1 : value.length) / CHARACTERS_OF_STEP
  if (operator === 'like') return ({ length }) => length * steps
  return (text) => text.length * (isAscii(text) ? steps : steps + STEPS_OF_FOLDING)
}

function isComparison(operator: string): operator is Comparison {
  return COMPARISONS.some((each) => each === operator)
}

function containsAll(members: readonly unknown[], values: readonly string[]): boolean {
  const found = new Set(members)
  return values.every((value) => found.has(value) || found.has(numberIn(value)) || found.has(BOOLEANS.get(value)))
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])

function memberTestOf(operator: string, values: readonly string[]): (member: unknown) => boolean {
  const [value = ''] = values
  if (isComparison(operator)) return comparisonWith(operator, value)
  if (operator === 'like' || operator === 'ilike') return likeness(operator, value)
  return equalToAny(values)
}

/** True for a member equal to any value: texts and booleans literally, numbers numerically. */
function equalToAny(values: readonly string[]): (member: unknown) => boolean {
  const texts = new Set(values)
  const numbers = new Set(values.map(numberIn))
  return (member) => {
    switch (typeof member) {
      case 'string':
        return texts.has(member)
      case 'number':
        return numbers.has(member)
      case 'boolean':
        return texts.has(String(member))
      default:
        return false
    }
  }
}

/** Compares numbers numerically, even if both are texts; times as times; other texts by their characters. */
function comparisonWith(comparison: Comparison, value: string): (member: unknown) => boolean {
  const other = numberIn(value)
  const moment = parseMoment(value)
  const range = moment === null ? null : rangeOf(comparison, moment)
  return (member) => {
    if (typeof member !== 'number' && typeof member !== 'string') return false
    const number = typeof member === 'number' ? member : numberIn(member)
    if (number !== null && other !== null) return isOrdered(comparison, number - other)
    if (typeof member === 'number') return false
    const time = range === null ? null : timeIn(member)
    if (time !== null && range !== null)
      return (range.from === null || time >= range.from) && (range.before === null || time < range.before)
    return isOrdered(comparison, member < value ? -1 : Number(member > value))
  }
}

function isOrdered(comparison: Comparison, difference: number): boolean {
  switch (comparison) {
    case 'gt':
      return difference > 0
    case 'ge':
      return difference >= 0
    case 'lt':
      return difference < 0
    case 'le':
      return difference <= 0
  }
}

function likeness(operator: 'like' | 'ilike', pattern: string): (member: unknown) => boolean {
  const { text, starts, ends } = wildcardsOf(pattern)
  const compared = (given: string) => (operator === 'like' ? given : searchText(given))
  const sought = compared(text)
  return (member) => {
    if (typeof member !== 'string') return false
    const whole = compared(member)
    if (starts && ends) return whole === sought
    if (starts) return whole.startsWith(sought)
    return ends ? whole.endsWith(sought) : whole.includes(sought)
  }
}

function numberIn(text: string): number | null {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : null
}

/** Milliseconds since the epoch for a text that starts with a date; otherwise null. */
function timeIn(text: string): number | null {
  return /^\d{4}-\d\d-\d\d/.test(text) ? (parseMoment(text)?.at ?? null) : null
}
