import { MINUTE } from '../kernel/duration.ts'
import { isObject, parseJsonOrNull } from '../kernel/json/json.ts'
import { toApiError } from './api-error.ts'

export type Account = {
  /** Ends in `/v2`. */
  base_url: string
  client_id: string
  client_secret: string
  /** The store to act on, for the key of an organization. */
  store_id: string | undefined
}

/** Authenticated requests to the API. Paths start after `/v2`; results are response bodies. */
export type Connection = {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>
  post(path: string, body?: unknown): Promise<unknown>
  /** Fails with 409 if a version is given and the resource has another; so does `delete`. */
  put(path: string, body: unknown, version?: string | null): Promise<unknown>
  delete(path: string, version?: string | null): Promise<unknown>
  /** Returns a resource and its version; null if it has none. */
  getVersion(path: string): Promise<{ body: unknown; version: string | null }>
  getBytes(path: string): Promise<Buffer>
  /** Streams server-sent events until they end or the signal aborts. */
  stream(path: string, query: Readonly<Record<string, string>>, options: StreamOptions): Promise<ReadableStream>
  postForm(path: string, form: FormData): Promise<unknown>
}

type StreamOptions = { headers: Readonly<Record<string, string>>; signal: AbortSignal }

const TIMEOUT_MS = MINUTE

type Headers = Readonly<Record<string, string>>

/**
 * Gets a token and returns a connection. Throws `ApiError` for an error response, and an error with advice if there is
 * no response.
 */
export async function connect(account: Account): Promise<Connection> {
  const { client_id, client_secret } = account
  return open(account, await getToken(account, { grant_type: 'client_credentials', client_id, client_secret }))
}

/** Connects as a new shopper, who needs no secret. The headers are sent with every request. */
export async function connectAsShopper(
  account: Omit<Account, 'client_secret'>,
  headers: Headers = {},
): Promise<Connection> {
  const { client_id } = account
  return open(account, await getToken(account, { grant_type: 'implicit', client_id }), headers)
}

function open({ base_url, store_id }: Pick<Account, 'base_url' | 'store_id'>, token: string, more: Headers = {}) {
  const headers = {
    ...more,
    authorization: `Bearer ${token}`,
    ...(store_id !== undefined && { 'x-store-id': store_id }),
  }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, { body, version }: Sent = {}) => {
    const more = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(typeof version === 'string' && { 'if-match': version }),
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await exchange(`${base_url}${path}`, { method, headers: { ...headers, ...more }, ...content })
    return response.body
  }
  return {
    get: async (path: string, query: Readonly<Record<string, string>> = {}) =>
      (await exchange(`${base_url}${path}?${new URLSearchParams(query)}`, { headers })).body,
    getVersion: (path: string) => exchange(`${base_url}${path}`, { headers }),
    post: (path: string, body?: unknown) => send('POST', path, { body }),
    put: (path: string, body: unknown, version?: string | null) => send('PUT', path, { body, version }),
    delete: (path: string, version?: string | null) => send('DELETE', path, { version }),
    getBytes: async (path: string) => {
      const response = await respond(`${base_url}${path}`, { headers })
      return Buffer.from(await response.arrayBuffer())
    },
    stream: async (path: string, query: Readonly<Record<string, string>>, { headers: own, signal }: StreamOptions) => {
      const init = { headers: { ...headers, ...own, accept: 'text/event-stream' }, signal }
      const { body } = await respond(`${base_url}${path}?${new URLSearchParams(query)}`, init)
      return body ?? new ReadableStream()
    },
    postForm: async (path: string, form: FormData) =>
      (await exchange(`${base_url}${path}`, { method: 'POST', headers, body: form })).body,
  }
}

type Sent = { body?: unknown; version?: string | null | undefined }

async function getToken(
  { base_url }: Pick<Account, 'base_url'>,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const address = `${base_url.replace(/\/v2$/, '')}/oauth/access_token`
  const { body } = await exchange(address, { method: 'POST', body: new URLSearchParams(form) })
  if (isObject(body) && typeof body.access_token === 'string') return body.access_token
  throw new Error(`${address} returned no access token. Is this the address of a Tidings API?`)
}

async function exchange(address: string, init: RequestInit): Promise<{ body: unknown; version: string | null }> {
  const response = await respond(address, init)
  return { body: parseJsonOrNull(await response.text()), version: response.headers.get('etag') }
}

/** Times out after a minute unless a signal is given. Throws `ApiError` for an error response. */
async function respond(address: string, init: RequestInit): Promise<Response> {
  const { signal = AbortSignal.timeout(TIMEOUT_MS) } = init
  const response = await fetch(address, { ...init, signal }).catch((error: unknown) => {
    throw new Error(describeNoResponse(address, error), { cause: error })
  })
  if (!response.ok) throw toApiError(response, parseJsonOrNull(await response.text()))
  return response
}

function describeNoResponse(address: string, error: unknown): string {
  const { origin } = new URL(address)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
  if (code === 'ECONNREFUSED')
    return `Cannot connect to ${origin}. Is \`tidings start\` running? Use --url for another address.`
  return `No response from ${origin}: ${code}.`
}
