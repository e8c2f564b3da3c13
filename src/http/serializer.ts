import fastJson from 'fast-json-stringify'

/** Writes what fits the schema as JSON. Compiled when it is first needed, like the validators. */
export function lazySerializer(schema: object): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return (value) => {
    compiled ??= fastJson(schema)
    return compiled(value)
  }
}
