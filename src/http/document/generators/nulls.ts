import { isObject } from '../../../kernel/json/json.ts'
import { mapSchema } from '../../validation/components.ts'
import type { OpenApi } from '../named-parts.ts'
import type { Schema } from '../schema.ts'

/**
 * The document with `type: [string, null]` for what is a string or null, as for every other type; a component or null stays a
 * union of both, since nothing but a description may stand beside its reference. Generators read both; of a union of types,
 * some make a class for `null` or a wrapper around the string.
 */
export function withNullableTypes<Document extends OpenApi>(document: Document): Document {
  const { paths, components } = document
  const written = (part: unknown) => mapSchema(part, nullable)
  return {
    ...document,
    paths: written(paths) as OpenApi['paths'],
    components: { ...components, schemas: written(components.schemas) as OpenApi['components']['schemas'] },
  }
}

/** Of a constant, null would be another value. */
function nullable({ anyOf, ...beside }: Schema): Schema {
  const several: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const [one, ...others] = several.filter((branch) => !isNull(branch))
  const isTyped = isObject(one) && typeof one.type === 'string' && !('const' in one)
  if (!isTyped || others.length > 0 || several.length !== 2) return anyOf === undefined ? beside : { anyOf, ...beside }
  const { type, ...rest } = one
  return { type: [type, 'null'], ...rest, ...beside, ...bothDescriptions(rest, beside) }
}

/** Both descriptions: of the value or null, and of the value, such as its unit. */
function bothDescriptions({ description: of_value }: Schema, { description: of_both = of_value }: Schema): Schema {
  if (of_both === undefined) return {}
  const isSaid = of_value === undefined || String(of_both).includes(String(of_value))
  return { description: isSaid ? of_both : `${of_both} ${of_value}` }
}

function isNull(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'null'
}
