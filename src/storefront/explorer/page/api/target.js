/**
 * The displayed resource: its URI, such as `/carts/demo/default`, empty for the root, and the zoom.
 * @typedef {Readonly<{ uri: string, zoom: string }>} Target
 */

/** @type {Target} */
export const ROOT = { uri: '', zoom: '' }

/**
 * Parses a URI, with an optional zoom in its query.
 * @param {string} address
 * @returns {Target}
 */
export function parseTarget(address) {
  const [path = '', query = ''] = splitOnce(address.trim(), '?')
  const zoom = [...new URLSearchParams(query)].flatMap(([name, value]) => (/^zoom$/i.test(name) ? [value] : []))
  return { uri: path.replace(/^\/*/, '/').replace(/\/+$/, ''), zoom: zoom.join(',') }
}

/**
 * Parses a URI or a complete URL; null for the URL of another service.
 * @param {string} typed
 * @param {readonly string[]} bases prefixes of the URLs of this API
 */
export function parseTypedTarget(typed, bases) {
  const address = typed.trim()
  if (!/^[a-z]+:\/\//i.test(address)) return parseTarget(address)
  const base = bases.find((one) => address === one || address.startsWith(`${one}/`) || address.startsWith(`${one}?`))
  return base === undefined ? null : parseTarget(address.slice(base.length))
}

/** @param {string} hash of the browser's location */
export function targetInHash(hash) {
  return parseTarget(hash.replace(/^#/, ''))
}

/** @param {Target} target */
export function targetHash({ uri, zoom }) {
  return `#${targetPath({ uri, zoom })}`
}

/**
 * The request path relative to the base. The root has a slash, since proxies forward what is below a path.
 * @param {Target} target
 */
export function targetPath({ uri, zoom }) {
  return `${uri === '' ? '/' : uri}${zoom === '' ? '' : `?zoom=${encodeZoom(zoom)}`}`
}

/**
 * Leaves `,` and `:` readable.
 * @param {string} zoom
 */
export function encodeZoom(zoom) {
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

const GRAPH_HASH = /^#graph(?:\/(.*))?$/

/**
 * The hash of the page about a kind of resource, or about all of them.
 * @param {string} [kind]
 */
export function graphHash(kind = '') {
  return kind === '' ? '#graph' : `#graph/${encodeURIComponent(kind)}`
}

/**
 * The kind that a hash names, empty for all of them; null for the hash of a resource.
 * @param {string} hash
 */
export function kindInHash(hash) {
  const found = GRAPH_HASH.exec(hash)
  // Unlike decodeURIComponent, this accepts anything.
  return found === null ? null : (new URLSearchParams(`name=${found[1] ?? ''}`).get('name') ?? '')
}

/**
 * Whether a value in a response is the address of something in the web, such as of a file.
 * @param {unknown} value
 * @returns {value is string}
 */
export function isWebAddress(value) {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}
