/** A second prefix of the API, and the paths that clients of catalogs also know without a prefix. */
const PREFIXED = /^\/pcm(?=[/?]|$)/
const BARE = /^\/catalogs?(?=[/?]|$)/

/** The path and query below `/v2` that a path and query stand for. */
export function canonicalUrl(url: string): string {
  const clean = singleSlashes(url)
  return PREFIXED.test(clean) ? clean.replace(PREFIXED, '/v2') : clean.replace(BARE, '/v2$&')
}

/** A path and query below `/v2`, below the prefix that the client asked with. `original` is what it sent. */
export function asRequested(url: string, original: string): string {
  const clean = singleSlashes(original)
  if (PREFIXED.test(clean)) return url.replace(/^\/v2/, '/pcm')
  return BARE.test(clean) ? url.replace(/^\/v2/, '') : url
}

/** Clients join addresses that end in a slash with paths that begin with one. */
function singleSlashes(url: string): string {
  if (!url.includes('//')) return url
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.replaceAll(/\/{2,}/g, '/') + (query < 0 ? '' : url.slice(query))
}
