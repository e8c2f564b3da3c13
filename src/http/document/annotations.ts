import type { Schema } from './schema.ts'

/** The annotations of a schema, which belong to the place that uses it. */
export function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => isAnnotation(word)))
}

/** True if a keyword describes a schema and does not restrict its values. */
export function isAnnotation(word: string): boolean {
  return ANNOTATIONS.has(word) || word.startsWith('x-')
}

const ANNOTATIONS = new Set(['description', 'default', 'deprecated', 'examples', 'readOnly', 'writeOnly'])
