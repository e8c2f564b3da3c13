import { RE2JS } from 're2js'
import { parseMoment } from '../../../kernel/time.ts'
import type { FieldType, Validation } from './definition.ts'

/** A value as it is stored, or what it has to be instead: a sentence that goes on from the name of its place. */
export type Judged = { kind: 'taken'; value: unknown } | { kind: 'refused'; must: string }

/** Characters of a text that a pattern looks through. */
const LONGEST_MATCHED = 10_000
const MOST_ITEMS = 1_000

/** Whether a field takes a value. */
export function judgeValue(field_type: FieldType, validation: Validation, value: unknown): Judged {
  if (value === null) return validation.allow_null === false ? refused('must not be null') : taken(null)
  const typed = TYPES[field_type](value)
  if (typed.kind === 'refused') return typed
  const must = breach(validation, typed.value)
  return must === null ? typed : refused(must)
}

const TYPES: Readonly<Record<FieldType, (value: unknown) => Judged>> = {
  string: (value) => (typeof value === 'string' ? taken(value) : refused('must be a string')),
  integer: (value) => (Number.isSafeInteger(value) ? taken(value) : refused('must be a whole number')),
  float: (value) => (typeof value === 'number' ? taken(value) : refused('must be a number')),
  boolean: (value) => (typeof value === 'boolean' ? taken(value) : refused('must be true or false')),
  date: judgeDate,
  list: judgeList,
  any: taken,
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day stays a day; a time becomes whole milliseconds of UTC, so that times compare as texts do. */
function judgeDate(value: unknown): Judged {
  const moment = typeof value === 'string' && !/^-?\d+$/.test(value) ? parseMoment(value) : null
  if (moment === null) return refused('must be a date such as 2026-11-20 or a time such as 2026-11-20T17:46:03Z')
  return taken(DAY.test(String(value)) ? value : new Date(Math.floor(moment.at)).toISOString())
}

function judgeList(value: unknown): Judged {
  if (!Array.isArray(value)) return refused('must be a list')
  if (value.length > MOST_ITEMS) return refused(`must hold at most ${MOST_ITEMS} items`)
  const plain = value.every((item) => ['string', 'number', 'boolean'].includes(typeof item))
  return plain ? taken(value) : refused('must hold texts, numbers, true and false only')
}

/** The first rule that a value of the right type breaks. */
function breach(rules: Validation, value: unknown): string | null {
  if (typeof value === 'string') return breachOfText(rules, value) ?? breachOfOptions(rules, [value])
  if (typeof value === 'number') return breachOfNumber(rules, value) ?? breachOfOptions(rules, [value])
  if (!Array.isArray(value)) return null
  return breachOfLength(rules, value.length, 'items') ?? breachOfOptions(rules, value)
}

function breachOfText(rules: Validation, value: string): string | null {
  const length = breachOfLength(rules, [...value].length, 'characters')
  if (length !== null || typeof rules.regexp !== 'string') return length
  if (value.length > LONGEST_MATCHED) return `must have at most ${LONGEST_MATCHED} characters`
  return RE2JS.compile(rules.regexp).matcher(value).find() ? null : `must match the pattern ${rules.regexp}`
}

function breachOfLength({ min_length, max_length }: Validation, length: number, what: string): string | null {
  if (typeof min_length === 'number' && length < min_length) return `must have at least ${min_length} ${what}`
  return typeof max_length === 'number' && length > max_length ? `must have at most ${max_length} ${what}` : null
}

function breachOfNumber({ min_value, max_value }: Validation, value: number): string | null {
  if (typeof min_value === 'number' && value < min_value) return `must be at least ${min_value}`
  return typeof max_value === 'number' && value > max_value ? `must be at most ${max_value}` : null
}

function breachOfOptions({ options }: Validation, values: readonly unknown[]): string | null {
  if (!Array.isArray(options) || values.every((value) => options.includes(value))) return null
  return `must be one of: ${options.join(', ')}`
}

function taken(value: unknown): Judged {
  return { kind: 'taken', value }
}

function refused(must: string): Judged {
  return { kind: 'refused', must }
}
