import type { Dispatcher } from 'undici'
import { operationsOf } from '../../../src/http/document/operations.ts'
import { parametersOf } from '../../../src/http/document/shared-parameters.ts'

type Json = Record<string, unknown>
export type Method = Dispatcher.HttpMethod

/** An operation of the document, or a method of a storefront resource. */
export type Operation = {
  /** The operationId, or method and path. */
  name: string
  method: Method
  /** Parameters are written as `{name}`. */
  path: string
  /** Schema of the JSON body, or null without a body. */
  body: Json | null
  query: readonly string[]
}

export function documentedOperations(document: Json): Operation[] {
  return operationsOf<Json>(document).map(({ path, method, operation }) => {
    const { operationId, requestBody } = operation
    const content = (requestBody as { content?: Record<string, { schema: Json }> } | undefined)?.content
    const query = parametersOf<{ in: string; name: string }>(operation, document).filter((one) => one.in === 'query')
    return {
      name: String(operationId),
      method: method.toUpperCase() as Method,
      path,
      body: (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema ?? null,
      query: query.map(({ name }) => name),
    }
  })
}

type Node = { path: string; methods: string[]; fields?: Record<string, string> }

/** Operations derived from `GET /storefront/graph`. */
export function storefrontOperations({ resources }: { resources: readonly Node[] }): Operation[] {
  return resources.flatMap(({ path, methods, fields }) =>
    methods.map((method) => ({
      name: `${method} /storefront${path}`,
      method: method as Method,
      path: `/storefront${path}`,
      body: method === 'POST' || method === 'PUT' ? formSchema(fields ?? {}) : null,
      query: ['zoom', 'FollowLocation'],
    })),
  )
}

const FIELD_SCHEMAS: Readonly<Record<string, Json>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  'string[]': { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: { 'given-name': { type: 'string' }, 'country-name': { type: 'string' } } },
}

function formSchema(fields: Record<string, string>): Json {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, FIELD_SCHEMAS[kind] ?? {}]))
  return { type: 'object', properties, required: Object.keys(fields) }
}
