/** The displayed resource: its URI, such as `/carts/demo/default`, empty for the root, and the zoom. */
export type Target = { readonly uri: string; readonly zoom: string }

export const ROOT: Target = { uri: '', zoom: '' }

/** Parses a URI, with an optional zoom in its query. */
export function parseTarget(address: string): Target {
  const [path = '', query = ''] = splitOnce(address.trim(), '?')
  const zoom = [...new URLSearchParams(query)].flatMap(([name, value]) => (/^zoom$/i.test(name) ? [value] : []))
  return { uri: path.replace(/^\/*/, '/').replace(/\/+$/, ''), zoom: zoom.join(',') }
}

/** Parses a URI or a complete URL; null for the URL of another service. `bases` are prefixes of the URLs of this API. */
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

/** The request path relative to the base. The root has a slash, since proxies forward what is below a path. */
export function targetPath({ uri, zoom }: Target): string {
  return `${uri === '' ? '/' : uri}${zoom === '' ? '' : `?zoom=${encodeZoom(zoom)}`}`
}

/** Leaves `,` and `:` readable. */
export function encodeZoom(zoom: string): string {
  return encodeURIComponent(zoom).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}

const GRAPH_HASH = /^#graph(?:\/(.*))?$/

/** The hash of the page about a kind of resource, or about all of them. */
export function graphHash(kind = ''): string {
  return kind === '' ? '#graph' : `#graph/${encodeURIComponent(kind)}`
}

/** The kind that a hash names, empty for all of them; null for the hash of a resource. */
export function kindInHash(hash: string): string | null {
  const found = GRAPH_HASH.exec(hash)
  // Unlike decodeURIComponent, this accepts anything.
  return found === null ? null : (new URLSearchParams(`name=${found[1] ?? ''}`).get('name') ?? '')
}

/** True if a value in a response is the address of something in the web, such as of a file. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}
