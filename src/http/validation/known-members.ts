import type { Static, TObject } from 'typebox'
import { mapMembers } from './components.ts'
import { SHOWN_AS_BOOLEAN } from './ignored-members.ts'

type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>

/** On the schema of a body: that of the response. A symbol, so that no compiler sees it. */
const RESPONSE = Symbol('response')

/** The schema of a body that knows what its response shows; `refuseUnknownMembers` is for when it is compiled. */
export function withResponse(body: object, response: object | undefined): object {
  return response === undefined ? body : { ...body, [RESPONSE]: response }
}

/**
 * The schema of a body whose `data` accepts only the members that its objects name, so that no member is dropped
 * silently. Members of the response of the same resource are accepted too and ignored: a client can send back what it
 * has read. Any member is accepted beside `data`. Objects that say themselves what else they hold
 * (`additionalProperties`) stay as they are.
 */
export function refuseUnknownMembers(body: object): object {
  const { [RESPONSE]: response } = body as { [RESPONSE]?: Schema }
  return knowing(body, membersOf(response === undefined ? [] : [response], 'data'))
}

/**
 * The members of `data` that its schema names, without `type`. The others were sent back as they had been read: they have no
 * effect, so code that writes what was sent must not see them.
 */
export function namedMembers<Named extends TObject>(schema: Named, data: Static<Named>): Omit<Static<Named>, 'type'> {
  const named = Object.entries(data as object).filter(
    ([name]) => name !== 'type' && Object.hasOwn(schema.properties, name),
  )
  return Object.fromEntries(named) as Omit<Static<Named>, 'type'>
}

function knowing(body: object, shown: readonly Schema[]): object {
  const { anyOf, properties } = body as { anyOf?: readonly object[]; properties?: Properties }
  if (anyOf !== undefined) return { ...body, anyOf: anyOf.map((branch) => knowing(branch, shown)) }
  if (properties?.data === undefined) return body
  return { ...body, properties: { ...properties, data: closed(properties.data, shown, IDENTIFIER) } }
}

/** A schema for members that are taken and ignored. */
const IGNORED: Schema = { readOnly: true }

/** Every resource may say what it is, also where its address says so already. */
const IDENTIFIER: Properties = { type: IGNORED, id: IGNORED }
const NONE: Properties = {}

/** `shown` are the schemas that the response has in the same place. */
function closed(schema: Schema, shown: readonly Schema[], ignored: Properties): Schema {
  const { anyOf, allOf, items, properties, additionalProperties } = schema
  if (allOf !== undefined) throw new Error('A body must not be described by allOf: its parts would refuse each other.')
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((branch) => closed(branch, shown, ignored)) }
  if (items !== undefined) return { ...schema, items: closed(items as Schema, shown, ignored) }
  if (properties === undefined) return { ...schema, ...closedMap(schema, shown) }
  const same = shown.flatMap(branchesOf).filter((other) => isSameKind(schema, other))
  const own = mapMembers(properties as Properties, (member, name) => closed(member, membersOf(same, name), NONE))
  if (additionalProperties !== undefined) return { ...schema, properties: own }
  const readable = same.flatMap((other) => Object.keys(propertiesOf(other))).map((name) => [name, IGNORED])
  const booleans = Object.keys(own).filter((name) => isBoolean(membersOf(same, name)) && !isBoolean([own[name] ?? {}]))
  return {
    ...schema,
    ...(booleans.length > 0 && { [SHOWN_AS_BOOLEAN]: booleans }),
    properties: { ...ignored, ...Object.fromEntries(readable), ...own },
    additionalProperties: false,
  }
}

function isBoolean(schemas: readonly Schema[]): boolean {
  return schemas.flatMap(branchesOf).some(({ type }) => [type].flat().includes('boolean'))
}

/** Of a map, such as amounts by currency: what its values may hold. */
function closedMap(schema: Schema, shown: readonly Schema[]): Schema {
  const { patternProperties } = schema as { patternProperties?: Properties }
  if (patternProperties === undefined) return {}
  const values = shown
    .flatMap(branchesOf)
    .flatMap((other) => Object.values((other.patternProperties ?? {}) as Properties))
  return { patternProperties: mapMembers(patternProperties, (value) => closed(value, values, NONE)) }
}

/** What the response shows of something else, such as the order of a checkout, says nothing about the body. */
function isSameKind(schema: Schema, other: Schema): boolean {
  const types = typesOf(schema)
  const others = typesOf(other)
  return types.length === 0 ? others.length === 0 : types.some((type) => others.includes(type))
}

function typesOf(schema: Schema): readonly unknown[] {
  const { const: only, enum: several } = propertiesOf(schema).type ?? {}
  return only === undefined ? ((several ?? []) as readonly unknown[]) : [only]
}

function membersOf(schemas: readonly Schema[], name: string): readonly Schema[] {
  const members = schemas.flatMap(branchesOf).map((schema) => propertiesOf(schema)[name])
  return members.filter((member) => member !== undefined)
}

/** A list of which the body sends one is shown whole. */
function branchesOf(schema: Schema): readonly Schema[] {
  const { anyOf } = schema as { anyOf?: readonly Schema[] }
  if (anyOf !== undefined) return anyOf.flatMap(branchesOf)
  return 'items' in schema ? branchesOf(schema.items as Schema) : [schema]
}

function propertiesOf({ properties }: Schema): Properties {
  return (properties ?? {}) as Properties
}
