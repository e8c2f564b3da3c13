import { isObject } from '../../../kernel/json/json.ts'
import { mapSchema } from '../../validation/components.ts'
import type { OpenApi } from '../named-parts.ts'
import type { Schema } from '../schema.ts'

/**
 * Writes nullable types as `type: [string, null]`. A nullable component stays a union, because only a description may
 * stand beside a reference. Generators support both, but for unions of plain types some create a class for `null` or a
 * wrapper around the string.
 */
export function withNullableTypes<Document extends OpenApi>(document: Document): Document {
  const { paths, components } = document
  const rewrite = (part: unknown) => mapSchema(part, nullable)
  return {
    ...document,
    paths: rewrite(paths) as OpenApi['paths'],
    components: { ...components, schemas: rewrite(components.schemas) as OpenApi['components']['schemas'] },
  }
}

/** Leaves constants alone, because null would be another value. */
function nullable({ anyOf, ...beside }: Schema): Schema {
  const several: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const [one, ...others] = several.filter((branch) => !isNull(branch))
  const isTyped = isObject(one) && typeof one.type === 'string' && !('const' in one)
  if (!isTyped || others.length > 0 || several.length !== 2) return anyOf === undefined ? beside : { anyOf, ...beside }
  const { type, ...rest } = one
  return { type: [type, 'null'], ...rest, ...beside, ...bothDescriptions(rest, beside) }
}

/** Combines the description of the nullable value with that of the value, such as its unit. */
function bothDescriptions({ description: of_value }: Schema, { description: of_both = of_value }: Schema): Schema {
  if (of_both === undefined) return {}
  const isSaid = of_value === undefined || String(of_both).includes(String(of_value))
  return { description: isSaid ? of_both : `${of_both} ${of_value}` }
}

function isNull(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'null'
}
