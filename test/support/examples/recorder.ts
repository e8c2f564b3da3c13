import type { Exchange } from '../../../src/http/document/examples.ts'
import { exchange } from '../exchange.ts'
import type { Documented } from './operations.ts'
import { Places } from './places.ts'
import { type Query, queryOf } from './queries.ts'

type Sent = {
  /** Path parameters other than the first seen. */
  at?: Readonly<Record<string, string>>
  query?: Query
  headers?: Readonly<Record<string, string>>
  /** Sent, although the document has no such parameter. */
  cookie?: string
}

// biome-ignore lint/suspicious/noExplicitAny: a tour reads whatever the response holds
type Body = any

/** Sends a request of the operation, records the exchange as its example, and returns the response body. */
export type Show = (operationId: string, body?: unknown, sent?: Sent) => Promise<Body>

export type Recorder = {
  /** A sender with the token, or without a token for null. */
  as(token: string | null): Show
  /** Records the reads at and below this path that have no example yet. */
  read(show: Show, under: string): Promise<void>
  /** True if no example of the operation was recorded yet. */
  isUnshown(operationId: string): boolean
  /** Exchanges in recording order, keyed by operationId. */
  exchanges: ReadonlyMap<string, Exchange>
  /** Operation of each request, by the request id from the server. */
  request_ids: ReadonlyMap<string, string>
}

export function openRecorder(origin: string, operations: readonly Documented[]): Recorder {
  const exchanges = new Map<string, Exchange>()
  const request_ids = new Map<string, string>()
  const places = new Places(operations)
  const show = async (token: string | null, operation: Documented, body: unknown, sent: Sent): Promise<Body> => {
    const { operationId, method, path } = operation
    if (exchanges.has(operationId)) throw new Error(`${operationId} already has an example.`)
    const address = places.fill(path, sent.at)
    const response = await send(`${origin}${address}${search(sent)}`, { method, token, body, sent, operation })
    places.learn(address)
    const self: unknown = [response.body?.data].flat()[0]?.links?.self
    if (typeof self === 'string') places.learn(self)
    exchanges.set(operationId, exchangeOf(body, sent, response))
    request_ids.set(response.request_id, operationId)
    return response.body
  }
  const named = new Map(operations.map((operation) => [operation.operationId, operation]))
  return {
    exchanges,
    request_ids,
    isUnshown: (operationId) => named.has(operationId) && !exchanges.has(operationId),
    as: (token) => async (operationId, body, sent) => {
      const operation = named.get(operationId)
      if (operation === undefined) throw new Error(`The document has no ${operationId}.`)
      return show(token, operation, body, sent ?? {})
    },
    async read(as, under) {
      const reads = operations.filter(({ method, path }) => method === 'GET' && path.startsWith(under))
      for (const { operationId, path, parameters, responses } of reads) {
        if (
          exchanges.has(operationId) ||
          !places.knows(path) ||
          TYPES_WITHOUT_EXAMPLE.includes(responses.get(200)?.type)
        )
          continue
        await as(operationId, undefined, { query: queryOf(operationId, parameters) })
      }
    },
  }
}

/** Media types without examples: arbitrary content, such as an image, and streams. */
export const TYPES_WITHOUT_EXAMPLE: readonly unknown[] = ['application/octet-stream', 'text/event-stream']

function search({ query = {} }: Sent): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

type Request = { method: string; token: string | null; body: unknown; sent: Sent; operation: Documented }
type Response = { status: number; body: Body; request_id: string }

async function send(address: string, { method, token, body, sent, operation }: Request): Promise<Response> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const type = operation.request === null || body === undefined ? {} : { 'content-type': operation.request.type }
  const content = body === undefined ? {} : { body: encoded(body, operation.request?.type) }
  const cookie = sent.cookie === undefined ? {} : { cookie: sent.cookie }
  const own = { 'user-agent': 'larch-back-office/2.1' }
  const headers = { ...own, ...authorization, ...type, ...cookie, ...sent.headers }
  const { status, text, headers: received } = await exchange(address, { method, headers, ...content })
  if (status >= 400) throw new Error(`${operation.operationId} returned ${status}: ${text}`)
  const isJson = received.get('content-type')?.startsWith('application/json')
  const request_id = received.get('x-request-id') ?? ''
  return { status, body: text === '' ? undefined : isJson ? JSON.parse(text) : text, request_id }
}

function encoded(body: unknown, type: string | undefined): string {
  const isForm = type === 'application/x-www-form-urlencoded'
  return isForm ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body)
}

function exchangeOf(request: unknown, { query, headers }: Sent, { status, body }: Response): Exchange {
  const parameters = { ...query, ...headers }
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(request !== undefined && { request }),
    status,
    ...(body !== undefined && { response: body }),
  }
}
