import type { PayloadSchema } from './schema-hints.ts'

/** Row of a schema tree. */
export type SchemaRow = {
  /** Unique path: `data.items[].sku`. */
  path: string
  depth: number
  name: string
  type: string
  required: boolean
  description: string | undefined
  /** True if there are nested members. */
  has_members: boolean
}

/** Deeper than any event type; members below are not shown. */
const MAX_DEPTH = 12

/** Members of a schema in order, parents first. */
export function schemaRows(schema: PayloadSchema): SchemaRow[] {
  return membersOf(schema, '', 0)
}

function membersOf(schema: PayloadSchema, path: string, depth: number): SchemaRow[] {
  if (depth > MAX_DEPTH) return []
  const { properties = {}, required = [] } = objectOf(schema)
  return Object.entries(properties).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`
    const inner = membersOf(member, isList(member) ? `${at}[]` : at, depth + 1)
    const row: SchemaRow = {
      path: at,
      depth,
      name,
      type: typeText(member),
      required: required.includes(name),
      description: member.description ?? alternativeOf(member).description,
      has_members: inner.length > 0,
    }
    return [row, ...inner]
  })
}

/** Object schema whose members to show: the schema itself, that of its elements, or its only variant with members. */
function objectOf(schema: PayloadSchema): PayloadSchema {
  const choice = alternativeOf(schema)
  if (isList(choice)) return objectOf(choice.items ?? {})
  return choice
}

function alternativeOf(schema: PayloadSchema): PayloadSchema {
  const choices = schema.anyOf ?? schema.oneOf ?? []
  return choices.find(({ properties, items }) => properties !== undefined || items !== undefined) ?? schema
}

function isList({ type, items }: PayloadSchema): boolean {
  return type === 'array' || items !== undefined
}

/** "text, uuid", "list of objects", "one of “paid”, “unpaid”", "text or null". */
export function typeText(schema: PayloadSchema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ')
  if (schema.const !== undefined) return `always ${quoted(schema.const)}`
  if (schema.enum !== undefined) return `one of ${schema.enum.map(quoted).join(', ')}`
  if (isList(schema)) return schema.items === undefined ? 'list' : `list: ${typeText(schema.items)}`
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type
  if (types.length === 0) return schema.properties === undefined ? 'anything' : 'object'
  const text = types.map((type) => NAMES[type] ?? type).join(' or ')
  return schema.format === undefined ? text : `${text}, ${schema.format}`
}

const NAMES: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' }

function quoted(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}
