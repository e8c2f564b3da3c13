import type { IFunctionResult, RulesetDefinition } from '@stoplight/spectral-core'
import { length, truthy } from '@stoplight/spectral-functions'
import { oas } from '@stoplight/spectral-rulesets'
import { operationsOf as operationsIn } from '../src/http/document/operations.ts'
import { parametersOf } from '../src/http/document/shared-parameters.ts'

type Json = Record<string, unknown>
type Place = { path: string[]; schema: Json }
type Found = { message: string; path: string[] }

/** What every OpenAPI document must fulfill, and what generators of clients need beside it. */
export const openapiRules: RulesetDefinition = {
  extends: [[oas as unknown as RulesetDefinition, 'recommended']],
  rules: {
    // A test holds examples against their schemas in a fifth of the time; the second takes a member of an example that is
    // called `default` for the default of a schema.
    'oas3-valid-media-example': 'off',
    'oas3-valid-schema-example': 'off',
    // A summary that says all needs no more; who may use an operation is said by `x-permission` and `x-access`.
    'operation-description': 'off',
    'operation-has-summary': {
      given: '$.paths[*][get,put,post,delete,patch]',
      resolved: false,
      severity: 'error',
      then: { field: 'summary', function: truthy },
    },
    'operation-has-one-tag': {
      given: '$.paths[*][get,put,post,delete,patch].tags',
      resolved: false,
      severity: 'error',
      then: { function: length, functionOptions: { min: 1, max: 1 } },
    },
    'body-is-component': ofDocument(inlineBodies),
    'bodies-of-media-types-agree': ofDocument(otherBodies),
    'union-and-enum-are-components': ofDocument(inlineParts),
    'enum-has-type': ofDocument(untypedEnums),
    'names-differ': ofDocument(doubledNames),
  },
}

/** A rule about the document as it is written: following references would repeat every component wherever it is used. */
function ofDocument(find: (document: Json) => Found[]) {
  return {
    given: '$',
    resolved: false,
    severity: 'error' as const,
    message: '{{error}}',
    then: { function: (document: unknown): IFunctionResult[] => find(document as Json) },
  }
}

function inlineBodies(document: Json): Found[] {
  return contentsOf(document).flatMap(({ path, schema }) =>
    '$ref' in schema || schema.type === 'string' ? [] : [{ path, message: 'A body must be a component.' }],
  )
}

/** A form with a file has parts that JSON cannot have. */
function otherBodies(document: Json): Found[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const { content = {} } = membersOf(operation.requestBody)
    const schemas = Object.entries(membersOf(content)).filter(([type]) => type !== 'multipart/form-data')
    const different = new Set(schemas.map(([, media]) => JSON.stringify(membersOf(media).schema)))
    const message = 'The media types of a body must have one schema.'
    return different.size > 1 ? [{ path: [...path, 'requestBody', 'content'], message }] : []
  })
}

function inlineParts(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) => {
    const branches = [schema.anyOf ?? schema.oneOf ?? []].flat() as Json[]
    const isUnion = branches.filter(({ type }) => type !== 'null').length > 1
    const isComponent = path.length === 3 && path[0] === 'components'
    const message = 'A union or enumeration must be a component.'
    return !isComponent && (isUnion || 'enum' in schema) ? [{ path, message }] : []
  })
}

function untypedEnums(document: Json): Found[] {
  return schemasOf(document).flatMap(({ path, schema }) =>
    ('enum' in schema || 'const' in schema) && !('type' in schema)
      ? [{ path, message: 'An enumeration or constant must have a type.' }]
      : [],
  )
}

/** Names that are one in Go (`TransactionType`) or Python (`transaction_type`). */
function doubledNames(document: Json): Found[] {
  const { schemas, responses, parameters } = membersOf(document.components)
  const operations = operationsOf(document)
  const ids = operations.map(({ operation }) => String(operation.operationId))
  const parts = schemasOf(document)
  return [
    ...doubled(
      [schemas, responses, parameters].flatMap((parts) => Object.keys(membersOf(parts))),
      ['components'],
    ),
    ...doubled(ids, ['paths']),
    ...operations.flatMap(({ path, operation }) =>
      doubled(
        parametersOf<{ name: string }>(operation, document).map(({ name }) => name),
        path,
      ),
    ),
    ...parts.flatMap(({ path, schema }) => [
      ...doubled(Object.keys(membersOf(schema.properties)), path),
      ...doubled((Array.isArray(schema.enum) ? schema.enum : []).map(String), path),
    ]),
  ]
}

function doubled(names: readonly string[], path: string[]): Found[] {
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const folded = name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
    const other = seen.get(folded)
    seen.set(folded, name)
    return other === undefined ? [] : [{ path, message: `${other} and ${name} differ by case and punctuation only.` }]
  })
}

function operationsOf(document: Json): { path: string[]; operation: Json }[] {
  return operationsIn<Json>(document).map(({ path, method, operation }) => ({
    path: ['paths', path, method],
    operation,
  }))
}

/** The schemas of all bodies. */
function contentsOf(document: Json): Place[] {
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

/** All schemas, also those within others. */
function schemasOf(document: Json): Place[] {
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

function membersOf(value: unknown): Json {
  return (value ?? {}) as Json
}
