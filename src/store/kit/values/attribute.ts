import { type TSchema, type TSchemaOptions, Type } from 'typebox'
import type { Hidden } from '../../../audit/rules/change.ts'
import type { Letters, ListField } from '../../../kernel/lists/list.ts'

/** Column type of an attribute, which determines filters and sorting. `time` is ISO 8601 in JSON and in rows. */
type ColumnKind =
  | 'text'
  | 'choice'
  | 'uuid'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'time'
  | 'text_array'
  | 'json'
  | 'bytes'

/** Returns the form in which a text is stored. Throws `invalid`. */
type Normalize = (text: string, pointer: string) => string

/** A member of a resource, stored in a column of the same name. `Value` is its type in rows and in JSON. */
export type Attribute<Value = unknown> = {
  kind: ColumnKind
  schema: TSchema
  /** Default value when creating. An attribute without a default is required. */
  initial?: Value
  /** Set on creation, immutable afterwards. */
  fixed?: true
  /** Only sellers may set it, even where shoppers may write the resource. */
  sellers_only?: true
  /** Makes lists ignore its case; with `lower`, it is stored in lower case. */
  letters?: Letters
  normal?: Normalize
  /** Overrides the list field that follows from `kind`; false excludes it from filters and sorts. */
  list?: ListField | false
  /** Reason why the audit log hides its values. */
  hidden?: Hidden
}

export type Attributes = Readonly<Record<string, Attribute>>

export type Values<Of extends Attributes> = { [Name in keyof Of]: Of[Name] extends Attribute<infer V> ? V : never }

type More<Value> = {
  initial?: NoInfer<Value>
  fixed?: true
  sellers_only?: true
  list?: ListField | false
  hidden?: Hidden
  letters?: Letters
  normal?: Normalize
}

/** An attribute of any schema, stored as JSON. Lists cannot filter or sort by it. */
export function json<Value>(schema: TSchema, more: More<Value> = {}): Attribute<Value> {
  return { kind: 'json', schema, list: false, ...more }
}

/** A binary column, such as a ciphertext. Never part of a response. */
export function bytes(): Attribute<Buffer | null> {
  return { kind: 'bytes', schema: Type.Unknown(), initial: null, hidden: 'secret' }
}

/** Column of a password's hash; null without a password. Never part of a response. */
export function passwordHash(): Attribute<string | null> {
  return optional(text({}, { hidden: 'secret' }))
}

type TextOptions = { min?: number; max?: number; pattern?: string; format?: string; description?: string }

/** A string of 0 to 255 characters unless the options set other limits. */
export function text({ min, max = 255, ...options }: TextOptions = {}, more: More<string> = {}): Attribute<string> {
  const schema = Type.String({ ...(min !== undefined && { minLength: min }), maxLength: max, ...options })
  return { kind: 'text', schema, ...more }
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  options: TSchemaOptions = {},
  more: More<Choice> = {},
): Attribute<Choice> {
  return { kind: 'choice', schema: Type.Enum([...choices], options), ...more }
}

export function flag(options: TSchemaOptions = {}, more: More<boolean> = {}): Attribute<boolean> {
  return { kind: 'boolean', schema: Type.Boolean(options), ...more }
}

type Range = TSchemaOptions & { minimum?: number; maximum?: number; exclusiveMinimum?: number }

/** An integer; the default maximum is the largest that JSON represents exactly. */
export function integer(options: Range = {}, more: More<number> = {}): Attribute<number> {
  return { kind: 'integer', schema: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER, ...options }), ...more }
}

export function decimal(options: Range = {}, more: More<number> = {}): Attribute<number> {
  return { kind: 'number', schema: Type.Number(options), ...more }
}

export function reference(options: TSchemaOptions = {}, more: More<string> = {}): Attribute<string> {
  return { kind: 'uuid', schema: Type.String({ format: 'uuid', ...options }), ...more }
}

/** A timestamp, stored and shown in whole milliseconds in UTC. */
export function time(options: TSchemaOptions = {}, more: More<string> = {}): Attribute<string> {
  return { kind: 'time', schema: Type.String({ format: 'date-time', ...options }), ...more }
}

export function texts(options: TSchemaOptions = {}, more: More<string[]> = {}): Attribute<string[]> {
  return { kind: 'text_array', schema: Type.Array(Type.String(), options), ...more }
}

export function references(options: TSchemaOptions = {}, more: More<string[]> = {}): Attribute<string[]> {
  const schema = Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true, ...options })
  return { kind: 'text_array', schema, ...more }
}

/** Makes an attribute nullable, with null as its default. */
export function optional<Value>(attribute: Attribute<Value>): Attribute<Value | null> {
  return { ...attribute, schema: Type.Union([attribute.schema, Type.Null()]), initial: null }
}

/** Makes null in bodies mean the empty text; schemas of other types stay unchanged. */
export function emptyIfNull(schema: TSchema): TSchema {
  if (!('type' in schema) || schema.type !== 'string') return schema
  return Type.Unsafe<string>({ ...schema, type: ['string', 'null'], 'x-null': '' })
}

/** Returns the list field of an attribute; null if lists cannot filter or sort by it. */
export function listFieldOf(name: string, attribute: Attribute): ListField | null {
  if (attribute.list === false) return null
  if (attribute.list !== undefined) return attribute.list
  const nullable = attribute.initial === null ? ({ nullable: true } as const) : {}
  switch (attribute.kind) {
    case 'json':
    case 'bytes':
      return null
    case 'choice':
      return { kind: 'choice', choices: choicesOf(attribute.schema), column: name, ...nullable }
    case 'text':
      return { kind: 'text', column: name, ...nullable, ...(attribute.letters && { letters: attribute.letters }) }
    default:
      return { kind: attribute.kind, column: name, ...nullable }
  }
}

function choicesOf(schema: TSchema): readonly string[] {
  const { enum: choices, anyOf } = schema as { enum?: readonly string[]; anyOf?: readonly TSchema[] }
  return choices ?? choicesOf(anyOf?.[0] ?? {})
}
