import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isObject } from '../../kernel/json/json.ts'
import type { Item, Kind, Line, Members } from './kind.ts'
import { InvalidLine, parseJson } from './refusal.ts'

/** Members of responses that are not attributes; creation times differ in every store. */
const NOT_ATTRIBUTES = ['type', 'id', 'links', 'meta', 'relationships', 'attributes', 'created_at', 'updated_at']

export function toLine(kind: Kind, found: Item, parents: readonly string[] = []): Line {
  const item = kind.strip?.(found) ?? found
  const shown = kind.frame === 'attributes' && isObject(item.attributes) ? item.attributes : item
  const left_out = [...NOT_ATTRIBUTES, ...(kind.omit ?? [])]
  // Modifiers have an attribute named `type`.
  const isOwn = (name: string) => !left_out.includes(name) || (name === 'type' && kind.frame === 'attributes')
  const related = isObject(item.relationships) ? pick(item.relationships, kind.related ?? []) : {}
  return {
    type: kind.name,
    id: item.id,
    ...(parents.length > 0 && { parents }),
    attributes: Object.fromEntries(Object.entries(shown).filter(([name, value]) => isOwn(name) && value !== undefined)),
    ...(Object.keys(related).length > 0 && { relationships: related }),
  }
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])))
}

const Record = Type.Record(Type.String(), Type.Unknown())
const Schema = Type.Object({
  type: Type.String(),
  id: Type.String({ minLength: 1 }),
  parents: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  attributes: Record,
  relationships: Type.Optional(Record),
})

/** Parses a line of a full export. Throws `InvalidLine`. */
export function parseLine(text: string): Line {
  const value = parseJson(text)
  if (Value.Check(Schema, value)) return value
  throw new InvalidLine('Expected an object with `type`, `id` and `attributes`, as an export has them.')
}

/**
 * Parses the attributes in a line of one kind, either alone or in a resource in the API's format. Throws `InvalidLine`.
 */
export function parseAttributes(text: string): Members {
  const value = parseJson(text)
  const resource = isObject(value) && isObject(value.data) ? value.data : value
  if (!isObject(resource)) throw new InvalidLine('Expected a JSON object.')
  const attributes = isObject(resource.attributes) ? resource.attributes : resource
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !NOT_ATTRIBUTES.includes(name)))
}

type Content = Pick<Line, 'attributes' | 'relationships'>

/** Returns the members that differ from those in the store; undefined if none does. */
export function changesOf(content: Content, existing: Content): Content | undefined {
  const attributes = differing(content.attributes, existing.attributes)
  const relationships = differing(content.relationships ?? {}, existing.relationships ?? {})
  if (Object.keys(attributes).length + Object.keys(relationships).length === 0) return undefined
  return { attributes, relationships }
}

function differing(content: Members, existing: Members): Members {
  return Object.fromEntries(
    Object.entries(content).filter(([name, value]) => !isDeepStrictEqual(value, existing[name])),
  )
}

export function bodyOf({ type, frame }: Kind, { attributes, relationships = {} }: Content) {
  return {
    data: {
      ...(type !== undefined && { type }),
      ...(frame === 'flat' ? attributes : { attributes }),
      ...(Object.keys(relationships).length > 0 && { relationships }),
    },
  }
}
