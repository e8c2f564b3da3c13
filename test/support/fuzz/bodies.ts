import fc from 'fast-check'
import { arrayPlaces } from '../documents/body-places.ts'

type Json = Record<string, unknown>

/** Values that fit a schema, as far as it is expressive; a UUID is taken from `ids`. */
export function valuesOf(document: Json, schema: Json, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: Json) => valuesOf(document, part, ids, depth + 1)
  if (typeof schema.$ref === 'string') return inner(pointed(document, schema.$ref))
  if (depth > 12) return fc.constant(null)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return fc.oneof(...branches.map(inner))
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectsOf(schema, inner)
    case 'array':
      return fc.array(inner((schema.items ?? {}) as Json), { minLength: Number(schema.minItems ?? 0), maxLength: 4 })
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? -1),
        max: Math.min(Number(schema.maximum ?? 1e6), 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -1), max: Number(schema.maximum ?? 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return stringsOf(schema, ids)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectsOf(schema: Json, inner: (part: Json) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const record = Object.fromEntries(properties.map(([name, member]) => [name, inner(member)]))
  return fc.record(record, { requiredKeys: required.filter((name) => name in record) })
}

function stringsOf(
  { format, pattern, minLength = 0, maxLength = 40 }: Json,
  ids: readonly string[],
): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(UNKNOWN_ID, ...ids))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (typeof pattern === 'string') return matching(pattern)
  return fc.string({ unit: 'grapheme', minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 60) })
}

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** Some patterns use syntax that the generator does not support. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string()
  }
}

function pointed(document: Json, reference: string): Json {
  const steps = reference.slice(2).split('/')
  return steps.reduce((value, step) => value[step] as Json, document)
}

/** Costly bodies: a long list in each array, deep nesting, many members, long names, names of prototype members. */
export function costlyBodies(document: Json): (operation: string) => string[] {
  const places = Map.groupBy(arrayPlaces(document), ({ operation }) => operation)
  return (operation) => {
    const lists = (places.get(operation) ?? []).flatMap(({ around, halfRight }) =>
      ['x', {}, halfRight].map((item) => JSON.stringify(around(Array(5000).fill(item)))),
    )
    return [...lists, ...ALWAYS]
  }
}

const MANY_MEMBERS = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`m${index}`, index]))
const ALWAYS: readonly string[] = [
  `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `${'{"data":'.repeat(400)}1${'}'.repeat(400)}`,
  JSON.stringify({ data: MANY_MEMBERS }),
  JSON.stringify({ data: { type: 'x', attributes: MANY_MEMBERS } }),
  JSON.stringify({ data: { ['n'.repeat(900_000)]: 1 } }),
  JSON.stringify({ data: { type: 'y'.repeat(900_000) } }),
  '{"data":{"__proto__":{"admin":true}}}',
  '{"data":{"constructor":{"prototype":{}}}}',
  '{"data":{"type":"\\u0000","name":"\\ud800"}}',
  `{"data":{"amount":1e999,"quantity":${'9'.repeat(400)}}}`,
  JSON.stringify(Array(300_000).fill(0)),
]
