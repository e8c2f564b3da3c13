/** Displayed resource: its zoom and its URI, such as `/carts/demo/default`; the URI of the root is empty. */
export type Target = { readonly uri: string; readonly zoom: string }

export const ROOT: Target = { uri: '', zoom: '' }

/** Parses a URI, with an optional zoom in its query. */
export function parseTarget(address: string): Target {
  const [path = '', query = ''] = splitOnce(address.trim(), '?')
  const zoom = [...new URLSearchParams(query)].flatMap(([name, value]) => (/^zoom$/i.test(name) ? [value] : []))
  return { uri: path.replace(/^\/*/, '/').replace(/\/+$/, ''), zoom: zoom.join(',') }
}

/** Parses a URI or a complete URL; null for a URL of another service. `bases` are URL prefixes of this API. */
export function parseTypedTarget(typed: string, bases: readonly string[]): Target | null {
  const address = typed.trim()
  if (!/^[a-z]+:\/\//i.test(address)) return parseTarget(address)
  const base = bases.find((one) => address === one || address.startsWith(`${one}/`) || address.startsWith(`${one}?`))
  return base === undefined ? null : parseTarget(address.slice(base.length))
}

export function targetInHash(hash: string): Target {
  return parseTarget(hash.replace(/^#/, ''))
}

export function targetHash(target: Target): string {
  return `#${targetPath(target)}`
}

/** Request path relative to the base. The root keeps its slash, because proxies forward only paths below a prefix. */
export function targetPath({ uri, zoom }: Target): string {
  return `${uri === '' ? '/' : uri}${zoom === '' ? '' : `?zoom=${encodeZoom(zoom)}`}`
}

/** Keeps `,` and `:` readable. */
export function encodeZoom(zoom: string): string {
  return encodeURIComponent(zoom).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}

const GRAPH_HASH = /^#graph(?:\/(.*))?$/

/** Hash of the page about a kind, or about all kinds. */
export function graphHash(kind = ''): string {
  return kind === '' ? '#graph' : `#graph/${encodeURIComponent(kind)}`
}

/** Kind that a hash names, empty for all kinds; null for the hash of a resource. */
export function kindInHash(hash: string): string | null {
  const found = GRAPH_HASH.exec(hash)
  // decodeURIComponent would throw for malformed input.
  return found === null ? null : (new URLSearchParams(`name=${found[1] ?? ''}`).get('name') ?? '')
}

/** True if a value in a response is an absolute web address, such as that of a file. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}
