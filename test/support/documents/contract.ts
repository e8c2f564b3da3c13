import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { Access } from '../../../src/http/callers/authentication.ts'
import { accessOf, type OperationAccess } from '../../../src/http/document/access.ts'
import { operationsOf as operationsIn } from '../../../src/http/document/operations.ts'
import { resources } from '../../../src/store/resources.ts'
import { type Answered, type Client, calling } from '../app.ts'
import { resolved } from './body-places.ts'
import { schemaChecker } from './schema-checker.ts'

type Json = Record<string, unknown>
type Operation = OperationAccess & {
  operationId: string
  tags?: string[]
  responses: Record<string, Json>
  requestBody?: Json
}

/** A published operation, prepared for checking responses. */
export type Promised = {
  operationId: string
  method: string
  path: string
  tag: string
  statuses: readonly string[]
  access: Access
  /** Permission that a seller needs, or null. */
  permission: string | null
  body: Json | null
}

/** The published document of a running app, and all responses recorded against it so far. */
export type Contract = {
  document: Json
  operations: readonly Promised[]
  /** Recorded statuses by operationId. */
  seen: ReadonlyMap<string, ReadonlySet<number>>
  /** True if the value fits the request body's schema. */
  accepts(operation: Promised, body: unknown): boolean
  /** Throws if the document does not allow this response to this request, down to every member of its body. */
  check(method: string, path: string, answer: Answered): void
  watch(client: Client): Client
}

/** Tags that the suites of test/journeys/store cover: plain resources and their module's other operations. */
const STORE_TAGS = new Set([
  ...resources.map(({ tag }) => tag),
  'Applied promotions',
  'Carts',
  'Catalog for shoppers',
  'Catalog releases',
  'Custom API entries',
  'Files',
  'Files of products',
  'Gateways',
  'Inventories',
  'Jobs',
  'Orders',
  'Order notes',
  'Node trees',
  'Products in nodes',
  'Transactions',
  'Shipments',
  'Variations of products',
  // Covered by test/journeys/search-everything.test.ts.
  'Search',
  // Covered by test/journeys/people/operations.test.ts, which tries each operation with and without success.
  'People',
  'Sessions',
  'Own access',
])

export function isOfStore({ tag }: Promised): boolean {
  return STORE_TAGS.has(tag)
}

/** Operations among those that meet the condition that never succeeded, or never failed. */
export function unseen({ operations, seen }: Contract, condition: (operation: Promised) => boolean): string[] {
  return operations.filter(condition).flatMap(({ operationId }) => {
    const statuses = [...(seen.get(operationId) ?? [])]
    return [
      ...(statuses.some((status) => status < 300) ? [] : [`${operationId} never succeeded`]),
      ...(statuses.some((status) => status >= 400) ? [] : [`${operationId} never failed`]),
    ]
  })
}

/** Statuses that the document covers as "another error", without naming the operation. */
const ANY_OTHER = new Set([400, 401, 403, 405, 408, 413, 415, 429, 431, 500, 503])
/** Statuses that follow from the token, by access of the operation. */
const OF_TOKENS: Readonly<Record<Promised['access'], readonly number[]>> = {
  public: [],
  shopper: [401, 403],
  customer: [401, 403],
  account: [401, 403],
  seller: [401, 403],
  person: [401, 403],
}

function isAnyOther({ access }: Promised, status: number): boolean {
  const isOfToken = status === 401 || status === 403
  return ANY_OTHER.has(status) && (!isOfToken || OF_TOKENS[access].includes(status))
}

/** Omits `meta.ignored`, which the document describes once for all responses. */
function withoutIgnored(body: { meta?: Json } | null): unknown {
  if (body?.meta?.ignored === undefined) return body
  const { ignored: _, ...meta } = body.meta
  const { meta: __, ...others } = body
  return Object.keys(meta).length === 0 ? others : { ...others, meta }
}

export async function readContract(origin: string): Promise<Contract> {
  const { document, ajv, operations, find, responses, bodies } = await compiledOnce(origin)
  const seen = new Map(operations.map(({ operationId }) => [operationId, new Set<number>()]))

  function check(method: string, path: string, answer: Answered): void {
    const operation = find(method, path)
    const { operationId } = operation
    seen.get(operationId)?.add(answer.status)
    const response = `${operationId} (${method} ${path}) returned ${answer.status}`
    const makeValidate =
      responses.get(`${operationId} ${answer.status}`) ??
      (isAnyOther(operation, answer.status) ? responses.get(`${operationId} default`) : undefined)
    const validate = makeValidate?.()
    if (validate === undefined) throw new Error(`${response}, which is not documented.`)
    if (!validate(withoutIgnored(answer.body))) {
      throw new Error(
        `${response} with an undocumented shape: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
      )
    }
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (answer.body !== null && !isJson) throw new Error(`${response} not as JSON.`)
    if (answer.headers.get('content-encoding') !== null && holdsSecret(answer.body))
      throw new Error(`${response} compressed, with a secret.`)
    if (!answer.headers.get('x-request-id')) throw new Error(`${response} without a request id.`)
  }

  return {
    document,
    operations,
    seen,
    accepts: ({ operationId }, body) => bodies.get(operationId)?.()(body) === true,
    check,
    watch: (client) => watched(client, check),
  }
}

/** True if any member is named like a secret and has a string value. */
function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, member]) => (typeof member === 'string' && SECRET.test(name)) || holdsSecret(member),
  )
}

const SECRET = /secret|password$|token$|private_key|access_key/

type Compiled = {
  document: Json
  ajv: Ajv2020
  operations: readonly Promised[]
  find(method: string, path: string): Promised
  /** Keyed by operationId and status. */
  responses: ReadonlyMap<string, () => ValidateFunction>
  /** Keyed by operationId. */
  bodies: ReadonlyMap<string, () => ValidateFunction>
}

let compiledDocument: Promise<Compiled> | undefined

/** Compiled once per worker, because the document is identical for every app of one source, except for its address. */
function compiledOnce(origin: string): Promise<Compiled> {
  compiledDocument ??= fetch(`${origin}/docs/json`).then(async (response) => compile((await response.json()) as Json))
  return compiledDocument
}

function compile(document: Json): Compiled {
  const components = document.components as Json
  const ajv = schemaChecker({ allErrors: true })
  ajv.addSchema({ $id: 'answered', components: closed(components) })
  ajv.addSchema({ $id: 'sent', components })
  const operations = operationsOf(document)
  const promised = operations.map((operation) => operation.promised)
  const responses = operations.flatMap(({ promised: { operationId }, operation }) =>
    Object.entries(operation.responses).map(([status, given]) => {
      const response = resolved(document, given)
      // Non-JSON responses are only checked to have no JSON.
      const schema = response.content === undefined ? undefined : jsonSchemaOf(response)
      const body = schema === undefined ? { type: 'null' } : closed(schema)
      const validate = lazily(() => ajv.compile(referring(body, 'answered') as Json))
      return [`${operationId} ${status}`, validate] as const
    }),
  )
  const bodies = promised.flatMap(({ operationId, body }) =>
    body === null ? [] : [[operationId, lazily(() => ajv.compile(referring(body, 'sent') as Json))] as const],
  )
  return {
    document,
    ajv,
    operations: promised,
    find: finder(promised),
    responses: new Map(responses),
    bodies: new Map(bodies),
  }
}

function watched(client: Client, check: Contract['check']): Client {
  return calling(client, async (method, path, body, headers) => {
    const answer = await client.call(method, path, body, headers)
    check(method, path, answer)
    return answer
  })
}

function operationsOf(document: Json): { promised: Promised; operation: Operation }[] {
  return operationsIn<Operation>(document).map(({ path, method, operation }) => ({
    operation,
    promised: {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? '',
      statuses: Object.keys(operation.responses),
      access: accessOf(operation),
      permission: operation['x-permission'] ?? null,
      body: operation.requestBody ? bodySchemaOf(operation.requestBody) : null,
    },
  }))
}

/** Schema of a JSON body, or of a form that accepts equivalent JSON. */
function bodySchemaOf(body: Json): Json {
  const [first] = Object.values(body.content as Record<string, { schema: Json }>)
  return (jsonSchemaOf(body) ?? first?.schema) as Json
}

function jsonSchemaOf(described: Json): unknown {
  return (described.content as Record<string, { schema: unknown }>)['application/json']?.schema
}

/** Finds the operation with the fewest parameters: `/integrations/logs` before `/integrations/{id}`. */
function finder(operations: readonly Promised[]): Compiled['find'] {
  const candidates = operations
    .map((promised) => ({ promised, parameters: promised.path.split('{').length, pattern: patternOf(promised.path) }))
    .sort((one, other) => one.parameters - other.parameters)
  return (method, path) => {
    const [address = ''] = path.split('?')
    const found = candidates.find(({ promised, pattern }) => promised.method === method && pattern.test(address))
    if (found === undefined) throw new Error(`The document has no ${method} ${address}.`)
    return found.promised
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}

/** Rewrites references in the schema to point into the schema with this id. */
function referring(schema: unknown, id: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => referring(item, id))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    name === '$ref' && typeof value === 'string' && value.startsWith('#') ? id + value : referring(value, id),
  ])
  return Object.fromEntries(members)
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Closes every object in the schema, except unions and objects that declare additional members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const open = members.type !== 'object' || members.properties === undefined || members.oneOf !== undefined
  return open || 'additionalProperties' in members ? members : { ...members, additionalProperties: false }
}
