import { isObject } from '../kernel/json.ts'
import { toApiError } from './api-error.ts'

/** Where an API is and with which key to talk to it. */
export type Account = {
  /** Ends in `/v2`. */
  base_url: string
  client_id: string
  client_secret: string
  /** With an organization's key: the store to act on. */
  store_id: string | undefined
}

/** An API that has given us a token. Paths start after `/v2`; answers are its bodies. */
export type Connection = {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>
  post(path: string, body: unknown): Promise<unknown>
  post(path: string, body?: unknown): Promise<unknown>
  put(path: string, body: unknown): Promise<unknown>
}

const PATIENCE = 60_000

type Headers = Readonly<Record<string, string>>

/** Gets a token. Throws `ApiError` when the API refuses, and an error that says what to do when nothing answers. */
export async function connect(account: Account): Promise<Connection> {
  const { client_id, client_secret } = account
  return open(account, await getToken(account, { grant_type: 'client_credentials', client_id, client_secret }))
}

/** The same as a new shopper, who needs no secret. The headers go out with every request. */
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
  const send = (method: 'POST' | 'PUT', path: string, body?: unknown) =>
    exchange(`${base_url}${path}`, {
      method,
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  return {
    get: (path: string, query: Readonly<Record<string, string>> = {}) =>
      exchange(`${base_url}${path}?${new URLSearchParams(query)}`, { headers }),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
  }
}

async function getToken(
  { base_url }: Pick<Account, 'base_url'>,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const address = `${base_url.replace(/\/v2$/, '')}/oauth/access_token`
  const answer = await exchange(address, { method: 'POST', body: new URLSearchParams(form) })
  if (isObject(answer) && typeof answer.access_token === 'string') return answer.access_token
  throw new Error(`${address} did not answer with an access token: is this the address of a Tidings API?`)
}

async function exchange(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE) }).catch((error: unknown) => {
    throw new Error(unanswered(address, error), { cause: error })
  })
  const body = await readJson(response)
  if (!response.ok) throw toApiError(response, body)
  return body
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function unanswered(address: string, error: unknown): string {
  const { origin } = new URL(address)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${origin}: is \`tidings start\` running? --url names another address.`
  return `${origin} does not answer: ${code}.`
}
