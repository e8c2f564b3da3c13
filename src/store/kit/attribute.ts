import { type TSchema, type TSchemaOptions, Type } from 'typebox'
import type { ListField } from '../../kernel/list.ts'

/** How a value is stored and what lists can ask of it. `time` is ISO 8601 in JSON and in a row. */
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

/** A member of a resource: a column of the same name. `Value` is what a row holds and JSON shows. */
export type Attribute<Value = unknown> = {
  kind: ColumnKind
  schema: TSchema
  /** What it is when a create body does not say; without it the body must. */
  initial?: Value
  /** A create body sets it, nothing changes it. */
  fixed?: true
  /** Only a seller may say it, also where shoppers write the resource. */
  sellers_only?: true
  /** How lists take it when its kind does not tell; false: not at all. */
  list?: ListField | false
}

export type Attributes = Readonly<Record<string, Attribute>>

export type Values<Of extends Attributes> = { [Name in keyof Of]: Of[Name] extends Attribute<infer V> ? V : never }

type More<Value> = { initial?: NoInfer<Value>; fixed?: true; sellers_only?: true; list?: ListField | false }

/** An attribute of any schema, kept as JSON: lists do not take it. */
export function json<Value>(schema: TSchema, more: More<Value> = {}): Attribute<Value> {
  return { kind: 'json', schema, list: false, ...more }
}

/** A column of bytes, such as what is encrypted; nothing shows it. */
export function bytes(): Attribute<Buffer | null> {
  return { kind: 'bytes', schema: Type.Unknown(), initial: null }
}

type TextOptions = { min?: number; max?: number; pattern?: string; format?: string; description?: string }

/** A text of 0 to 255 characters unless the options say otherwise. */
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

/** A whole number; without a maximum up to what JSON holds exactly. */
export function integer(options: Range = {}, more: More<number> = {}): Attribute<number> {
  return { kind: 'integer', schema: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER, ...options }), ...more }
}

export function decimal(options: Range = {}, more: More<number> = {}): Attribute<number> {
  return { kind: 'number', schema: Type.Number(options), ...more }
}

/** The id of another resource. */
export function reference(options: TSchemaOptions = {}, more: More<string> = {}): Attribute<string> {
  return { kind: 'uuid', schema: Type.String({ format: 'uuid', ...options }), ...more }
}

/** A moment; stored and shown in whole milliseconds, UTC. */
export function time(options: TSchemaOptions = {}, more: More<string> = {}): Attribute<string> {
  return { kind: 'time', schema: Type.String({ format: 'date-time', ...options }), ...more }
}

export function texts(options: TSchemaOptions = {}, more: More<string[]> = {}): Attribute<string[]> {
  return { kind: 'text_array', schema: Type.Array(Type.String(), options), ...more }
}

/** Ids of other resources. */
export function references(options: TSchemaOptions = {}, more: More<string[]> = {}): Attribute<string[]> {
  const schema = Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true, ...options })
  return { kind: 'text_array', schema, ...more }
}

/** The same attribute, or null, which it is when a create body does not say. */
export function optional<Value>(attribute: Attribute<Value>): Attribute<Value | null> {
  return { ...attribute, schema: Type.Union([attribute.schema, Type.Null()]), initial: null }
}

/** How a list takes an attribute; null when it does not. */
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
    default:
      return { kind: attribute.kind, column: name, ...nullable }
  }
}

function choicesOf(schema: TSchema): readonly string[] {
  const { enum: choices, anyOf } = schema as { enum?: readonly string[]; anyOf?: readonly TSchema[] }
  return choices ?? choicesOf(anyOf?.[0] ?? {})
}
