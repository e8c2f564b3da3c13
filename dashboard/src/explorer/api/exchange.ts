import type { Json } from '../../ui/json/json-tree.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request and its response. */
export type Exchange = {
  readonly id: string
  /** The purpose of the request, such as the relation that was followed. */
  readonly label: string
  readonly method: Method
  readonly href: string
  /** Only headers that the user has set. */
  readonly headers: Readonly<Record<string, string>>
  readonly hasToken: boolean
  readonly body: string | null
  readonly isRepeatable: boolean
  readonly sent_at: number
  /** 0 if there was no response. */
  readonly status: number
  readonly milliseconds: number
  readonly bytes: number
  /** Short form of Cache-Control. */
  readonly cache: string
  /** Null if the body is not JSON, undefined if the body is no longer kept. */
  readonly json: Json | undefined
}

export type Request = {
  method: Method
  href: string
  token?: string | undefined
  label?: string
  /** Permits the browser's cache. */
  cache?: 'default'
  headers?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>> | URLSearchParams | undefined
}

/** Sends a request and reads its response. Never rejects. */
export async function sendRequest(request: Request): Promise<Exchange> {
  const { method, href, token, body, headers = {}, cache = 'no-store' } = request
  const isForm = body instanceof URLSearchParams
  const sent = {
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
  }
  const content = body === undefined || isForm ? (body ?? null) : JSON.stringify(body)
  const described = describeRequest(request)
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(href, { method, headers: sent, body: content, cache, credentials: 'omit' })
    const bytes = await response.arrayBuffer()
    const summary = cacheSummary(response.headers.get('cache-control') ?? '')
    const received = { status: response.status, bytes: bytes.byteLength, cache: summary, json: parseJson(bytes) }
    return { ...described, ...received, milliseconds: elapsed() }
  } catch (error) {
    return { ...described, status: 0, milliseconds: elapsed(), bytes: 0, cache: 'none', json: noResponse(error) }
  }
}

let count = 0

function describeRequest({ method, href, token, label = '', headers = {}, body }: Request) {
  const sent_at = Date.now()
  count += 1
  const recorded = body === undefined || body instanceof URLSearchParams ? null : withoutPasswords(body)
  const isRepeatable = body === undefined || recorded === JSON.stringify(body)
  const id = `${sent_at}.${count}`
  return { id, label, method, href, headers, hasToken: token !== undefined, body: recorded, isRepeatable, sent_at }
}

/** Serializes a body for the display and the log. */
function withoutPasswords(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, (name, value) => (/password/i.test(name) ? '$PASSWORD' : value))
}

export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 200 && status < 300
}

function cacheSummary(header: string): string {
  const seconds = /max-age=(\d+)/.exec(header)?.[1]
  return seconds === undefined ? (/no-(?:cache|store)/.exec(header)?.[0] ?? 'none') : `max-age ${seconds}`
}

function parseJson(bytes: ArrayBuffer): Json {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** Network error in the format of the API. */
function noResponse(error: unknown): Json {
  const text = navigator.onLine ? `The service sent no response: ${error}` : 'The browser is offline.'
  return { messages: [{ type: 'error', id: 'no.response', 'debug-message': text, data: {} }], links: [] }
}
