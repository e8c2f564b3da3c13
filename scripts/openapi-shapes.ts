import { alternativesOf, type Found, formsOf, type Json, membersOf, resolvedIn, schemasOf } from './openapi-places.ts'

export function inlineParts(document: Json): Found[] {
  const fields = new Set(formsOf(document).flatMap((form) => Object.values(membersOf(form.properties))))
  return schemasOf(document).flatMap(({ path, schema }) => {
    const isUnion = withoutNull(schema).length > 1
    const isComponent = path.length === 3 && path[0] === 'components'
    const message = 'A union or enumeration must be a component.'
    return !isComponent && !fields.has(schema) && (isUnion || 'enum' in schema) ? [{ path, message }] : []
  })
}

export function untypedEnums(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) =>
    ('enum' in schema || 'const' in schema) && !('type' in schema)
      ? [{ path, message: 'An enumeration or constant must have a type.' }]
      : [],
  )
}

/** Nullable types must be `type: [string, null]`, because some generators create a class for null in a union. */
export function nullsInUnions(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) => {
    const [one, ...others] = withoutNull(schema)
    const message = 'A type or null must be one type of several.'
    return one !== undefined && others.length === 0 && !('$ref' in one) ? [{ path, message }] : []
  })
}

/** Generators turn other alternatives into numbered classes, or into code that does not compile. */
export function unplainAlternatives(document: Json): Found[] {
  const several = schemasOf(document).filter(({ schema }) => withoutNull(schema).length > 1)
  return several.flatMap(({ path, schema }) =>
    alternativesOf(schema).flatMap((alternative) => {
      const message = 'anyOf' in schema && !isOpen(document, alternative) ? COMBINED : unplain(document, alternative)
      return message === null ? [] : [{ path, message }]
    }),
  )
}

/**
 * Rust generators turn `anyOf` into one class whose required members are those of all alternatives, and `oneOf` into an
 * enum.
 */
const COMBINED = 'Alternatives of anyOf must be objects that require nothing; others are oneOf.'

function isOpen(document: Json, alternative: Json): boolean {
  const { type, required = [] } = resolvedIn(document, alternative)
  return type === 'object' && (required as string[]).length === 0
}

function unplain(document: Json, alternative: Json): string | null {
  const { $ref, ...beside } = alternative
  if (beside.type === 'object') return 'An object in a union must be a component.'
  if ($ref === undefined) return null
  if (Object.keys(beside).length > 0) return 'Nothing must stand beside a reference in a union.'
  const { additionalProperties: values, properties } = resolvedIn(document, alternative)
  const isMap = typeof values === 'object' && properties === undefined
  return isMap ? 'A map in a union must have patternProperties.' : null
}

/** Generators that merge a union into one class would otherwise only know the values of one alternative. */
export function undistinguishedAlternatives(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) => {
    const alternatives = alternativesOf(schema).map((one) => membersOf(resolvedIn(document, one).properties))
    const [first = {}] = alternatives
    const apart = Object.keys(first).filter((name) => {
      const values = alternatives.map((properties) => valuesIn(document, properties[name]))
      return values.every((own) => own !== '') && new Set(values).size > 1
    })
    const missing = apart.filter((name) => !(name in membersOf(schema.properties)))
    return missing.map((name) => ({ path, message: `A union must have ${name}, with the values of all alternatives.` }))
  })
}

function valuesIn(document: Json, member: unknown): string {
  const { const: only, enum: several } = resolvedIn(document, membersOf(member))
  return only === undefined && several === undefined ? '' : JSON.stringify(several ?? [only])
}

/** Rust generators remove the discriminating member from the alternatives, although they require it. */
export function discriminators(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) =>
    'discriminator' in schema ? [{ path, message: 'A constant in each alternative distinguishes them.' }] : [],
  )
}

/** Many clients make each field a separate argument, and Rust generators misname the type of a reference. */
export function referencesInForms(document: Json): Found[] {
  return formsOf(document).flatMap((form) =>
    Object.entries(membersOf(form.properties)).flatMap(([name, member]) =>
      '$ref' in membersOf(member) ? [{ path: ['paths'], message: `The field ${name} must not be a reference.` }] : [],
    ),
  )
}

/** Generators turn constant booleans into an enum of strings. */
export function constantBooleans(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) =>
    schema.type === 'boolean' && ('enum' in schema || 'const' in schema)
      ? [{ path, message: 'A boolean must be true or false.' }]
      : [],
  )
}

function withoutNull(schema: Json): Json[] {
  return alternativesOf(schema).filter(({ type }) => type !== 'null')
}
