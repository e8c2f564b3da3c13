import { isDeepStrictEqual } from 'node:util'

/**
 * The schema with every part that has an `$id` replaced by a reference to the component of that name, which is added to
 * `components`. Throws when two different schemas have one name.
 */
export function nameComponents(schema: unknown, components: Record<string, object>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => nameComponents(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, ...rest } = schema as Record<string, unknown>
  const named = mapMembers(rest, (member) => nameComponents(member, components))
  if (typeof $id !== 'string')
    return { ...($id === undefined ? {} : { $id: nameComponents($id, components) }), ...named }
  if (components[$id] !== undefined && !isDeepStrictEqual(components[$id], named))
    throw new Error(`Two different schemas have the $id ${$id}.`)
  components[$id] = named
  return { $ref: `#/components/schemas/${$id}` }
}

/** The schema without names: validators and serializers refuse a schema that holds one name twice. */
export function withoutNames<Schema>(schema: Schema): Schema
export function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(([name, member]) => name !== '$id' || typeof member !== 'string')
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNames(member)]))
}

/** The object with every member changed. */
export function mapMembers<Member>(
  object: Readonly<Record<string, Member>>,
  change: (member: Member, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member, name)]))
}
