/**
 * A request and its response. Status 0: no response. `cache` summarizes Cache-Control.
 * @typedef {Readonly<{
 *   method: string, status: number, milliseconds: number, bytes: number, cache: string, json: unknown,
 * }>} Exchange
 */

/**
 * @typedef {Readonly<{
 *   method: 'GET' | 'POST' | 'PUT' | 'DELETE', href: string, token?: string | undefined,
 *   body?: Readonly<Record<string, unknown>> | URLSearchParams,
 * }>} Request
 */

/**
 * Sends a request and reads its response. Never rejects.
 * @param {Request} request
 * @returns {Promise<Exchange>}
 */
export async function sendRequest({ method, href, token, body }) {
  /** @type {Record<string, string>} */
  const headers = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (body !== undefined && !(body instanceof URLSearchParams)) headers['content-type'] = 'application/json'
  const content = body === undefined || body instanceof URLSearchParams ? (body ?? null) : JSON.stringify(body)
  const started = performance.now()
  try {
    // Always the service's current response, never the browser's cache.
    const init = { method, headers, body: content, cache: 'no-store', credentials: 'omit' }
    const response = await fetch(href, /** @type {RequestInit} */ (init))
    const bytes = await response.arrayBuffer()
    const milliseconds = Math.round(performance.now() - started)
    const { status } = response
    const cache = cacheSummary(response.headers.get('cache-control') ?? '')
    return { method, status, milliseconds, bytes: bytes.byteLength, cache, json: parseJson(bytes) }
  } catch (error) {
    const milliseconds = Math.round(performance.now() - started)
    return { method, status: 0, milliseconds, bytes: 0, cache: 'none', json: noResponse(error) }
  }
}

/** @param {Exchange} exchange */
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
  return { messages: [{ type: 'error', id: 'no.response', 'debug-message': String(error), data: {} }], links: [] }
}
