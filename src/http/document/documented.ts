import { mapMembers, schemaMapper } from '../validation/components.ts'
import type { Schema, Schemas } from './schema.ts'

type Change = (schema: unknown) => unknown

/** What the document says of a request body: not the members that it may hold, but that have no effect. */
export function bodyDescriber(): Change {
  return schemaMapper((schema) => describedMap(withoutReadOnly(schema)))
}

export function responseDescriber(): Change {
  return schemaMapper(describedMap)
}

/** The headers with the patterns that operations check by themselves, with a message of their own. */
export function describedHeaders(headers: unknown): { properties?: Schemas } {
  const { properties, ...rest } = (headers ?? {}) as { properties?: Schemas }
  if (properties === undefined) return rest
  return {
    ...rest,
    properties: mapMembers(properties, ({ 'x-pattern': pattern, ...header }) => ({
      ...header,
      ...(pattern !== undefined && { pattern }),
    })),
  }
}

/** A body that may be missing is described without null, which is what the server reads then. */
export function withoutNull(body: unknown): unknown {
  const { anyOf, ...rest } = body as { anyOf?: Schema[] }
  const others = (anyOf ?? []).filter(({ type }) => type !== 'null')
  return others.length === 1 ? { ...rest, ...others[0] } : body
}

function withoutReadOnly(schema: Schema): Schema {
  const { properties } = schema as { properties?: Schemas }
  if (properties === undefined) return schema
  const writable = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true)
  return { ...schema, properties: Object.fromEntries(writable) }
}

/** A map as generators of clients know it, with what its keys are. */
function describedMap(schema: Schema): Schema {
  const { patternProperties, ...rest } = schema as { patternProperties?: Schemas; properties?: Schemas }
  const [entry, ...others] = Object.entries(patternProperties ?? {})
  if (entry === undefined || others.length > 0 || rest.properties !== undefined) return schema
  const [pattern, value] = entry
  return { ...rest, ...(pattern !== ANY_KEY && { propertyNames: { pattern } }), additionalProperties: value }
}

const ANY_KEY = '^.*$'
