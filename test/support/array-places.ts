type Json = Record<string, unknown>

/** A place of a request body that takes a list: the body around what stands there, and something half right for an item. */
export type ArrayPlace = {
  operation: string
  method: string
  path: string
  pointer: string
  around(list: unknown): unknown
  halfRight: unknown
}

/** Every place for a list in the JSON bodies of a document, also in each branch of a union; recursion ends by itself. */
export function arrayPlaces(document: Json): ArrayPlace[] {
  const resolve = (schema: Json): Json =>
    typeof schema.$ref === 'string' ? resolve(at(document, schema.$ref)) : schema

  function* inside(
    given: Json,
    pointer: string,
    around: (value: unknown) => unknown,
  ): Generator<Omit<ArrayPlace, 'operation' | 'method' | 'path'>> {
    const schema = resolve(given)
    for (const branch of (schema.anyOf ?? []) as Json[]) yield* inside(branch, pointer, around)
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
      yield* inside(member, `${pointer}/${name}`, (value) => around({ ...tagsOf(schema), [name]: value }))
    for (const member of Object.values((schema.patternProperties ?? {}) as Record<string, Json>))
      yield* inside(member, `${pointer}/EUR`, (value) => around({ EUR: value }))
    if (schema.type !== 'array') return
    const items = resolve((schema.items ?? {}) as Json)
    yield { pointer, around, halfRight: halfRight(items) }
    yield* inside(items, `${pointer}/0`, (value) => around([value]))
  }

  function halfRight(schema: Json): unknown {
    const [branch] = (schema.anyOf ?? []) as Json[]
    if (branch !== undefined) return halfRight(resolve(branch))
    return schema.type === 'object' ? { ...tagsOf(schema), no_such_member: 1 } : ''
  }

  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = (operation.requestBody as { content?: Record<string, { schema: Json }> })?.content ?? {}
      const schema = content['application/json']?.schema
      if (schema === undefined) return []
      const found = [...inside(schema, '', (value) => value)]
      // Several branches of a union may take the same list.
      const different = new Map(found.map((place) => [`${place.pointer} ${JSON.stringify(place.halfRight)}`, place]))
      return [...different.values()].map((place) => ({
        operation: String(operation.operationId),
        method,
        path,
        ...place,
      }))
    }),
  )
}

/** What tells the branches of a union apart. */
function tagsOf({ properties = {} }: Json): Json {
  const tags = Object.entries(properties as Record<string, Json>).filter(([, member]) => 'const' in member)
  return Object.fromEntries(tags.map(([name, member]) => [name, member.const]))
}

function at(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce((value, step) => value[step] as Json, document)
}
