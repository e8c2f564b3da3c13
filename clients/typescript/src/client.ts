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
 * A key of the store (`tidings keys create`), or access tokens from another source. A key with its secret makes the
 * program a seller, and without the secret a shopper.
 */
export type Credentials =
  | { client_id: string; client_secret?: string; token?: never }
  | { token: string | (() => string | Promise<string>); client_id?: never; client_secret?: never }

export type ClientOptions = Credentials & {
  /** Address of the server, such as `https://store.example.com`, with or without `/v2`. */
  url: string
  /** The store to act on, for a key of an organization. */
  storeId?: string
  /**
   * `repeatable` lists paths whose POST is safe to repeat in this program, such as `/v2/events` if all events have an
   * `id`.
   */
  retry?: RetryOptions & { repeatable?: readonly PathOf<'post'>[] }
  /** Replaces the global `fetch`, for example to trace requests or to use a proxy. */
  fetch?: Fetch
}

/** Result of a successful request: the parsed body, and the response with its headers. */
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

/**
 * A method for each HTTP method, with the paths of `docs/openapi.json`. Each rejects with a `TidingsError` on failure.
 */
export type Client = {
  GET: Method<'get'>
  POST: Method<'post'>
  PUT: Method<'put'>
  DELETE: Method<'delete'>
  /** Adds middleware of `openapi-fetch`, which runs before requests get their token. */
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

/** Adds the access token. A token that was revoked, or signed with an outdated key, is replaced once. */
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

/**
 * `invalid_token` refers to the access token, not to a customer's token. Cross-origin scripts cannot read the header.
 */
function refusesToken({ status, headers }: Response): boolean {
  return status === 401 && (headers.get('www-authenticate') ?? 'invalid_token').includes('invalid_token')
}

function withToken(request: Request, token: string): Request {
  const copy = request.clone()
  copy.headers.set('authorization', `Bearer ${token}`)
  return copy
}

/** An idempotency key makes a POST safe to repeat; the caller vouches for the paths in `vouched`. */
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

/** Avoids `crypto.randomUUID`, which is missing on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends a body with a file as a form. */
function serializeBody(body: unknown): unknown {
  const entries = Object.entries(body as Record<string, string | Blob>)
  if (!entries.some(([, value]) => value instanceof Blob)) return defaultBodySerializer(body)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

type Init = { parseAs?: string }
type Answer = { data?: unknown; error?: unknown; response: Response }

/** Wraps a method of `openapi-fetch`: returns a success, and throws otherwise. */
function throwing(client: FetchClient<paths>, method: 'GET' | 'POST' | 'PUT' | 'DELETE') {
  const call = client[method] as unknown as (path: string, init: Init) => Promise<Answer>
  return async (path: string, init: Init = {}): Promise<Answer> => {
    const { data, error, response } = await call(path, { parseAs: 'stream', ...init })
    if (!response.ok) throw errorOf(`${method} ${path}`, response, error)
    return { data: init.parseAs === undefined ? await content(path, response) : data, response }
  }
}

/** Reads a file as bytes, whatever its media type. */
async function content(path: string, response: Response): Promise<unknown> {
  if (BYTES.has(path)) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}
