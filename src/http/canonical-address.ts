/** A second prefix of the API, and the paths that clients of catalogs also know without a prefix. */
const PREFIXED = /^\/pcm(?=\/|$)/
const BARE = /^\/catalogs?(?=\/|$)/

/**
 * The path and query of a request as its routes are registered, below `/v2`: some clients know another prefix, join addresses
 * that end in a slash with paths that begin with one, or write names of several words with underscores. The query is kept.
 */
export function canonicalAddress(url: string): string {
  const [path, query] = parted(url)
  const prefixed = PREFIXED.test(path) ? path.replace(PREFIXED, '/v2') : path.replace(BARE, '/v2$&')
  return hyphenated(prefixed) + query
}

/** A path and query below `/v2`, below the prefix that the client asked with. `original` is what it sent. */
export function asRequested(url: string, original: string): string {
  const [path] = parted(original)
  if (PREFIXED.test(path)) return url.replace(/^\/v2/, '/pcm')
  return BARE.test(path) ? url.replace(/^\/v2/, '') : url
}

/** The path, its slashes single, and the query with its question mark. */
function parted(url: string): [path: string, query: string] {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return [path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path, query < 0 ? '' : url.slice(query)]
}

/** Collections below which every segment is a name of the API or a UUID; elsewhere a segment may be the client's own text. */
const NAMES_ONLY = /^\/v2\/(?:accounts|account-[a-z]+|authentication-realms|settings)(?:\/|$)/
const COLLECTION = /^\/v2\/[a-z]+(?:_[a-z]+)+(?=\/|$)/

function hyphenated(path: string): string {
  if (!path.includes('_')) return path
  const inCollection = path.replace(COLLECTION, (start) => start.replaceAll('_', '-'))
  return NAMES_ONLY.test(inCollection) ? inCollection.replaceAll('_', '-') : inCollection
}
