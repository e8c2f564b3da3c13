import { invalid } from '../../../../kernel/errors.ts'

/** A parsed `filter_by`, whose fields are not validated yet. `and` and `or` have two or more parts. */
export type Expression = Comparison | { kind: 'and' | 'or'; parts: readonly Expression[] }

/** Tests a field for equality with one of the values, or compares it with each. */
export type Comparison = { kind: 'comparison'; field: string; operator: Operator; values: readonly string[] }

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<='

export const MAX_FILTER_LENGTH = 12_000
/** Comparisons per filter: each may read a list of all products. */
const MAX_COMPARISONS = 20
/** Values per filter, in all comparisons together. */
const MAX_FILTER_VALUES = 250
const MAX_DEPTH = 5

type Cursor = { readonly text: string; readonly pointer: string; at: number; depth: number; values: number }

/**
 * Parses `field:operator value`, joined by `&&` and, with lower precedence, `||`, with parentheses. Lists are `[a, b]`,
 * ranges `[1..5]`, and values with other characters are in backticks. Throws `invalid` with the position of the
 * character, counted from 1.
 */
export function parseFilterBy(text: string, pointer: string): Expression {
  const cursor = { text, pointer, at: 0, depth: 0, values: 0 }
  const expression = readAlternatives(cursor)
  if (!isAtEnd(cursor)) throw unparsable(cursor, '"&&", "||" or the end')
  const comparisons = comparisonsIn(expression).length
  if (comparisons > MAX_COMPARISONS) throw tooMany(cursor, `${MAX_COMPARISONS} comparisons`, comparisons)
  if (cursor.values > MAX_FILTER_VALUES) throw tooMany(cursor, `${MAX_FILTER_VALUES} values`, cursor.values)
  return expression
}

export function comparisonsIn(expression: Expression): readonly Comparison[] {
  return expression.kind === 'comparison' ? [expression] : expression.parts.flatMap(comparisonsIn)
}

function readAlternatives(cursor: Cursor): Expression {
  const parts = [readAll(cursor)]
  while (take(cursor, '||')) parts.push(readAll(cursor))
  return joined('or', parts)
}

function readAll(cursor: Cursor): Expression {
  const parts = [readPart(cursor)]
  while (take(cursor, '&&')) parts.push(readPart(cursor))
  return joined('and', parts)
}

function joined(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind, parts }
}

function readPart(cursor: Cursor): Expression {
  if (!take(cursor, '(')) return readComparison(cursor)
  cursor.depth += 1
  if (cursor.depth > MAX_DEPTH) throw unparsable(cursor, `at most ${MAX_DEPTH} parentheses within each other`)
  const inner = readAlternatives(cursor)
  if (!take(cursor, ')')) throw unparsable(cursor, '"&&", "||" or ")"')
  cursor.depth -= 1
  return inner
}

function readComparison(cursor: Cursor): Comparison {
  const field = match(cursor, /[^:&|`[\]]+/y)?.trim()
  if (field === undefined || !take(cursor, ':')) throw unparsable(cursor, 'a field with ":" after it')
  const operator = OPERATORS.find(([written]) => take(cursor, written))?.[1] ?? '='
  const values = take(cursor, '[') ? readList(cursor) : [readValue(cursor, /(?:(?!&&|\|\|)[^)`])+/y)]
  cursor.values += values.length
  return { kind: 'comparison', field, operator, values }
}

/** Longer operators come first, because the first match wins. */
const OPERATORS: readonly (readonly [written: string, operator: Operator])[] = [
  ...(['!=', '>=', '<=', '>', '<', '='] as const).map((operator) => [operator, operator] as const),
  ['!', '!='],
]

function readList(cursor: Cursor): string[] {
  if (take(cursor, ']')) return []
  const values = [readValue(cursor, /[^,\]`]+/y)]
  while (take(cursor, ',')) values.push(readValue(cursor, /[^,\]`]+/y))
  if (!take(cursor, ']')) throw unparsable(cursor, '"," or "]"')
  return values
}

function readValue(cursor: Cursor, bare: RegExp): string {
  const quoted = match(cursor, /`[^`]*`/y)
  const value = quoted === null ? match(cursor, bare)?.trim() : quoted.slice(1, -1)
  if (value === undefined) throw unparsable(cursor, 'a value')
  return value
}

function isAtEnd(cursor: Cursor): boolean {
  skipSpaces(cursor)
  return cursor.at >= cursor.text.length
}

function take(cursor: Cursor, token: string): boolean {
  skipSpaces(cursor)
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

function match(cursor: Cursor, pattern: RegExp): string | null {
  skipSpaces(cursor)
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? null
  cursor.at += found?.length ?? 0
  return found
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ') cursor.at += 1
}

function unparsable({ pointer, at }: Cursor, expected: string) {
  const detail = `filter_by cannot be parsed: expected ${expected} at character ${at + 1}.`
  return invalid([{ detail, pointer }])
}

function tooMany({ pointer }: Cursor, allowed: string, found: number) {
  return invalid([{ detail: `filter_by must have at most ${allowed}, but has ${found}.`, pointer }])
}
