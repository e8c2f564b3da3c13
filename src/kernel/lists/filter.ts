import { badQuery } from '../errors.ts'
import { trimEnd } from '../text/trim-end.ts'

/** Maximum number of characters in a filter. @operator */
export const FILTER_LENGTH = 8192
/** Maximum number of conditions in a request, over all its filters. @operator */
export const FILTER_CONDITIONS = 10
/** Maximum number of combinations of a filter's alternatives: `(a|b):(c|d)` has four. @operator */
export const FILTER_ALTERNATIVES = 16
export const FILTER_DEPTH = 10

/** A parsed filter whose fields are not checked yet. `and` and `or` have two or more parts. */
export type Filter = Condition | { kind: 'and' | 'or'; filters: readonly Filter[] }

export type Condition = { kind: 'condition'; operator: string; field: string; values: readonly string[] }

/**
 * Parses `op(field,value,…)`, joined by `:` (and) or, in parentheses, by `|` (or; binds weaker than `:`). Skips empty
 * values in the list of `in`. Throws `malformed_query` that names the position, counted from 1, or the exceeded limit.
 */
export function parseFilter(text: string): Filter {
  if (text.length > FILTER_LENGTH) throw badFilter(`at most ${FILTER_LENGTH} characters, this one has ${text.length}`)
  const cursor = { text, at: 0, depth: 0 }
  const filter = readAll(cursor)
  if (next(cursor) === '|') throw unparsable(cursor, "alternatives joined by '|' need parentheses around them")
  if (next(cursor) !== '') throw unparsable(cursor, "expected ':' or the end")
  return bounded(filter)
}

/** Combines the filters of a repeated parameter. Throws if they exceed the limits together. */
export function joinFilters(filters: readonly [Filter, ...Filter[]]): Filter {
  return filters.length === 1 ? filters[0] : bounded({ kind: 'and', filters })
}

/** The text that parses to this filter. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'condition':
      return `${filter.operator}(${[filter.field, ...filter.values.map(printValue)].join(',')})`
    case 'and':
      return filter.filters
        .map((part) => (part.kind === 'and' ? `(${printFilter(part)})` : printFilter(part)))
        .join(':')
    case 'or':
      return `(${filter.filters.map(printFilter).join('|')})`
  }
}

type Cursor = { readonly text: string; at: number; depth: number }

function readAll(cursor: Cursor): Filter {
  const filters = [readPart(cursor)]
  while (take(cursor, ':')) filters.push(readPart(cursor))
  return joined('and', filters)
}

function readPart(cursor: Cursor): Filter {
  return take(cursor, '(') ? readAlternatives(cursor) : readCondition(cursor)
}

function readAlternatives(cursor: Cursor): Filter {
  cursor.depth += 1
  if (cursor.depth > FILTER_DEPTH) throw unparsable(cursor, `at most ${FILTER_DEPTH} parentheses within each other`)
  const filters = [readAll(cursor)]
  while (take(cursor, '|')) filters.push(readAll(cursor))
  if (!take(cursor, ')')) throw unparsable(cursor, "expected ':', '|' or ')'")
  cursor.depth -= 1
  return joined('or', filters)
}

function readCondition(cursor: Cursor): Filter {
  const operator = readWord(cursor, 'an operator')
  if (!take(cursor, '(')) throw unparsable(cursor, "expected '(' after the operator")
  const field = readWord(cursor, 'a field')
  const values: string[] = []
  while (take(cursor, ',')) if (operator !== 'in' || !isMissing(cursor)) values.push(readValue(cursor))
  if (!take(cursor, ')')) throw unparsable(cursor, "expected ',' or ')' (a value with other characters needs quotes)")
  return { kind: 'condition', operator, field, values }
}

/** Clients join a list that may be empty, which then is `in(id,)`. */
function isMissing(cursor: Cursor): boolean {
  return next(cursor) === ',' || next(cursor) === ')'
}

function readWord(cursor: Cursor, what: string): string {
  const word = match(cursor, /[A-Za-z0-9_.-]+/y)
  if (word === null) throw unparsable(cursor, `expected ${what}`)
  return word
}

function readValue(cursor: Cursor): string {
  const quote = next(cursor)
  if (quote === '"') return readQuoted(cursor, /"((?:[^"\\\0]|\\[^\0])*)"/y)
  if (quote === "'") return readQuoted(cursor, /'((?:[^'\\\0]|\\[^\0])*)'/y)
  const value = match(cursor, /[^(),'"\\\p{Cc}]+/uy)
  if (value === null) throw unparsable(cursor, 'expected a value')
  return trimEnd(value, ' ')
}

// Excludes the zero character, which the database cannot store.
function readQuoted(cursor: Cursor, pattern: RegExp): string {
  const quoted = match(cursor, pattern)
  if (quoted === null) throw unparsable(cursor, 'expected a value that ends with the quote it starts with')
  return quoted.slice(1, -1).replace(/\\(.)/gs, '$1')
}

function next(cursor: Cursor): string {
  while (cursor.text[cursor.at] === ' ') cursor.at += 1
  return cursor.text[cursor.at] ?? ''
}

function take(cursor: Cursor, character: string): boolean {
  if (next(cursor) !== character) return false
  cursor.at += 1
  return true
}

function match(cursor: Cursor, pattern: RegExp): string | null {
  next(cursor)
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? null
  cursor.at += found?.length ?? 0
  return found
}

function joined(kind: 'and' | 'or', filters: readonly Filter[]): Filter {
  const [only] = filters
  return only !== undefined && filters.length === 1 ? only : { kind, filters }
}

function bounded(filter: Filter): Filter {
  const conditions = countConditions(filter)
  if (conditions > FILTER_CONDITIONS)
    throw badFilter(`at most ${FILTER_CONDITIONS} conditions in one request, this one has ${conditions}`)
  const alternatives = countAlternatives(filter)
  if (alternatives > FILTER_ALTERNATIVES)
    throw badFilter(`at most ${FILTER_ALTERNATIVES} combinations of alternatives, this one has ${alternatives}`)
  return filter
}

function countConditions(filter: Filter): number {
  if (filter.kind === 'condition') return 1
  return filter.filters.reduce((sum, part) => sum + countConditions(part), 0)
}

function countAlternatives(filter: Filter): number {
  if (filter.kind === 'condition') return 1
  const counts = filter.filters.map(countAlternatives)
  return counts.reduce((one, other) => (filter.kind === 'or' ? one + other : one * other))
}

function printValue(value: string): string {
  const plain = /^[A-Za-z0-9@$_*.{}|+:/-]+( +[A-Za-z0-9@$_*.{}|+:/-]+)*$/.test(value)
  return plain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

function unparsable(cursor: Cursor, expected: string) {
  return badQuery('filter', `Could not parse the supplied filter: ${expected} at character ${cursor.at + 1}.`)
}

function badFilter(detail: string) {
  return badQuery('filter', `Invalid filter: ${detail}.`)
}
