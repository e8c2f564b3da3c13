import { isObject } from '../../../kernel/json/json.ts'
import { mapMembers } from '../../validation/components.ts'
import { ANY_JSON } from '../any-json.ts'
import { type OpenApi, REFERENCE } from '../named-parts.ts'
import { Names } from '../names.ts'
import type { Schema, Schemas } from '../schema.ts'
import { joined, pascal } from '../words.ts'

/**
 * Rewrites unions for client generators:
 * - `oneOf` for alternatives that exclude each other, because for `anyOf` Rust and PHP generators create one class
 *   that requires the members of all alternatives.
 * - The discriminator of objects becomes a member of the union, with all values. Otherwise generators that create one
 *   class know only the values of one alternative and throw for the others. Members whose type differs between
 *   alternatives become any JSON.
 * - Nothing stands beside the reference to an alternative, because Rust generators lose its name otherwise.
 * - A map beside other alternatives becomes an object with pattern members, because Java generators produce code that
 *   does not compile for typed maps.
 */
export function withPlainUnions<Document extends OpenApi>(document: Document): Document {
  const { components } = document
  const names = new Names(components.schemas)
  for (const [name, schema] of Object.entries(components.schemas)) names.replace(name, schema)
  for (const [name, schema] of Object.entries(components.schemas)) {
    const { several, word } = unionOf(schema)
    if (several.length < 2) continue
    const alternatives = several.map((one) => plainAlternative(one, names))
    names.replace(name, plainUnion(name, schema, { several: alternatives, word }, names))
  }
  return { ...document, components: { ...components, schemas: names.schemas } }
}

type Union = { several: Schema[]; word: 'anyOf' | 'oneOf' }

function unionOf({ anyOf, oneOf }: Schema): Union {
  const word = anyOf === undefined ? 'oneOf' : 'anyOf'
  return { several: [anyOf ?? oneOf ?? []].flat().filter(isObject), word }
}

/** Only the reference. Annotations beside it move to the component. */
function plainAlternative({ $ref, ...beside }: Schema, names: Names): Schema {
  if (typeof $ref !== 'string') return beside
  const name = $ref.slice(REFERENCE.length)
  names.replace(name, { ...openMap(names.schemas[name] ?? {}), ...beside })
  return { $ref }
}

function openMap(schema: Schema): Schema {
  const { additionalProperties: values, propertyNames, ...map } = schema
  if (!isObject(values) || 'properties' in map) return schema
  const pattern = isObject(propertyNames) ? String(propertyNames.pattern) : ANY_KEY
  return { ...map, patternProperties: { [pattern]: values } }
}

const ANY_KEY = '^.*$'

function plainUnion(name: string, schema: Schema, { several, word }: Union, names: Names): Schema {
  const { [word]: _, ...beside } = schema
  const groups = several.map((alternative) => leavesOf(alternative, names.schemas))
  const isExclusive = groups.every((group, at) => groups.slice(at + 1).every((other) => areExclusive(group, other)))
  return { ...distinction(name, groups.flat(), names), [isExclusive ? 'oneOf' : word]: several, ...beside }
}

/** The discriminator with all of its values, and the members that have several types. */
function distinction(name: string, leaves: readonly Leaf[], names: Names): Schema {
  const [first] = leaves
  const member = Object.keys(first?.members ?? {}).find((one) => isDistinctive(one, leaves))
  if (member === undefined) return {}
  const values = { type: 'string', enum: leaves.flatMap(({ members }) => members[member] ?? []) }
  const several = severalTypes(leaves).map((one) => [one, names.refer(ANY_JSON.JsonValue, ['JsonValue'])])
  const properties = { [member]: names.refer(values, joined([name], pascal(member))), ...Object.fromEntries(several) }
  return { type: 'object', properties }
}

function severalTypes(leaves: readonly Leaf[]): string[] {
  const types = new Map<string, Set<string>>()
  for (const [member, type] of leaves.flatMap(({ memberTypes }) => Object.entries(memberTypes)))
    types.set(member, new Set([...(types.get(member) ?? []), type]))
  return [...types].filter(([, { size }]) => size > 1).map(([member]) => member)
}

/** An alternative without references and unions. */
type Leaf = {
  types: readonly unknown[]
  required: readonly string[]
  /** The values of each member; empty if unrestricted. */
  members: Readonly<Record<string, readonly string[]>>
  memberTypes: Readonly<Record<string, string>>
}

function leavesOf(schema: Schema, schemas: Schemas): Leaf[] {
  const { $ref, type, required = [], properties = {} } = schema
  if (typeof $ref === 'string') return leavesOf(schemas[$ref.slice(REFERENCE.length)] ?? {}, schemas)
  const { several } = unionOf(schema)
  if (several.length > 0) return several.flatMap((one) => leavesOf(one, schemas))
  const members = mapMembers(properties as Schemas, (member) => textsOf(member, schemas))
  const memberTypes = mapMembers(properties as Schemas, (member) => typeIn(member, schemas))
  return [{ types: [type ?? []].flat(), required: required as string[], members, memberTypes }]
}

/** The type of a member in generated clients: each object component is its own type, all texts are the same. */
function typeIn({ $ref, ...schema }: Schema, schemas: Schemas): string {
  if (typeof $ref !== 'string')
    return JSON.stringify([schema.type, isObject(schema.items) && typeIn(schema.items, schemas)])
  const named = schemas[$ref.slice(REFERENCE.length)] ?? {}
  return named.type === undefined || named.type === 'object' ? $ref : typeIn(named, schemas)
}

function textsOf({ $ref, const: only, enum: several }: Schema, schemas: Schemas): string[] {
  if (typeof $ref === 'string') return textsOf(schemas[$ref.slice(REFERENCE.length)] ?? {}, schemas)
  return [only ?? several ?? []].flat().filter((value) => typeof value === 'string')
}

/** True if no value matches two of the alternatives. */
function areExclusive(group: readonly Leaf[], others: readonly Leaf[]): boolean {
  return group.every((one) => others.every((other) => differ(one, other)))
}

function differ(one: Leaf, other: Leaf): boolean {
  if (!one.types.some((type) => other.types.map(jsonType).includes(jsonType(type)))) return true
  if (Object.keys(one.members).some((member) => isDistinctive(member, [one, other]))) return true
  return requiresMore(one, other) || requiresMore(other, one)
}

function jsonType(type: unknown): unknown {
  return type === 'integer' ? 'number' : type
}

/** True if it requires a member that the other does not have. */
function requiresMore(one: Leaf, { members }: Leaf): boolean {
  return one.required.some((name) => !(name in members))
}

function isDistinctive(member: string, leaves: readonly Leaf[]): boolean {
  const values = leaves.flatMap(({ members }) => members[member] ?? [])
  const isKnown = leaves.every(
    ({ required, members: { [member]: own = [] } }) => required.includes(member) && own.length > 0,
  )
  return isKnown && leaves.length > 1 && new Set(values).size === values.length
}
