/** Subset of JSON Schema that event types use. */
export type PayloadSchema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, PayloadSchema>>
  readonly required?: readonly string[]
  readonly items?: PayloadSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly PayloadSchema[]
  readonly oneOf?: readonly PayloadSchema[]
  readonly additionalProperties?: boolean | PayloadSchema
  readonly description?: string
  readonly title?: string
  readonly format?: string
}

export type SchemaHint = {
  pointer: string
  sentence: string
  /** Name of the missing property of the object at the pointer. */
  missing?: string
}

const MAX_HINTS = 50

/**
 * Compares a payload with its schema for the most visible problems: missing members, types and values. The API is more
 * lenient, so the results are only hints.
 */
export function schemaHints(schema: PayloadSchema, value: unknown): SchemaHint[] {
  return hintsOf(schema, value, '').slice(0, MAX_HINTS)
}

function hintsOf(schema: PayloadSchema, value: unknown, pointer: string): SchemaHint[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return hintsOfChoice(choices, value, pointer)
  const wrong = wrongOf(schema, value)
  if (wrong !== null) return [{ pointer, sentence: `${nameOf(pointer)} ${wrong}.` }]
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? [] : value.flatMap((one, index) => hintsOf(items, one, `${pointer}/${index}`))
  }
  return isRecord(value) ? hintsOfMembers(schema, value, pointer) : []
}

function hintsOfMembers(
  { required = [], properties = {} }: PayloadSchema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): SchemaHint[] {
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      pointer,
      missing: name,
      sentence: `${nameOf(pointer)} has no “${name}”, which the type requires.`,
    }))
  const within = Object.entries(properties).flatMap(([name, schema]) =>
    Object.hasOwn(value, name) ? hintsOf(schema, value[name], `${pointer}/${escaped(name)}`) : [],
  )
  return [...missing, ...within]
}

/** Reports the errors of the closest variant. */
function hintsOfChoice(choices: readonly PayloadSchema[], value: unknown, pointer: string): SchemaHint[] {
  const all = choices.map((choice) => hintsOf(choice, value, pointer))
  return (
    all.toSorted((a, b) => a.length - b.length || (b[0]?.pointer.length ?? 0) - (a[0]?.pointer.length ?? 0))[0] ?? []
  )
}

function wrongOf(schema: PayloadSchema, value: unknown): string | null {
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `is ${typeOf(value)}, but the type expects ${types.map((type) => WORDS[type] ?? type).join(' or ')}`
  if (schema.const !== undefined && !isSame(schema.const, value)) return `is not ${JSON.stringify(schema.const)}`
  if (schema.enum !== undefined && !schema.enum.some((one) => isSame(one, value)))
    return `is none of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`
  return null
}

function typesOf({ type, properties }: PayloadSchema): readonly string[] {
  if (type === undefined) return properties === undefined ? [] : ['object']
  return typeof type === 'string' ? [type] : type
}

const WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      // The other types have the same name in JSON Schema and JavaScript.
      return typeof value === type
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return WORDS[typeof value] ?? typeof value
}

function nameOf(pointer: string): string {
  if (pointer === '') return 'The payload'
  const names = pointer.slice(1).split('/')
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
