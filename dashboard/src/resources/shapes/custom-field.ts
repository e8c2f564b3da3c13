import type { Schema } from '../../api/operations.ts'
import type { JsonValue } from '../../kit/form/field.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { isRecord } from '../../kit/form/values/values.ts'
import type { Row } from '../../kit/resource/resource.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'Text',
  integer: 'Whole number',
  float: 'Number',
  boolean: 'Yes or no',
  date: 'Date or time',
  list: 'List',
  any: 'Any JSON',
}

export const NEW_FIELD = { field_type: 'string', presence: 'optional', sensitive: false }

export function typeWords(type: string): string {
  return TYPES[type] ?? type
}

/** Rules by their name below the type of a field, with their name in the flat form and their label. */
const RULES: Record<string, { name: string; title: string }> = {
  allow_null_values: { name: 'allow_null', title: 'May be null' },
  immutable: { name: 'immutable', title: 'Immutable' },
  unique: { name: 'unique', title: 'Unique' },
  unique_case_insensitivity: { name: 'unique_case_insensitivity', title: 'Unique in any case' },
  min_length: { name: 'min_length', title: 'Minimum length' },
  max_length: { name: 'max_length', title: 'Maximum length' },
  min_value: { name: 'min_value', title: 'Minimum' },
  max_value: { name: 'max_value', title: 'Maximum' },
  regex: { name: 'regexp', title: 'Pattern' },
  allowed_type: { name: 'allowed_type', title: 'Type of items' },
  options: { name: 'options', title: 'Allowed values' },
}

/** One shape per field type, with its rules. */
export function fieldSchema(schema: Schema, row: Row | null): Schema {
  if (row !== null) return shapeOf(schema, String(row.field_type), false)
  return { anyOf: Object.keys(TYPES).map((type) => shapeOf(schema, type, true)) }
}

function shapeOf(schema: Schema, type: string, isNew: boolean): Schema {
  const { validation, presentation: _, ...members } = schema.properties ?? {}
  return {
    ...schema,
    title: typeWords(type),
    properties: {
      ...members,
      presence: { ...members.presence, default: NEW_FIELD.presence },
      sensitive: { ...members.sensitive, default: NEW_FIELD.sensitive },
      ...(isNew ? { field_type: { const: type } } : {}),
      validation: rulesOf(validation ?? {}, type),
    },
  }
}

function rulesOf({ anyOf = [], properties: own = anyOf[0]?.properties, description }: Schema, type: string): Schema {
  const rules = own?.[type]?.properties ?? {}
  const properties = Object.entries(rules).flatMap(([published, rule]) => {
    const { name, title } = RULES[published] ?? { name: published, title: published }
    return [[name, { ...(name === 'options' ? OPTIONS : rule), title }] as const]
  })
  const about = description?.split(', below')[0]
  const shape = { type: 'object', title: 'Rules', properties: Object.fromEntries(properties) }
  return { anyOf: [{ ...shape, ...(about === undefined ? {} : { description: `${about}.` }) }, { type: 'null' }] }
}

const OPTIONS: Schema = {
  type: 'array',
  maxItems: 500,
  items: { type: 'string' },
  description: 'Only these are accepted.',
}

/** Lifts the rules of a field out of the member named after its type. */
export function fieldValue(row: Row): Row {
  const below = isRecord(row.validation) ? row.validation[String(row.field_type)] : undefined
  if (!isRecord(below)) return { ...row, validation: undefined }
  const rules = Object.entries(below).map(([published, value]) => [
    RULES[published]?.name ?? published,
    published === 'options' && Array.isArray(value) ? value.map(String) : value,
  ])
  return { ...row, validation: Object.fromEntries(rules) }
}

/** Allowed values are typed as text; those of numeric fields are sent as numbers. */
export function fieldBody(body: FormBody, row: Row | null): FormBody {
  const { validation } = body
  if (!isRecord(validation) || !Array.isArray(validation.options)) return body
  const type = String(body.field_type ?? row?.field_type)
  const options = typedItems(validation.options, type === 'list' ? String(validation.allowed_type) : type)
  return { ...body, validation: { ...(validation as FormBody), options } }
}

/** Converts typed items to the type of the field. Invalid items stay text, so that the API reports them. */
export function typedItems(items: readonly JsonValue[], type: string): JsonValue[] {
  if (type === 'integer' || type === 'float') return items.map((item) => (isNumber(item) ? Number(item) : item))
  if (type === 'boolean') return items.map((item) => (item === 'true' ? true : item === 'false' ? false : item))
  return [...items]
}

const isNumber = (item: JsonValue) => typeof item === 'string' && item.trim() !== '' && Number.isFinite(Number(item))
