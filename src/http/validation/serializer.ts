import fastJson from 'fast-json-stringify'
import { mapSchema, withoutNames } from './components.ts'

type Serializer = (value: unknown) => string

/** Writes what fits the schema as JSON. Compiled when it is first needed, like the validators. */
export function lazySerializer(schema: object): Serializer {
  let compiled: Serializer | undefined
  return (value) => {
    compiled ??= fastJson(withoutNames(withoutUnions(schema)) as object)
    return compiled(value)
  }
}

/**
 * The schema without unions: one branch or null is that branch, nullable; any other union is open, and its value is
 * written as it is. To distinguish branches, the serializer compiles a validator for each of them, also for null, which
 * takes longer than all the rest. What such unions describe was let in by the same closed schema of a request.
 */
function withoutUnions(schema: object): unknown {
  return mapSchema(schema, ({ anyOf, ...rest }) => {
    if (!Array.isArray(anyOf)) return { ...rest, ...(anyOf !== undefined && { anyOf }) }
    const branches = anyOf.filter(({ type }) => type !== 'null')
    const [branch] = branches
    return branches.length === 1 && branches.length < anyOf.length ? { ...rest, ...branch, nullable: true } : {}
  })
}
