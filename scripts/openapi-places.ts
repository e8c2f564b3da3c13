import { isForm } from '../src/http/document/generators/forms.ts'
import { operationsOf as operationsIn } from '../src/http/document/operations.ts'
import { parametersOf } from '../src/http/document/shared-parameters.ts'

export type Json = Record<string, unknown>
export type Place = { path: string[]; schema: Json }
export type Found = { message: string; path: string[] }

/** Every operation, including the parameters of its path item. */
export function operationsOf(document: Json): { path: string[]; operation: Json }[] {
  return operationsIn<Json>(document).map(({ path, method, operation }) => ({
    path: ['paths', path, method],
    operation,
  }))
}

export function contentsOf(document: Json): Place[] {
  const shared = Object.entries(membersOf(membersOf(document.components).responses))
  const own = operationsOf(document).flatMap(({ path, operation }) => [
    { path: [...path, 'requestBody'], body: operation.requestBody },
    ...Object.entries(membersOf(operation.responses)).map(([status, body]) => ({
      path: [...path, 'responses', status],
      body,
    })),
  ])
  const bodies = [...own, ...shared.map(([name, body]) => ({ path: ['components', 'responses', name], body }))]
  return bodies.flatMap(({ path, body }) =>
    Object.entries(membersOf(membersOf(body).content)).flatMap(([type, media]) => {
      const { schema } = membersOf(media)
      return schema === undefined ? [] : [{ path: [...path, 'content', type, 'schema'], schema: schema as Json }]
    }),
  )
}

/** All schemas, including nested ones. */
export function schemasOf(document: Json): Place[] {
  const components = Object.entries(membersOf(membersOf(document.components).schemas))
  const parameters = operationsOf(document).flatMap(({ path, operation }) =>
    parametersOf<{ schema: Json }>(operation, document).map(({ schema }, index) => ({
      path: [...path, 'parameters', String(index), 'schema'],
      schema,
    })),
  )
  const named = components.map(([name, schema]) => ({ path: ['components', 'schemas', name], schema: schema as Json }))
  return [...named, ...parameters, ...contentsOf(document)].flatMap(within)
}

function within({ path, schema }: Place): Place[] {
  const maps = ['properties', 'patternProperties'].flatMap((word) =>
    Object.entries(membersOf(schema[word])).map(([name, part]) => ({
      path: [...path, word, name],
      schema: part as Json,
    })),
  )
  const single = ['items', 'additionalProperties', 'propertyNames'].flatMap((word) =>
    typeof schema[word] === 'object' ? [{ path: [...path, word], schema: schema[word] as Json }] : [],
  )
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    ((schema[word] ?? []) as Json[]).map((part, index) => ({ path: [...path, word, String(index)], schema: part })),
  )
  return [{ path, schema }, ...[...maps, ...single, ...lists].flatMap(within)]
}

export function membersOf(value: unknown): Json {
  return (value ?? {}) as Json
}

export function resolvedIn(document: Json, schema: Json): Json {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const name = $ref.split('/').at(-1) ?? ''
  return membersOf(membersOf(membersOf(document.components).schemas)[name])
}

export function alternativesOf({ anyOf, oneOf }: Json): Json[] {
  return [anyOf ?? oneOf ?? []].flat() as Json[]
}

export function formsOf(document: Json): Json[] {
  const contents = operationsOf(document).flatMap(({ operation }) =>
    Object.entries(membersOf(membersOf(operation.requestBody).content)),
  )
  return contents.flatMap(([type, media]) => {
    const { schema } = membersOf(media)
    return isForm(type) && schema !== undefined ? [resolvedIn(document, schema as Json)] : []
  })
}
