import { isObject } from '../../kernel/json/json.ts'
import { mapMembers } from '../validation/components.ts'
import { annotationsOf, isAnnotation } from './annotations.ts'
import { ANY_JSON, anyJson } from './any-json.ts'
import type { Names } from './names.ts'
import type { Schema, Schemas } from './schema.ts'
import { joined, pascal, singular } from './words.ts'

/**
 * Replaces unions, enumerations, JSON of any shape and titled schemas inside the schema with references. Parts are
 * named after `prefixes`, best first.
 */
export function inside(schema: Schema, prefixes: readonly string[], names: Names): Schema {
  if (isPlain(schema)) return schema
  const { title: _, ...made } = typed(schema)
  return mapMembers(made, (value, word) => {
    if (word === 'properties')
      return mapMembers(value as Schemas, (member, name) =>
        isPlain(member) ? member : part(member, placed(prefixes, name), names),
      )
    if (word === 'patternProperties')
      return mapMembers(value as Schemas, (member) => part(member, singular(prefixes, 'Value'), names))
    if (word === 'additionalProperties' && value === true && 'properties' in made) return part({}, prefixes, names)
    if (word === 'additionalProperties' && isObject(value)) return part(value, singular(prefixes, 'Value'), names)
    if (word === 'items' && isObject(value)) return part(value, singular(prefixes, 'Item'), names)
    return UNIONS.has(word) ? alternatives(value as Schema[], prefixes, names) : value
  })
}

/** True if the schema contains nothing to name. */
function isPlain(schema: Schema): boolean {
  return !WORDS_WITH_PARTS.some((word) => word in schema) && anyJson(schema) === undefined
}

const WORDS_WITH_PARTS = [
  'title',
  'enum',
  'const',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
]

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])

/** A part of another schema. Unions, enumerations and titled schemas become references. */
export function part(schema: Schema, prefixes: readonly string[], names: Names): Schema {
  if (isPlain(schema)) return schema
  const json = anyJson(schema)
  if (json !== undefined) return { ...names.refer(ANY_JSON[json], [json]), ...annotationsOf(schema) }
  const { title } = schema
  const whole = inside(schema, typeof title === 'string' ? [title] : prefixes, names)
  if (typeof title === 'string') return referred(whole, [title], names)
  return isEnumeration(whole) || isUnion(whole) ? referred(whole, prefixes, names) : whole
}

/**
 * A reference to the schema under its name or the first free candidate, with the annotations of this place beside it.
 */
export function referred(schema: Schema, candidates: readonly string[], names: Names): Schema {
  const named = Object.entries(schema).filter(([word]) => !isAnnotation(word))
  // `CustomFieldKind` if generators use `CustomFieldType` for something else.
  const kinds = candidates.map((name) => name.replace(/Type$/, 'Kind'))
  const reference = names.refer(Object.fromEntries(named), [...candidates, ...kinds])
  return { ...reference, ...annotationsOf(schema) }
}

export function placed(prefixes: readonly string[], member: string): string[] {
  const own = joined(prefixes, pascal(member))
  return FRAMES.has(member) ? [...prefixes, ...own] : own
}

/** Members that only wrap a resource's members, so names skip them. */
const FRAMES = new Set(['data', 'attributes', 'meta', 'relationships'])

function alternatives(schemas: readonly Schema[], prefixes: readonly string[], names: Names): Schema[] {
  const isAlone = schemas.filter(({ type }) => type !== 'null').length === 1
  return schemas.map((schema) => (isAlone ? part(schema, prefixes, names) : alternative(schema, prefixes, names)))
}

/** Names an alternative after its constant: `PromotionActionPercentOff`. */
function alternative(schema: Schema, prefixes: readonly string[], names: Names): Schema {
  const constant = constantOf(schema)
  if (constant === undefined || 'title' in schema) {
    const whole = inside(schema, prefixes, names)
    return 'title' in schema || isEnumeration(whole) || isUnion(whole)
      ? part(schema, joined(prefixes, 'Option'), names)
      : whole
  }
  const own = joined(prefixes, pascal(constant))
  return referred(inside(schema, own, names), own, names)
}

function constantOf({ properties }: Schema): string | undefined {
  const members = Object.values((properties ?? {}) as Schemas).map(typed)
  const constant = members.find((member) => typeof member.const === 'string')?.const
  return constant === undefined ? undefined : String(constant)
}

/**
 * Normalizes constants: an `enum` of one value becomes `const`, constants and enumerations get a type, and rules that
 * their values imply are dropped.
 */
function typed(schema: Schema): Schema {
  const {
    type: _type,
    enum: several,
    const: only,
    pattern: _pattern,
    minLength: _min,
    maxLength: _max,
    ...rest
  } = schema
  const values = 'const' in schema ? [only] : several
  if (!Array.isArray(values)) return schema
  const types = [...new Set(values.map(typeOf))]
  const type = types.length === 1 ? types[0] : types
  // Drops constants of booleans, because generators turn them into enumerations of texts, which Java does not compile
  // and PHP rejects.
  if (type === 'boolean') return { type, ...rest }
  return values.length === 1 ? { type, const: values[0], ...rest } : { type, enum: values, ...rest }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function isEnumeration(schema: Schema): boolean {
  return 'enum' in schema
}

function isUnion({ anyOf, oneOf }: Schema): boolean {
  const several = [anyOf, oneOf].flat().filter((one) => isObject(one) && one.type !== 'null')
  return several.length > 1
}

/**
 * Names that generators derive from the constants of a component: `CustomFieldType` for the `type` of a `CustomField`.
 */
export function constantsIn(name: string, { properties }: Schema): string[] {
  const members = Object.entries((properties ?? {}) as Schemas)
  return members.flatMap(([member, schema]) => ('const' in typed(schema) ? [name + pascal(member)] : []))
}
