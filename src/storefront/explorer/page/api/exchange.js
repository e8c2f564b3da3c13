/**
 * A request and its response. `headers` are those that the user has set. Status 0: no response. `cache` summarizes
 * Cache-Control. `json` is null for a body that is not JSON, undefined for one that is no longer kept.
 * @typedef {Readonly<{
 *   id: string, label: string, method: Method, href: string, headers: Readonly<Record<string, string>>,
 *   hasToken: boolean, body: string | null, isRepeatable: boolean, sent_at: number,
 *   status: number, milliseconds: number, bytes: number, cache: string, json: unknown,
 * }>} Exchange
 */

/** @typedef {'GET' | 'POST' | 'PUT' | 'DELETE'} Method */

/**
 * `label` says what the request is for, such as the relation that was followed. `cache` permits the browser's cache.
 * @typedef {Readonly<{
 *   method: Method, href: string, token?: string | undefined, label?: string, cache?: 'default',
 *   headers?: Readonly<Record<string, string>>, body?: Readonly<Record<string, unknown>> | URLSearchParams,
 * }>} Request
 */

/**
 * Sends a request and reads its response. Never rejects.
 * @param {Request} request
 * @returns {Promise<Exchange>}
 */
export async function sendRequest(request) {
  const { method, href, token, body, headers = {}, cache = 'no-store' } = request
  /** @type {Record<string, string>} */
  const sent = { ...headers }
  if (token !== undefined) sent.authorization = `Bearer ${token}`
  if (body !== undefined && !(body instanceof URLSearchParams)) sent['content-type'] = 'application/json'
  const content = body === undefined || body instanceof URLSearchParams ? (body ?? null) : JSON.stringify(body)
  const described = describeRequest(request)
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const init = { method, headers: sent, body: content, cache, credentials: 'omit' }
    const response = await fetch(href, /** @type {RequestInit} */ (init))
    const bytes = await response.arrayBuffer()
    const summary = cacheSummary(response.headers.get('cache-control') ?? '')
    const received = { status: response.status, bytes: bytes.byteLength, cache: summary, json: parseJson(bytes) }
    return { ...described, ...received, milliseconds: elapsed() }
  } catch (error) {
    return { ...described, status: 0, milliseconds: elapsed(), bytes: 0, cache: 'none', json: noResponse(error) }
  }
}

let count = 0

/** @param {Request} request */
function describeRequest({ method, href, token, label = '', headers = {}, body }) {
  const sent_at = Date.now()
  count += 1
  const recorded = body === undefined || body instanceof URLSearchParams ? null : withoutPasswords(body)
  const isRepeatable = body === undefined || recorded === JSON.stringify(body)
  const id = `${sent_at}.${count}`
  return { id, label, method, href, headers, hasToken: token !== undefined, body: recorded, isRepeatable, sent_at }
}

/**
 * The text of a body as it is displayed and recorded.
 * @param {Readonly<Record<string, unknown>>} body
 */
function withoutPasswords(body) {
  return JSON.stringify(body, (name, value) => (/password/i.test(name) ? '$PASSWORD' : value))
}

/** @param {Pick<Exchange, 'status'>} exchange */
export function isSuccess({ status }) {
  return status >= 200 && status < 300
}

/**
 * Cache-Control in short.
 * @param {string} header
 */
function cacheSummary(header) {
  const seconds = /max-age=(\d+)/.exec(header)?.[1]
  return seconds === undefined ? (/no-(?:cache|store)/.exec(header)?.[0] ?? 'none') : `max-age ${seconds}`
}

/** @param {ArrayBuffer} bytes */
function parseJson(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** @param {unknown} error */
function noResponse(error) {
  const text = navigator.onLine ? `The service sent no response: ${error}` : 'The browser is offline.'
  return { messages: [{ type: 'error', id: 'no.response', 'debug-message': text, data: {} }], links: [] }
}
