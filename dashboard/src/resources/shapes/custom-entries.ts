import type { AreaFacts, Schema } from '../../api/operations.ts'
import type { ResponseOf } from '../../api/queries.ts'
import type { Option } from '../../kit/form/field.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { isRecord } from '../../kit/form/values/values.ts'
import type { AnyResource, Row } from '../../kit/resource/resource.ts'
import { customApis } from '../custom-apis.ts'
import { typedItems } from './custom-field.ts'

const FIELDS = '/v2/settings/extensions/custom-apis/{custom_api_id}/fields'
const ENTRIES = '/v2/settings/extensions/custom-apis/{custom_api_id}/entries'

type Field = ResponseOf<typeof FIELDS>['data'][number]
type Rules = Partial<Record<'min_length' | 'max_length' | 'min_value' | 'max_value', number>> & {
  allow_null_values?: boolean
  immutable?: boolean
  regex?: string
  allowed_type?: string
  options?: (string | number | boolean)[]
}

/** Entries of a custom API as a plain resource, built from its fields. */
export function entriesOf({ name }: { name: string }, given: readonly Field[]): AnyResource {
  const fields = given.toSorted((a, b) => placeOf(a) - placeOf(b))
  const title = fields.find(({ field_type }) => field_type === 'string')?.slug
  const schema = entrySchema(fields)
  return {
    address: 'custom-apis/{custom_api_id}/entries',
    list: ENTRIES,
    one: `${ENTRIES}/{custom_api_entry_id}`,
    parent: customApis,
    label: { one: `${name} entry`, many: `${name} entries` },
    about: fields.length === 0 ? NO_FIELDS : 'Records with the fields of this custom API.',
    title: (row) => (title === undefined ? '' : String(row[title] ?? '')),
    columns: [...(title === undefined ? ['id'] : []), ...shownFirst(fields, title).map(({ slug }) => slug)],
    ...(title === undefined ? {} : { search: title }),
    form: () => Object.fromEntries(fields.map((field) => [field.slug, { options: optionsOf(field) }])),
    facts: entryFacts(fields, schema),
    adapt: {
      schema: () => schema,
      value: (row) => entryValue(row, fields),
      body: (body) => entryBody(body, fields),
    },
  }
}

const NO_FIELDS = 'Give this custom API fields first: without them its entries hold nothing.'

/** Position in forms, from the presentation; fields without a position follow in order of creation. */
function placeOf({ presentation }: Field): number {
  const { sort_order } = (presentation ?? {}) as { sort_order?: unknown }
  return typeof sort_order === 'number' ? sort_order : Number.MAX_SAFE_INTEGER
}

const shownFirst = (fields: readonly Field[], first: string | undefined) =>
  fields.toSorted((a, b) => Number(b.slug === first) - Number(a.slug === first))

export function entrySchema(fields: readonly Field[]): Schema {
  return {
    type: 'object',
    required: fields.filter(({ presence }) => presence === 'required').map(({ slug }) => slug),
    properties: Object.fromEntries(fields.map((field) => [field.slug, schemaOf(field)])),
  }
}

function schemaOf(field: Field): Schema {
  const rules = rulesOf(field)
  const one = { ...typeOf(field, rules), title: field.name }
  const description = helpOf(field, rules)
  const described = description === '' ? one : { ...one, description }
  return rules.allow_null_values === false ? described : { anyOf: [described, { type: 'null' }] }
}

function rulesOf({ validation, field_type }: Field): Rules {
  return ((validation as Record<string, Rules>)[field_type] ?? {}) as Rules
}

function typeOf({ field_type }: Field, rules: Rules): Schema {
  const choices = rules.options === undefined ? {} : { enum: rules.options.map(String) }
  switch (field_type) {
    case 'string':
      return { type: 'string', maxLength: rules.max_length ?? LONG, ...choices }
    case 'integer':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', maxLength: DATE_LENGTH }
    case 'list':
      return isTyped(rules) ? { type: 'array', items: { type: 'string', ...choices } } : {}
    default:
      return {}
  }
}

function optionsOf(field: Field): Option[] {
  return (rulesOf(field).options ?? []).map((option) => ({ value: String(option), label: String(option) }))
}

/** Texts longer than this get several lines. */
const LONG = 1000
const DATE_LENGTH = 40

/** True if all items of a list have one type, so that they can be typed as text. */
const isTyped = ({ allowed_type = 'any' }: Rules) => ['string', 'integer', 'float'].includes(allowed_type)

function helpOf({ description, field_type }: Field, rules: Rules): string {
  return [
    description,
    field_type === 'date' ? 'A date such as 2026-11-20, or a time such as 2026-11-20T17:46:03Z.' : '',
    rules.min_value === undefined ? '' : `At least ${rules.min_value}.`,
    rules.max_value === undefined ? '' : `At most ${rules.max_value}.`,
    rules.regex === undefined ? '' : `Matches \`${rules.regex}\`.`,
    rules.immutable === true ? 'Cannot be changed once it is set.' : '',
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}

function entryValue(row: Row, fields: readonly Field[]): Row {
  const lists = fields.filter((field) => field.field_type === 'list' && isTyped(rulesOf(field)))
  const texts = lists.flatMap(({ slug }) => {
    const value = row[slug]
    return Array.isArray(value) ? [[slug, value.map(String)] as const] : []
  })
  return { ...row, ...Object.fromEntries(texts) }
}

function entryBody(body: FormBody, fields: readonly Field[]): FormBody {
  const typed = fields.flatMap((field) => {
    const value = body[field.slug]
    const type = rulesOf(field).allowed_type ?? 'any'
    return field.field_type === 'list' && Array.isArray(value) ? [[field.slug, typedItems(value, type)] as const] : []
  })
  return isRecord(body) ? { ...body, ...Object.fromEntries(typed) } : body
}

const ORDERED = ['eq', 'gt', 'ge', 'lt', 'le', 'in']
const OPERATORS: Record<Field['field_type'], string[]> = {
  string: [...ORDERED, 'like', 'ilike', 'is_null'],
  integer: [...ORDERED, 'is_null'],
  float: [...ORDERED, 'is_null'],
  date: [...ORDERED, 'is_null'],
  boolean: ['eq', 'is_null'],
  list: ['eq', 'in', 'contains', 'contains_any', 'contains_all'],
  any: [],
}

/** Filters and sort keys that the API supports for entries. */
function entryFacts(fields: readonly Field[], item: Schema): AreaFacts {
  const listed = fields.filter(({ field_type }) => field_type !== 'any')
  const sorted = listed.filter(({ field_type }) => field_type !== 'list').map(({ slug }) => slug)
  return {
    filter: {
      ...Object.fromEntries(listed.map(({ slug, field_type }) => [slug, OPERATORS[field_type]])),
      created_at: ORDERED,
      updated_at: ORDERED,
      id: ORDERED,
    },
    sort: { fields: ['created_at', 'updated_at', 'id', ...sorted], default: 'created_at' },
    item,
  }
}
