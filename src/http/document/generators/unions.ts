import { isObject } from '../../../kernel/json/json.ts'
import { mapMembers } from '../../validation/components.ts'
import { ANY_JSON } from '../any-json.ts'
import { type OpenApi, REFERENCE } from '../named-parts.ts'
import { Names } from '../names.ts'
import type { Schema, Schemas } from '../schema.ts'
import { joined, pascal } from '../words.ts'

/**
 * The document with unions as generators understand them:
 * - `oneOf` for alternatives that exclude each other. Of `anyOf` those of Rust and PHP make one class that requires the members
 *   of all alternatives.
 * - The member that distinguishes objects is one of the union, with the values of all. Generators that make one class of a union
 *   else know those of one alternative, and throw at the others. So is, as any JSON, what has another type in each alternative.
 * - Nothing stands beside the reference to an alternative. Of one with a description, generators of Rust lose the name.
 * - A map beside other alternatives is an object with members of a pattern. Of a map with a type of its values those of Java
 *   write what does not compile.
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

/** The reference alone: annotations beside it move to the component. */
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

/** The member that distinguishes all, with all of its values, and those that have several types. */
function distinction(name: string, leaves: readonly Leaf[], names: Names): Schema {
  const [first] = leaves
  const member = Object.keys(first?.members ?? {}).find((one) => isDistinctive(one, leaves))
  if (member === undefined) return {}
  const values = { type: 'string', enum: leaves.flatMap(({ members }) => members[member] ?? []) }
  const several = severalTypes(leaves).map((one) => [one, names.refer(ANY_JSON.JsonValue, ['JsonValue'])])
  const properties = { [member]: names.refer(values, joined([name], pascal(member))), ...Object.fromEntries(several) }
  return { type: 'object', properties }
}

/** Members that have another type in another alternative. */
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
  /** The values that each member may have; none for one that may have any. */
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

/** By what the types of clients differ: a component of objects is one of its own, texts are alike. */
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

/** Whether no value that is taken fits two of them. */
function areExclusive(group: readonly Leaf[], others: readonly Leaf[]): boolean {
  return group.every((one) => others.every((other) => differ(one, other)))
}

function differ(one: Leaf, other: Leaf): boolean {
  if (!one.types.some((type) => other.types.map(jsonType).includes(jsonType(type)))) return true
  if (Object.keys(one.members).some((member) => isDistinctive(member, [one, other]))) return true
  return requiresMore(one, other) || requiresMore(other, one)
}

/** An integer is a number. */
function jsonType(type: unknown): unknown {
  return type === 'integer' ? 'number' : type
}

/** Whether it requires what the other does not know. */
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
