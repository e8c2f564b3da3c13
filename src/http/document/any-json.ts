import { isAnnotation } from './annotations.ts'
import type { Schema } from './schema.ts'

export const ANY_JSON = {
  JsonValue: { description: 'Any JSON.' },
  JsonObject: { description: 'An object with any members.', type: 'object', additionalProperties: true },
} as const satisfies Record<string, Schema>

/** The component for a schema that accepts any JSON or any object; undefined for other schemas. */
export function anyJson(schema: Schema): keyof typeof ANY_JSON | undefined {
  const words = Object.keys(schema).filter((word) => !isAnnotation(word))
  if (words.length === 0) return 'JsonValue'
  if (schema.type !== 'object') return undefined
  return words.every((word) => OPEN[word]?.(schema[word]) === true) ? 'JsonObject' : undefined
}

const OPEN: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: () => true,
  properties: (value) => Object.keys(value as object).length === 0,
  additionalProperties: (value) => value === true || anyJson(value as Schema) === 'JsonValue',
}
