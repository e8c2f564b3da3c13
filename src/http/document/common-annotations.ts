import { isDeepStrictEqual } from 'node:util'
import { mapMembers, mapSchema } from '../validation/components.ts'
import { type OpenApi, REFERENCE } from './named-parts.ts'
import type { Schema } from './schema.ts'

/**
 * Moves annotations that all references to a component share to the component, because generators for Go and Python
 * read them only there.
 */
export function withCommonAnnotations<Document extends OpenApi>(document: Document): Document {
  const { paths, components } = document
  const common = commonAnnotations(document)
  const shorter = (part: unknown) => mapSchema(part, (object) => without(object, common.get(String(object.$ref))))
  const schemas = mapMembers(components.schemas, (schema, name) => ({
    ...(shorter(schema) as Schema),
    ...common.get(REFERENCE + name),
  }))
  return { ...document, paths: shorter(paths) as OpenApi['paths'], components: { ...components, schemas } }
}

function commonAnnotations({ paths, components }: OpenApi): Map<string, Schema> {
  const annotations = new Map<string, Schema[]>()
  mapSchema([paths, components.schemas], (object) => {
    const { $ref, ...beside } = object
    if (typeof $ref === 'string') annotations.set($ref, [...(annotations.get($ref) ?? []), beside])
    return object
  })
  const entries = [...annotations].map(([reference, [first = {}, ...others]]): [string, Schema] => {
    const named = components.schemas[reference.slice(REFERENCE.length)] ?? {}
    const words = Object.entries(first).filter(
      ([word, value]) =>
        isOfValue(word) && !(word in named) && others.every((other) => isDeepStrictEqual(other[word], value)),
    )
    return [reference, others.length === 0 ? {} : Object.fromEntries(words)]
  })
  return new Map(entries)
}

/** True for annotations of the value itself. A default or a deprecation applies to one place only. */
function isOfValue(word: string): boolean {
  return word === 'description' || word === 'examples' || word.startsWith('x-')
}

function without(object: Record<string, unknown>, words: Schema | undefined): object {
  if (words === undefined) return object
  return Object.fromEntries(Object.entries(object).filter(([word]) => !(word in words)))
}
