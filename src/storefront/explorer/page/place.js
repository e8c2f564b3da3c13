/**
 * Where the page is: an address below the base, such as `/carts/demo/default`, empty for the root, and what to embed.
 * @typedef {Readonly<{ uri: string, zoom: string }>} Place
 */

/** @type {Place} */
export const ROOT = { uri: '', zoom: '' }

/**
 * The place that an address below the base means, with or without a zoom in its query.
 * @param {string} address
 * @returns {Place}
 */
export function placeAt(address) {
  const [path = '', query = ''] = splitOnce(address.trim(), '?')
  const zoom = [...new URLSearchParams(query)].flatMap(([name, value]) => (/^zoom$/i.test(name) ? [value] : []))
  return { uri: path.replace(/^\/*/, '/').replace(/\/+$/, ''), zoom: zoom.join(',') }
}

/**
 * The place that somebody typed, also as a whole address; null for an address of another service.
 * @param {string} typed
 * @param {readonly string[]} bases what whole addresses of this API begin with
 */
export function placeTyped(typed, bases) {
  const address = typed.trim()
  if (!/^[a-z]+:\/\//i.test(address)) return placeAt(address)
  const base = bases.find((one) => address === one || address.startsWith(`${one}/`) || address.startsWith(`${one}?`))
  return base === undefined ? null : placeAt(address.slice(base.length))
}

/** @param {string} hash as the address bar has it */
export function placeInHash(hash) {
  return placeAt(hash.replace(/^#/, ''))
}

/** @param {Place} place */
export function hashOf({ uri, zoom }) {
  return `#${addressOf({ uri, zoom })}`
}

/**
 * What follows the base in a request. The root is asked for with its slash: proxies hand on what is below a path.
 * @param {Place} place
 */
export function addressOf({ uri, zoom }) {
  return `${uri === '' ? '/' : uri}${zoom === '' ? '' : `?zoom=${zoomInQuery(zoom)}`}`
}

/**
 * Readable where it can be.
 * @param {string} zoom
 */
export function zoomInQuery(zoom) {
  return encodeURIComponent(zoom).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/**
 * @param {string} text
 * @param {string} separator
 */
function splitOnce(text, separator) {
  const index = text.indexOf(separator)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}
