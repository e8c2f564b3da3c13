import type { Exchange } from './exchange.ts'

type Request = Pick<Exchange, 'method' | 'href' | 'headers' | 'hasToken' | 'body'>

/** curl command of a request, for a POSIX shell. Without a token the command reads the variable `TOKEN`. */
export function curlCommand({ method, href, headers, hasToken, body }: Request, token: string | null): string {
  const isPlain = method === (body === null ? 'GET' : 'POST')
  // curl would otherwise expand brackets and braces in URLs.
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

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
