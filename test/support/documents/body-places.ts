import { operationsOf } from '../../../src/http/document/operations.ts'

type Json = Record<string, unknown>

/** A location in the JSON body of an operation: its schema, and a function that builds the body around a value. */
export type BodyPlace = {
  operation: string
  method: string
  path: string
  pointer: string
  schema: Json
  around(value: unknown): unknown
}

/** Every location in the JSON bodies of a document, including each branch of a union. Recursion is bounded. */
export function bodyPlaces(document: Json): BodyPlace[] {
  return operationsOf<Json>(document).flatMap(({ path, method, operation }) => {
    const content = (operation.requestBody as { content?: Record<string, { schema: Json }> })?.content ?? {}
    const schema = content['application/json']?.schema
    if (schema === undefined) return []
    const found = [...inside(document, schema, '', (value) => value)]
    return found.map((place) => ({ operation: String(operation.operationId), method, path, ...place }))
  })
}

type Around = BodyPlace['around']

function* inside(
  document: Json,
  given: Json,
  pointer: string,
  around: Around,
): Generator<Pick<BodyPlace, 'pointer' | 'schema' | 'around'>> {
  const schema = resolved(document, given)
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  // A union with branches only repeats their members.
  if (branches.length > 0) for (const branch of branches) yield* inside(document, branch, pointer, around)
  if (branches.length > 0) return
  yield { pointer, schema, around }
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    yield* inside(document, member, `${pointer}/${name}`, (value) => around({ ...tagsOf(schema), [name]: value }))
  const { patternProperties = {}, additionalProperties } = schema
  const values = [...Object.values(patternProperties as object), additionalProperties] as (Json | boolean | undefined)[]
  for (const member of values.filter((value) => typeof value === 'object'))
    yield* inside(document, member, `${pointer}/EUR`, (value) => around({ EUR: value }))
  if ([schema.type].flat().includes('array'))
    yield* inside(document, (schema.items ?? {}) as Json, `${pointer}/0`, (value) => around([value]))
}

export function resolved(document: Json, schema: Json): Json {
  return typeof schema.$ref === 'string' ? resolved(document, at(document, schema.$ref)) : schema
}

/** A location of an array, with a partly valid item. */
export type ArrayPlace = BodyPlace & { halfRight: unknown }

export function arrayPlaces(document: Json): ArrayPlace[] {
  const halfRight = (schema: Json): unknown => {
    const [branch] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
    if (branch !== undefined) return halfRight(resolved(document, branch))
    return schema.type === 'object' ? { ...tagsOf(schema), no_such_member: 1 } : ''
  }
  const lists = bodyPlaces(document)
    .filter(({ schema }) => [schema.type].flat().includes('array'))
    .map((place) => ({ ...place, halfRight: halfRight(resolved(document, (place.schema.items ?? {}) as Json)) }))
  // Several branches of a union may accept the same array.
  const nameOf = ({ operation, pointer, halfRight: half }: ArrayPlace) =>
    `${operation} ${pointer} ${JSON.stringify(half)}`
  return [...new Map(lists.map((place) => [nameOf(place), place])).values()]
}

/** Discriminating members of the branches of a union. */
export function tagsOf({ properties = {} }: Json): Json {
  const tags = Object.entries(properties as Record<string, Json>).flatMap(([name, { const: only, enum: several }]) => {
    const [value = only, ...others] = (several ?? []) as unknown[]
    return value === undefined || others.length > 0 ? [] : [[name, value]]
  })
  return Object.fromEntries(tags)
}

function at(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce((value, step) => value[step] as Json, document)
}
