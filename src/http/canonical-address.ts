/** A second prefix of the API, and paths that catalog clients also use without a prefix. */
const PREFIXED = /^\/pcm(?=\/|$)/
const BARE = /^\/catalogs?(?=\/|$)/

/**
 * The path and query of a request in the registered form, below `/v2`: some clients use another prefix, write double
 * slashes when they join addresses, or write names of several words with underscores. The query is unchanged.
 */
export function canonicalAddress(url: string): string {
  const [path, query] = parted(url)
  const prefixed = PREFIXED.test(path) ? path.replace(PREFIXED, '/v2') : path.replace(BARE, '/v2$&')
  return hyphenated(prefixed) + query
}

/** Rewrites a path and query below `/v2` to the prefix that the client used in `original`. */
export function asRequested(url: string, original: string): string {
  const [path] = parted(original)
  if (PREFIXED.test(path)) return url.replace(/^\/v2/, '/pcm')
  return BARE.test(path) ? url.replace(/^\/v2/, '') : url
}

/** The path with single slashes, and the query with its question mark. */
function parted(url: string): [path: string, query: string] {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return [path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path, query < 0 ? '' : url.slice(query)]
}

/**
 * Collections below which every segment is a name of the API or a UUID. Elsewhere a segment may be a client's own text.
 */
const NAMES_ONLY = /^\/v2\/(?:accounts|account-[a-z]+|authentication-realms|settings)(?:\/|$)/
const COLLECTION = /^\/v2\/[a-z]+(?:_[a-z]+)+(?=\/|$)/

function hyphenated(path: string): string {
  if (!path.includes('_')) return path
  const inCollection = path.replace(COLLECTION, (start) => start.replaceAll('_', '-'))
  return NAMES_ONLY.test(inCollection) ? inCollection.replaceAll('_', '-') : inCollection
}
