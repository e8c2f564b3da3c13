import type { Static, TObject } from 'typebox'
import { mapMembers } from './components.ts'
import { SHOWN_AS_BOOLEAN } from './ignored-members.ts'

type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>

/** Attaches the response's schema to a body's schema. A symbol, so that no compiler sees it. */
const RESPONSE = Symbol('response')

/** Attaches the response's schema to a body's schema, for `rejectUnknownMembers` when the schema is compiled. */
export function withResponse(body: object, response: object | undefined): object {
  return response === undefined ? body : { ...body, [RESPONSE]: response }
}

/**
 * Closes the schema of a body: `data` accepts only the members that its objects name, so that no member is dropped
 * silently. Members of the resource's response are also accepted and ignored, so that a client can send back what it
 * has read. Beside `data`, any member is accepted. Objects that declare `additionalProperties` stay as they are.
 */
export function rejectUnknownMembers(body: object): object {
  const { [RESPONSE]: response } = body as { [RESPONSE]?: Schema }
  return withClosedData(body, membersOf(response === undefined ? [] : [response], 'data'))
}

/**
 * The members of `data` that its schema names, without `type`. The others were copied from a response and have no
 * effect, so code that stores the body must not see them.
 */
export function namedMembers<Named extends TObject>(schema: Named, data: Static<Named>): Omit<Static<Named>, 'type'> {
  const named = Object.entries(data as object).filter(
    ([name]) => name !== 'type' && Object.hasOwn(schema.properties, name),
  )
  return Object.fromEntries(named) as Omit<Static<Named>, 'type'>
}

function withClosedData(body: object, responses: readonly Schema[]): object {
  const { anyOf, properties } = body as { anyOf?: readonly object[]; properties?: Properties }
  if (anyOf !== undefined) return { ...body, anyOf: anyOf.map((branch) => withClosedData(branch, responses)) }
  if (properties?.data === undefined) return body
  return { ...body, properties: { ...properties, data: closed(properties.data, responses, IDENTIFIER) } }
}

const IGNORED: Schema = { readOnly: true }

/** Every resource may repeat its type and id, even if its address already contains them. */
const IDENTIFIER: Properties = { type: IGNORED, id: IGNORED }
const NONE: Properties = {}

/** `responses` are the schemas of the same place in the response. */
function closed(schema: Schema, responses: readonly Schema[], ignored: Properties): Schema {
  const { anyOf, allOf, items, properties, additionalProperties } = schema
  if (allOf !== undefined) throw new Error('A body must not be described by allOf: its parts would reject each other.')
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((branch) => closed(branch, responses, ignored)) }
  if (items !== undefined) return { ...schema, items: closed(items as Schema, responses, ignored) }
  if (properties === undefined) return { ...schema, ...closedMap(schema, responses) }
  const same = responses.flatMap(branchesOf).filter((other) => isSameKind(schema, other))
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

function closedMap(schema: Schema, responses: readonly Schema[]): Schema {
  const { patternProperties } = schema as { patternProperties?: Properties }
  if (patternProperties === undefined) return {}
  const values = responses
    .flatMap(branchesOf)
    .flatMap((other) => Object.values((other.patternProperties ?? {}) as Properties))
  return { patternProperties: mapMembers(patternProperties, (value) => closed(value, values, NONE)) }
}

/** Members that the response shows of another resource, such as the order of a checkout, do not apply to the body. */
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

/** A body may send one item of a list that the response shows whole. */
function branchesOf(schema: Schema): readonly Schema[] {
  const { anyOf } = schema as { anyOf?: readonly Schema[] }
  if (anyOf !== undefined) return anyOf.flatMap(branchesOf)
  return 'items' in schema ? branchesOf(schema.items as Schema) : [schema]
}

function propertiesOf({ properties }: Schema): Properties {
  return (properties ?? {}) as Properties
}
