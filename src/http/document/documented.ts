import { mapMembers, schemaMapper } from '../validation/components.ts'
import { folded } from './names.ts'
import type { Schema, Schemas } from './schema.ts'

type Change = (schema: unknown) => unknown

/** What the document says of a request body: not the members that it may hold, but that have no effect. */
export function bodyDescriber(): Change {
  return schemaMapper((schema) => describedMap(withOneSpelling(withoutReadOnly(schema))))
}

export function responseDescriber(): Change {
  return schemaMapper((schema) => describedMap(withOneSpelling(schema)))
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

/**
 * Of members that differ only by case or punctuation, one is a property; generators make one name of them. The others are
 * patterns, which validators know and most generators leave out.
 */
function withOneSpelling(schema: Schema): Schema {
  const { properties, patternProperties, required } = schema as Doubled
  if (properties === undefined) return schema
  const shown = shownSpellings(properties)
  const others = Object.entries(properties).filter(([name]) => shown.get(folded(name)) !== name)
  if (others.length === 0) return schema
  const patterns = others.map(([name, member]) => {
    const description = `The same as \`${shown.get(folded(name))}\`.`
    return [`^${name}$`, { description, ...member }] as const
  })
  const isShown = (name: string) => shown.get(folded(name)) === name
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isShown(name))),
    patternProperties: { ...patternProperties, ...Object.fromEntries(patterns) },
    ...(required && { required: required.filter(isShown) }),
  }
}

type Doubled = { properties?: Schemas; patternProperties?: Schemas; required?: readonly string[] }

/** The spelling with underscores, and never a deprecated one, by what all of a member have in common. */
function shownSpellings(properties: Schemas): Map<string, string> {
  const entries = Object.entries(properties)
  const rank = ([name, { deprecated }]: (typeof entries)[number]) => (deprecated === true ? 2 : /\W/.test(name) ? 1 : 0)
  const worstFirst = entries.toSorted((one, other) => rank(other) - rank(one))
  return new Map(worstFirst.map(([name]) => [folded(name), name]))
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
