/** @import { Exchange } from './exchange.js' */

/**
 * The request as a command of curl for a POSIX shell. Without a token the command reads it from the variable `TOKEN`.
 * @param {Pick<Exchange, 'method' | 'href' | 'headers' | 'hasToken' | 'body'>} request
 * @param {string | null} token
 */
export function curlCommand({ method, href, headers, hasToken, body }, token) {
  const isPlain = method === (body === null ? 'GET' : 'POST')
  // Without this option curl expands brackets and braces in URLs.
  const globbing = /[[\]{}]/.test(href) ? ' --globoff' : ''
  const authorization = token === null ? '"Authorization: Bearer $TOKEN"' : quote(`Authorization: Bearer ${token}`)
  const parts = [
    `curl${globbing}${isPlain ? '' : ` -X ${method}`} ${quote(href)}`,
    ...(hasToken ? [`-H ${authorization}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
