import fastJson from 'fast-json-stringify'
import { mapSchema, withoutNames } from './components.ts'

/** Writes what fits the schema as JSON. Compiled when it is first needed, like the validators. */
export function lazySerializer(schema: object): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return (value) => {
    compiled ??= fastJson(withoutNames(openUnions(schema)) as object)
    return compiled(value)
  }
}

/**
 * The schema with every union of several kinds of objects or lists open: such a value is written as it is. To tell branches
 * apart, the serializer compiles a validator for each, which takes seconds for conditions that hold conditions. What such
 * unions describe was let in by the same closed schema of a request.
 */
function openUnions(schema: object): unknown {
  return mapSchema(schema, (part) => (holdsSeveralKinds(part.anyOf) ? {} : part))
}

function holdsSeveralKinds(anyOf: unknown): boolean {
  if (!Array.isArray(anyOf)) return false
  // An inner one that was opened has no type any more.
  return anyOf.filter(({ type }) => type === undefined || type === 'object' || type === 'array').length > 1
}
