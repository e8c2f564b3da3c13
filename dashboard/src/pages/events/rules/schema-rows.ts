import type { PayloadSchema } from './schema-hints.ts'

/** A member as the tree of a schema shows it. */
export type SchemaRow = {
  /** The path, which is unique: `data.items[].sku`. */
  path: string
  depth: number
  name: string
  type: string
  required: boolean
  description: string | undefined
  /** Whether there are members below it. */
  has_members: boolean
}

/** No type of an event is deeper; of a schema that is, the rest is not shown. */
const MOST_DEPTH = 12

/** The members of a schema in their order, each before those below it. */
export function schemaRows(schema: PayloadSchema): SchemaRow[] {
  return membersOf(schema, '', 0)
}

function membersOf(schema: PayloadSchema, path: string, depth: number): SchemaRow[] {
  if (depth > MOST_DEPTH) return []
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

/** The object whose members are shown: the schema itself, that of its elements, or its only alternative that has some. */
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
