import createFetchClient, {
  defaultBodySerializer,
  type Client as FetchClient,
  type MaybeOptionalInit,
  type Middleware,
  type ParseAsResponse,
} from 'openapi-fetch'
import { errorOf } from './errors.ts'
import { BYTES, IDEMPOTENT_POSTS } from './generated/operations.ts'
import type { AccessToken, paths } from './generated/schema.ts'
import { type Fetch, type RetryOptions, retrying, type Send } from './retry.ts'
import { cachedTokens, givenTokens, type Tokens } from './tokens.ts'

/**
 * A key of the store (`tidings keys create`), whose secret makes the program its seller; without the secret it is a
 * shopper. Or access tokens from elsewhere.
 */
export type Credentials =
  | { client_id: string; client_secret?: string; token?: never }
  | { token: string | (() => string | Promise<string>); client_id?: never; client_secret?: never }

export type ClientOptions = Credentials & {
  /** Where Tidings is, such as `https://store.example.com`, with or without `/v2`. */
  url: string
  /** The store to act on, for a key of an organization. */
  storeId?: string
  /** `repeatable`: paths whose POST the program makes safe to repeat, such as `/v2/events` when all events have an `id`. */
  retry?: RetryOptions & { repeatable?: readonly PathOf<'post'>[] }
  /** Sends requests instead of the global `fetch`: to trace them, or through a proxy. */
  fetch?: Fetch
}

/** What a successful request returns: the body of the response, and the response with its headers. */
export type Result<Operation, Init> = {
  data: ParseAsResponse<Operation extends { responses: infer Responses } ? Body<Responses> : never, Init>
  response: Response
}

type Success = 200 | 201 | 202 | 204
type Body<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends { content: infer Content }
    ? Content[keyof Content]
    : undefined
}[keyof Responses & Success]

type Verb = 'get' | 'post' | 'put' | 'delete'
type PathOf<V extends Verb> = { [P in keyof paths]: paths[P] extends Record<V, object> ? P : never }[keyof paths]
type Required<Init> = undefined extends Init ? [init?: Init] : [init: Init]

type Method<V extends Verb> = <P extends PathOf<V>, Init extends MaybeOptionalInit<paths[P], V>>(
  path: P,
  ...init: Required<Init>
) => Promise<Result<paths[P][V], Init>>

/** One method for each of HTTP, with the paths of `docs/openapi.json`. All reject with a `TidingsError` unless they succeed. */
export type Client = {
  GET: Method<'get'>
  POST: Method<'post'>
  PUT: Method<'put'>
  DELETE: Method<'delete'>
  /** Adds middleware of `openapi-fetch`; it sees requests before they get their token. */
  use(...middleware: Middleware[]): void
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = options.url.replace(/\/+(v2\/*)?$/, '')
  const fetch: Fetch = options.fetch ?? ((request) => globalThis.fetch(request))
  const send = retrying(fetch, options.retry ?? {})
  const repeatable = new WeakSet<Request>()
  const isRepeatable = (request: Request) => request.method !== 'POST' || repeatable.has(request)
  const authorized = authorizing(send, tokensFor(options, baseUrl, send))
  const client = createFetchClient<paths>({
    baseUrl,
    fetch: (request) => authorized(request, isRepeatable(request)),
    bodySerializer: serializeBody,
    ...(options.storeId === undefined ? {} : { headers: { 'X-Store-Id': options.storeId } }),
  })
  client.use(markRepeatable(repeatable, new Set(options.retry?.repeatable)))
  return {
    GET: throwing(client, 'GET') as Client['GET'],
    POST: throwing(client, 'POST') as Client['POST'],
    PUT: throwing(client, 'PUT') as Client['PUT'],
    DELETE: throwing(client, 'DELETE') as Client['DELETE'],
    use: (...middleware) => client.use(...middleware),
  }
}

function tokensFor(options: Credentials, baseUrl: string, send: Send): Tokens {
  const { client_id, client_secret, token } = options
  if (token !== undefined) return givenTokens(token)
  const grant: Record<string, string> =
    client_secret === undefined
      ? { grant_type: 'implicit', client_id }
      : { grant_type: 'client_credentials', client_id, client_secret }
  return cachedTokens(async () => {
    const init = { method: 'POST', body: new URLSearchParams(grant), redirect: 'error' } as const
    const response = await send(new Request(`${baseUrl}/oauth/access_token`, init), true)
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw errorOf('POST /oauth/access_token', response, body)
    return body as AccessToken
  })
}

/** Adds the access token; one that was revoked, or whose server has new keys, is replaced once. */
function authorizing(send: Send, tokens: Tokens): Send {
  return async (request, isRepeatable) => {
    if (request.headers.has('authorization')) return send(request, isRepeatable)
    const token = await tokens.get(request.signal)
    const response = await send(withToken(request, token), isRepeatable)
    if (!refusesToken(response)) return response
    const other = await tokens.replace(token, request.signal)
    if (other === token) return response
    await response.body?.cancel()
    return send(withToken(request, other), isRepeatable)
  }
}

/** A response says `invalid_token` of the access token, not of the token of a customer. Scripts of other origins see neither. */
function refusesToken({ status, headers }: Response): boolean {
  return status === 401 && (headers.get('www-authenticate') ?? 'invalid_token').includes('invalid_token')
}

function withToken(request: Request, token: string): Request {
  const copy = request.clone()
  copy.headers.set('authorization', `Bearer ${token}`)
  return copy
}

/** A POST with an idempotency key does its work once, however often it is sent; so do those that the program vouches for. */
function markRepeatable(repeatable: WeakSet<Request>, vouched: ReadonlySet<string>): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      if (request.method !== 'POST') return
      const { headers } = request
      const takesKey = IDEMPOTENT_POSTS.has(schemaPath)
      if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', randomKey())
      if (takesKey || vouched.has(schemaPath)) repeatable.add(request)
    },
  }
}

/** Not `crypto.randomUUID`, which pages without TLS do not have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A body that holds a file is sent as a form. */
function serializeBody(body: unknown): unknown {
  const entries = Object.entries(body as Record<string, string | Blob>)
  if (!entries.some(([, value]) => value instanceof Blob)) return defaultBodySerializer(body)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

type Init = { parseAs?: string }
type Answer = { data?: unknown; error?: unknown; response: Response }

/** The method of `openapi-fetch`, that returns what succeeds and throws what does not. */
function throwing(client: FetchClient<paths>, method: 'GET' | 'POST' | 'PUT' | 'DELETE') {
  const call = client[method] as unknown as (path: string, init: Init) => Promise<Answer>
  return async (path: string, init: Init = {}): Promise<Answer> => {
    const { data, error, response } = await call(path, { parseAs: 'stream', ...init })
    if (!response.ok) throw errorOf(`${method} ${path}`, response, error)
    return { data: init.parseAs === undefined ? await content(path, response) : data, response }
  }
}

/** What a file holds is bytes, whatever type it has. */
async function content(path: string, response: Response): Promise<unknown> {
  if (BYTES.has(path)) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}
