import fastJson from 'fast-json-stringify'
import { mapSchema, withoutNames } from './components.ts'

type Serializer = (value: unknown) => string

/** Serializes values that fit the schema. Compiled on first use, like the validators. */
export function lazySerializer(schema: object): Serializer {
  let compiled: Serializer | undefined
  return (value) => {
    compiled ??= fastJson(withoutNames(withoutUnions(schema)) as object)
    return compiled(value)
  }
}

/**
 * Removes unions from the schema: a branch or null becomes the branch, nullable; any other union accepts any value,
 * which is written unchanged. To distinguish branches, the serializer would compile a validator for each, which takes
 * longer than all the rest. The values of such unions were already checked against the same schema in a request.
 */
function withoutUnions(schema: object): unknown {
  return mapSchema(schema, ({ anyOf, ...rest }) => {
    if (!Array.isArray(anyOf)) return { ...rest, ...(anyOf !== undefined && { anyOf }) }
    const branches = anyOf.filter(({ type }) => type !== 'null')
    const [branch] = branches
    return branches.length === 1 && branches.length < anyOf.length ? { ...rest, ...branch, nullable: true } : {}
  })
}
