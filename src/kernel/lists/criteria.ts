import { type AppError, badQuery } from '../errors.ts'
import { caseKey, plainText } from '../text/case-key.ts'
import { type Moment, parseMoment } from '../time.ts'
import type { Condition, Filter } from './filter.ts'
import {
  type Comparison,
  type Criteria,
  type FieldKind,
  type ListDefinition,
  type ListField,
  type Operator,
  type Scalar,
  type ScalarKind,
  sourceOf,
} from './list.ts'

/**
 * Resolves a filter against a list. Throws `malformed_query` that names the allowed fields, operators or form of the
 * value.
 */
export function criteriaOf(filter: Filter, definition: ListDefinition): Criteria {
  if (filter.kind !== 'condition')
    return { kind: filter.kind, criteria: filter.filters.map((part) => criteriaOf(part, definition)) }
  const { always = {} } = definition
  const only = Object.hasOwn(always, filter.field) ? always[filter.field] : undefined
  if (only !== undefined && ['eq', 'in'].includes(filter.operator))
    return filter.values.includes(only) ? EVERYTHING : nothing(definition)
  const field = fieldOf(filter, definition)
  const operator = operatorOf(filter, field)
  if (operator === 'in' && filter.values.length === 0) return nothing(definition)
  checkCount(filter, operator)
  const letters = field.kind === 'text' && WITHOUT_CASE.includes(operator) ? field.letters : undefined
  if (letters === undefined) return criterion(field, operator, filter)
  if (letters === 'lower') return criterion(field, operator, { ...filter, values: filter.values.map(caseKey) })
  const values = filter.values.map(plainText)
  const found = criterion(field, operator, { ...filter, values })
  return 'source' in found ? { ...found, source: { ...found.source, lower: true } } : found
}

const WITHOUT_CASE: readonly Operator[] = ['eq', 'in', 'like', 'ilike']

const EVERYTHING: Criteria = { kind: 'and', criteria: [] }

/** Criteria that match no record. */
function nothing({ fields: { id } }: ListDefinition): Criteria {
  const type = id.kind === 'uuid' ? 'uuid' : 'text'
  return { kind: 'among', source: sourceOf(id), type, values: [] }
}

export function operatorsOf(field: ListField): readonly Operator[] {
  const offered = operatorsOfKind[field.kind].filter((known) => field.operators?.includes(known) ?? true)
  return field.nullable ? [...offered, 'is_null'] : offered
}

// Also matches ids without a UUID version, since the lowest id of a millisecond has none.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const COMPARISONS = ['eq', 'gt', 'ge', 'lt', 'le'] as const
const operatorsOfKind: Record<FieldKind, readonly Operator[]> = {
  text: [...COMPARISONS, 'in', 'like', 'ilike'],
  choice: ['eq', 'in'],
  uuid: [...COMPARISONS, 'in'],
  integer: [...COMPARISONS, 'in'],
  number: [...COMPARISONS, 'in'],
  boolean: ['eq'],
  time: [...COMPARISONS, 'in'],
  id_time: [...COMPARISONS, 'in'],
  text_array: ['eq', 'in', 'contains', 'contains_any', 'contains_all'],
  uuid_array: ['eq', 'in'],
  json_text: ['eq', 'in'],
}

function fieldOf(condition: Condition, definition: ListDefinition): ListField {
  const { fields } = definition
  const field = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
  if (field !== undefined) return field
  const allowed = Object.keys(fields).sort().join(' ')
  throw badFilter(`unknown field [${condition.field}] specified in search filter, allowed fields are [${allowed}]`)
}

function operatorOf(condition: Condition, field: ListField): Operator {
  const allowed = operatorsOf(field)
  const operator = allowed.find((known) => known === condition.operator)
  if (operator !== undefined) return operator
  throw badFilter(
    `unknown operator [${condition.operator}] specified in search filter for field [${condition.field}], allowed operators are [${allowed.join(' ')}]`,
  )
}

function checkCount(condition: Condition, operator: Operator): void {
  const count = condition.values.length
  const many = operator === 'in' || operator === 'contains_any' || operator === 'contains_all'
  const allowed = operator === 'is_null' ? 0 : 1
  if (count === allowed || (many && count > 0)) return
  const expected = many ? 'at least one value' : ['no value', 'one value; quote a value that holds a comma'][allowed]
  throw badFilter(`${operator}(${condition.field}) has ${count} values, expected ${expected}`)
}

function criterion(field: ListField, operator: Operator, condition: Condition): Criteria {
  const { values } = condition
  const [first = ''] = values
  const source = sourceOf(field)
  if (field.kind === 'json_text') {
    const { choices, paths } = field
    if (choices !== undefined) for (const value of values) checkChoice(choices, condition, value)
    return { kind: 'json_text', source, paths, values }
  }
  if (field.kind === 'uuid_array') return { kind: 'contains_id', source, values: uuids(condition) }
  switch (operator) {
    case 'is_null':
      return { kind: 'null', source }
    case 'like':
      return { kind: 'like', source, letters: 'exact', ...wildcardsOf(first) }
    case 'ilike':
      return { kind: 'like', source, letters: 'any_spelling', ...wildcardsOf(first) }
    case 'contains':
    case 'contains_all':
      return { kind: 'contains_all', source, values }
    case 'contains_any':
      return { kind: 'contains_any', source, values }
    case 'in':
      return among(field, condition)
    default:
      return compare(field, operator, condition, first)
  }
}

function checkChoice(choices: readonly string[], condition: Condition, value: string): void {
  if (!choices.includes(value)) throw badValue(condition, value, `one of [${choices.join(' ')}]`)
}

type WithoutOrder = { kind: 'json_text' | 'uuid_array' }

function uuids(condition: Condition): readonly string[] {
  const wrong = condition.values.find((value) => !UUID.test(value))
  if (wrong === undefined) return condition.values
  throw badValue(condition, wrong, 'a UUID')
}

function among(field: Exclude<ListField, WithoutOrder>, condition: Condition): Criteria {
  const { values } = condition
  const source = sourceOf(field)
  if (field.kind === 'text_array') return { kind: 'contains_any', source, values }
  if (field.kind === 'time' || field.kind === 'id_time')
    return { kind: 'or', criteria: values.map((value) => compare(field, 'eq', condition, value)) }
  return { kind: 'among', source, type: field.kind, values: values.map((value) => scalar(field, condition, value)) }
}

function compare(
  field: Exclude<ListField, WithoutOrder>,
  operator: Comparison,
  condition: Condition,
  value: string,
): Criteria {
  const source = sourceOf(field)
  if (field.kind === 'text_array') return { kind: 'contains_all', source, values: [value] }
  if (field.kind === 'time' || field.kind === 'id_time')
    return { kind: 'time', source, type: field.kind, ...rangeOf(operator, moment(condition, value)) }
  return { kind: 'compare', source, type: field.kind, operator, value: scalar(field, condition, value) }
}

/**
 * The range of times, in milliseconds since the epoch, for which the comparison holds. A date means its midnight,
 * except that equality means the whole day.
 */
export function rangeOf(operator: Comparison, { at, span }: Moment): { from: number | null; before: number | null } {
  switch (operator) {
    case 'eq':
      return { from: Math.ceil(at), before: Math.floor(at) + span }
    case 'ge':
      return { from: Math.ceil(at), before: null }
    case 'gt':
      return { from: Math.floor(at) + 1, before: null }
    case 'le':
      return { from: null, before: Math.floor(at) + 1 }
    case 'lt':
      return { from: null, before: Math.ceil(at) }
  }
}

function moment(condition: Condition, value: string): Moment {
  const found = parseMoment(value)
  if (found !== null) return found
  throw badValue(condition, value, 'a date (YYYY-MM-DD), milliseconds since the epoch or an RFC 3339 time')
}

function scalar(field: Extract<ListField, { kind: ScalarKind }>, condition: Condition, value: string): Scalar {
  switch (field.kind) {
    case 'text':
      return value
    case 'choice':
      checkChoice(field.choices, condition, value)
      return value
    case 'uuid':
      if (UUID.test(value)) return value
      throw badValue(condition, value, 'a UUID')
    case 'integer':
      if (/^-?\d{1,15}$/.test(value)) return Number(value)
      throw badValue(condition, value, 'a whole number')
    case 'number':
      if (/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value)
      throw badValue(condition, value, 'a number')
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true'
      throw badValue(condition, value, 'true or false')
  }
}

/** The text that a value must start with, end with or contain. A `*` in the middle of the pattern is literal. */
export function wildcardsOf(pattern: string): { text: string; starts: boolean; ends: boolean } {
  const starts = !pattern.startsWith('*')
  const tail = starts ? pattern : pattern.slice(1)
  const ends = !tail.endsWith('*') && (starts || tail !== '')
  return { text: ends ? tail : tail.slice(0, -1), starts, ends }
}

function badValue(condition: Condition, value: string, expected: string): AppError {
  return badFilter(`value [${value}] of field [${condition.field}] is not ${expected}`)
}

function badFilter(detail: string): AppError {
  return badQuery('filter', `Invalid filter: ${detail}`)
}
