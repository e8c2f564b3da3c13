/** Header of a change that must not overwrite what this page has not read; the client puts in the version. */
export const IF_UNCHANGED = { 'If-Match': 'as read' } as const

/** Resources of a long session; the oldest is forgotten, and its change is then sent without a version. */
const MAX_VERSIONS = 1_000
const versions = new Map<string, string>()

/** Remembers the version in a response about one resource. */
export function rememberVersion({ method, headers, url }: Request, response: Response): void {
  const version = response.headers.get('etag')
  if (version === null || !response.ok || (method !== 'GET' && method !== 'PUT')) return
  const key = keyOf(headers, url)
  versions.delete(key)
  versions.set(key, version)
  const [oldest] = versions.keys()
  if (versions.size > MAX_VERSIONS && oldest !== undefined) versions.delete(oldest)
}

/** Replaces `as read` by the version that was read last. */
export function withVersion(request: Request): Request {
  if (request.headers.get('If-Match') !== IF_UNCHANGED['If-Match']) return request
  const version = versions.get(keyOf(request.headers, request.url))
  if (version === undefined) request.headers.delete('If-Match')
  else request.headers.set('If-Match', version)
  return request
}

function keyOf(headers: Headers, url: string): string {
  return `${headers.get('X-Store-Id') ?? ''} ${new URL(url).pathname}`
}
