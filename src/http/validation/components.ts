import { isDeepStrictEqual } from 'node:util'

/**
 * Replaces every part with an `$id` by a reference to the component of that name, which is added to `components`,
 * located at `at`. Remembers the parts it has seen, because schemas of one document share many. Throws if two different
 * schemas have one name.
 */
export function componentNamer(
  components: Record<string, object>,
  at = '#/components/schemas/',
): (schema: unknown) => unknown {
  return schemaMapper(({ $id, ...named }) => {
    if (typeof $id !== 'string') return { ...($id === undefined ? {} : { $id }), ...named }
    if (components[$id] !== undefined && !isDeepStrictEqual(components[$id], named))
      throw new Error(`Two different schemas have the $id ${$id}.`)
    components[$id] = named
    return { $ref: `${at}${$id}` }
  })
}

/** Removes names from a schema, because a serializer rejects a schema that contains a name twice. */
export function withoutNames(schema: unknown): unknown {
  return mapSchema(schema, ({ $id, ...rest }) =>
    typeof $id === 'string' || $id === undefined ? rest : { $id, ...rest },
  )
}

export function mapSchema(schema: unknown, change: (object: Record<string, unknown>) => object): unknown {
  return schemaMapper(change)(schema)
}

/** Changes every object of several schemas, innermost first. An object that occurs several times is changed once. */
export function schemaMapper(change: (object: Record<string, unknown>) => object): (schema: unknown) => unknown {
  const changed = new Map<unknown, unknown>()
  const map = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const known = changed.get(part)
    if (known !== undefined) return known
    const made = Array.isArray(part) ? part.map(map) : change(mapMembers(part as Record<string, unknown>, map))
    changed.set(part, made)
    return made
  }
  return map
}

export function mapMembers<Member, Made>(
  object: Readonly<Record<string, Member>>,
  change: (member: Member, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member, name)]))
}
