import { parseMoment } from '../../../kernel/time.ts'
import type { FieldType, Validation } from './definition.ts'
import { MAX_PATTERN_STEPS, type PatternBudget } from './patterns.ts'

/** A normalized value, or a requirement that completes an error after the member's name. */
export type ParsedValue = { kind: 'valid'; value: unknown } | { kind: 'invalid'; must: string }

/** Maximum length of a string that is matched with a pattern. */
const MAX_MATCHED_LENGTH = 10_000
/** Items per list. */
const MAX_ITEMS = 1_000

/** Validates a value for a field and normalizes it. All values of one body share `patterns`. */
export function parseValue(
  field_type: FieldType,
  validation: Validation,
  value: unknown,
  patterns: PatternBudget,
): ParsedValue {
  if (value === null) return validation.allow_null === false ? invalid('must not be null') : valid(null)
  const typed = TYPES[field_type](value)
  if (typed.kind === 'invalid') return typed
  const must = violationOfItems(validation, typed.value) ?? violation(validation, typed.value, patterns)
  return must === null ? typed : invalid(must)
}

const TYPES: Readonly<Record<FieldType, (value: unknown) => ParsedValue>> = {
  string: (value) => (typeof value === 'string' ? valid(value) : invalid('must be a string')),
  integer: (value) => (Number.isSafeInteger(value) ? valid(value) : invalid('must be a whole number')),
  float: (value) => (typeof value === 'number' ? valid(value) : invalid('must be a number')),
  boolean: (value) => (typeof value === 'boolean' ? valid(value) : invalid('must be true or false')),
  date: parseDate,
  list: parseList,
  any: valid,
}

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/

/** Keeps a date without a time; normalizes a time to whole milliseconds in UTC, so that times sort as strings. */
function parseDate(value: unknown): ParsedValue {
  const moment = typeof value === 'string' && !/^-?\d+$/.test(value) ? parseMoment(value) : null
  if (moment === null) return invalid('must be a date such as 2026-11-20 or a time such as 2026-11-20T17:46:03Z')
  return valid(DATE_ONLY.test(String(value)) ? value : new Date(Math.floor(moment.at)).toISOString())
}

function parseList(value: unknown): ParsedValue {
  if (!Array.isArray(value)) return invalid('must be a list')
  if (value.length > MAX_ITEMS) return invalid(`must have at most ${MAX_ITEMS} items`)
  const plain = value.every((item) => ['string', 'number', 'boolean'].includes(typeof item))
  return plain ? valid(value) : invalid('must contain only strings, numbers and booleans')
}

function violationOfItems({ allowed_type }: Validation, value: unknown): string | null {
  if (!Array.isArray(value) || !allowed_type || allowed_type === 'any') return null
  const fits = value.every((item) => TYPES[allowed_type](item).kind === 'valid')
  return fits ? null : `must contain only values of the type ${allowed_type}`
}

/** Returns the requirement of the first violated rule, or null if the value is valid. */
function violation(rules: Validation, value: unknown, patterns: PatternBudget): string | null {
  if (typeof value === 'string') return violationOfText(rules, value, patterns) ?? violationOfOptions(rules, [value])
  if (typeof value === 'number') return violationOfNumber(rules, value) ?? violationOfOptions(rules, [value])
  if (!Array.isArray(value)) return null
  return violationOfLength(rules, value.length, 'items') ?? violationOfOptions(rules, value)
}

function violationOfText(rules: Validation, value: string, patterns: PatternBudget): string | null {
  const length = violationOfLength(rules, [...value].length, 'characters')
  if (length !== null || typeof rules.regexp !== 'string') return length
  if (value.length > MAX_MATCHED_LENGTH) return `must have at most ${MAX_MATCHED_LENGTH} characters`
  const matched = patterns.match(rules.regexp, value)
  if (matched.kind === 'matched') return matched.is_match ? null : `must match the pattern ${rules.regexp}`
  const { max_length, steps_of_character } = matched
  return `must have at most ${max_length} characters: patterns may take ${MAX_PATTERN_STEPS} steps for the texts of one body together, and the pattern of this field takes ${steps_of_character} for each character`
}

function violationOfLength({ min_length, max_length }: Validation, length: number, what: string): string | null {
  if (typeof min_length === 'number' && length < min_length) return `must have at least ${min_length} ${what}`
  return typeof max_length === 'number' && length > max_length ? `must have at most ${max_length} ${what}` : null
}

function violationOfNumber({ min_value, max_value }: Validation, value: number): string | null {
  if (typeof min_value === 'number' && value < min_value) return `must be at least ${min_value}`
  return typeof max_value === 'number' && value > max_value ? `must be at most ${max_value}` : null
}

function violationOfOptions({ options }: Validation, values: readonly unknown[]): string | null {
  if (!Array.isArray(options) || values.every((value) => options.includes(value))) return null
  return `must be one of: ${options.join(', ')}`
}

function valid(value: unknown): ParsedValue {
  return { kind: 'valid', value }
}

function invalid(must: string): ParsedValue {
  return { kind: 'invalid', must }
}
