import { isObject } from '../../kernel/json/json.ts'
import { mapMembers } from '../validation/components.ts'
import { annotationsOf, isAnnotation } from './annotations.ts'
import { commonName } from './common-parts.ts'
import type { Names } from './names.ts'
import { constantsIn, placed } from './parts.ts'
import type { Schema, Schemas } from './schema.ts'
import { singular } from './words.ts'

/**
 * Minimum length of a shared part, in characters of JSON. A shorter part is no longer than a reference and its
 * component.
 */
const SHARED_LENGTH = 150
/** Minimum length of shared parts with a short name, which many resources have. */
const COMMON_LENGTH = 90

/** Names objects that occur several times, after their first place. */
export function shareParts(names: Names): void {
  const { schemas } = names
  const counts = new Map<string, number>()
  for (const schema of Object.values(schemas)) {
    for (const part of partsOf(schema)) count(part, counts)
  }
  for (const [name, schema] of Object.entries(schemas)) names.replace(name, within(schema, [name], names, counts))
}

/** Counts the inside of a repeated part only once, because it repeats with the part. */
function count(schema: Schema, counts: Map<string, number>): void {
  const key = contentOf(schema)
  const before = counts.get(key) ?? 0
  counts.set(key, before + 1)
  if (before > 0 && isShareable(schema, key)) return
  for (const part of partsOf(schema)) count(part, counts)
}

function shared(schema: Schema, prefixes: readonly string[], names: Names, counts: Map<string, number>): Schema {
  const key = contentOf(schema)
  const whole = within(schema, prefixes, names, counts)
  if ((counts.get(key) ?? 0) < 2 || !isShareable(schema, key)) return whole
  const named = Object.fromEntries(Object.entries(whole).filter(([word]) => !isAnnotation(word)))
  const [own = ''] = prefixes
  const reference = names.refer(named, [commonName(schema) ?? [], ...prefixes, `${own}Part`].flat())
  names.reserve(constantsIn(nameOf(reference), named))
  return { ...reference, ...annotationsOf(schema) }
}

function nameOf({ $ref }: Schema): string {
  return String($ref).split('/').at(-1) ?? ''
}

function isShareable(schema: Schema, key: string): boolean {
  const { type, properties, additionalProperties } = schema
  if (type !== 'object' || !(isObject(properties) || isObject(additionalProperties))) return false
  return key.length >= (commonName(schema) === undefined ? SHARED_LENGTH : COMMON_LENGTH)
}

function contentOf(schema: Schema): string {
  return JSON.stringify(Object.entries(schema).filter(([word]) => !isAnnotation(word)))
}

function within(schema: Schema, prefixes: readonly string[], names: Names, counts: Map<string, number>): Schema {
  const inside = (part: Schema, own: readonly string[]) => shared(part, own, names, counts)
  return mapMembers(schema, (value, word) => {
    if (word === 'properties') return mapMembers(value as Schemas, (part, name) => inside(part, placed(prefixes, name)))
    if (word === 'patternProperties')
      return mapMembers(value as Schemas, (part) => inside(part, singular(prefixes, 'Value')))
    if (word === 'items' && isObject(value)) return inside(value, singular(prefixes, 'Item'))
    if (word === 'additionalProperties' && isObject(value)) return inside(value, singular(prefixes, 'Value'))
    if (UNIONS.has(word)) return (value as Schema[]).map((part) => inside(part, prefixes))
    return value
  })
}

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])

function partsOf({ properties, patternProperties, items, additionalProperties, anyOf, oneOf }: Schema): Schema[] {
  const maps = [properties, patternProperties].flatMap((map) => Object.values(map ?? {}))
  const parts = [...maps, items, additionalProperties, anyOf, oneOf].flat()
  return parts.filter(isObject)
}
