/**
 * A request and what it was answered with. Status 0: there was no answer.
 * @typedef {Readonly<{
 *   method: string, status: number, milliseconds: number, bytes: number, kept: string, json: unknown,
 * }>} Exchange
 */

/**
 * @typedef {Readonly<{
 *   method: 'GET' | 'POST' | 'PUT' | 'DELETE', href: string, token?: string | undefined,
 *   body?: Readonly<Record<string, unknown>> | URLSearchParams,
 * }>} Request
 */

/**
 * Sends a request and reads its answer. Never rejects.
 * @param {Request} request
 * @returns {Promise<Exchange>}
 */
export async function exchange({ method, href, token, body }) {
  /** @type {Record<string, string>} */
  const headers = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (body !== undefined && !(body instanceof URLSearchParams)) headers['content-type'] = 'application/json'
  const content = body === undefined || body instanceof URLSearchParams ? (body ?? null) : JSON.stringify(body)
  const began = performance.now()
  try {
    // What is shown is what the service says now, not what the browser has kept.
    const init = { method, headers, body: content, cache: 'no-store', credentials: 'omit' }
    const answer = await fetch(href, /** @type {RequestInit} */ (init))
    const bytes = await answer.arrayBuffer()
    const milliseconds = Math.round(performance.now() - began)
    const { status } = answer
    const kept = keptFor(answer.headers.get('cache-control') ?? '')
    return { method, status, milliseconds, bytes: bytes.byteLength, kept, json: read(bytes) }
  } catch (error) {
    const milliseconds = Math.round(performance.now() - began)
    return { method, status: 0, milliseconds, bytes: 0, kept: 'none', json: noAnswer(error) }
  }
}

/** @param {Exchange} exchange */
export function hasSucceeded({ status }) {
  return status >= 200 && status < 300
}

/**
 * How long a browser may keep the answer, in short.
 * @param {string} header
 */
function keptFor(header) {
  const seconds = /max-age=(\d+)/.exec(header)?.[1]
  return seconds === undefined ? (/no-(?:cache|store)/.exec(header)?.[0] ?? 'none') : `max-age ${seconds}`
}

/** @param {ArrayBuffer} bytes */
function read(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** @param {unknown} error */
function noAnswer(error) {
  return { messages: [{ type: 'error', id: 'no.answer', 'debug-message': String(error), data: {} }], links: [] }
}
