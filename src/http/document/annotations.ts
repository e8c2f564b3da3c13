import type { Schema } from './schema.ts'

/** What is said of a part in its place. */
export function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => isAnnotation(word)))
}

/** Whether a word of a schema says something about a part in its place, and nothing of its values. */
export function isAnnotation(word: string): boolean {
  return ANNOTATIONS.has(word) || word.startsWith('x-')
}

const ANNOTATIONS = new Set(['description', 'default', 'deprecated', 'examples', 'readOnly', 'writeOnly'])
