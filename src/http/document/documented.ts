import { mapMembers, schemaMapper } from '../validation/components.ts'
import { folded } from './names.ts'
import type { Schema, Schemas } from './schema.ts'

type Change = (schema: unknown) => unknown

/** Describes a request body without the members that are accepted and ignored. */
export function bodyDescriber(): Change {
  return schemaMapper((schema) => describedMap(withOneSpelling(withoutReadOnly(schema))))
}

export function responseDescriber(): Change {
  return schemaMapper((schema) => describedMap(withOneSpelling(schema)))
}

/** Adds the patterns of headers that operations check themselves, for better error messages. */
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

/** Removes null from an optional body, since the server reads null if the body is missing. */
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
 * Documents one spelling of members that differ only by case or punctuation, because generators give them one name. The
 * others become patterns, which validators know and most generators skip.
 */
function withOneSpelling(schema: Schema): Schema {
  const { properties, patternProperties, required } = schema as Doubled
  if (properties === undefined) return schema
  const spellings = preferredSpellings(properties)
  const others = Object.entries(properties).filter(([name]) => spellings.get(folded(name)) !== name)
  if (others.length === 0) return schema
  const patterns = others.map(([name, member]) => {
    const description = `The same as \`${spellings.get(folded(name))}\`.`
    return [`^${name}$`, { description, ...member }] as const
  })
  const isPreferred = (name: string) => spellings.get(folded(name)) === name
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isPreferred(name))),
    patternProperties: { ...patternProperties, ...Object.fromEntries(patterns) },
    ...(required && { required: required.filter(isPreferred) }),
  }
}

type Doubled = { properties?: Schemas; patternProperties?: Schemas; required?: readonly string[] }

/** Prefers the spelling with underscores, and avoids deprecated spellings. Keyed by the folded name. */
function preferredSpellings(properties: Schemas): Map<string, string> {
  const entries = Object.entries(properties)
  const rank = ([name, { deprecated }]: (typeof entries)[number]) => (deprecated === true ? 2 : /\W/.test(name) ? 1 : 0)
  const worstFirst = entries.toSorted((one, other) => rank(other) - rank(one))
  return new Map(worstFirst.map(([name]) => [folded(name), name]))
}

/** Describes a map in the form that client generators support, including its keys. */
function describedMap(schema: Schema): Schema {
  const { patternProperties, ...rest } = schema as { patternProperties?: Schemas; properties?: Schemas }
  const [entry, ...others] = Object.entries(patternProperties ?? {})
  if (entry === undefined || others.length > 0 || rest.properties !== undefined) return schema
  const [pattern, value] = entry
  return { ...rest, ...(pattern !== ANY_KEY && { propertyNames: { pattern } }), additionalProperties: value }
}

const ANY_KEY = '^.*$'
