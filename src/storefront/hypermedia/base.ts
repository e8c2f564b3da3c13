/**
 * What addresses in an answer begin with, without a slash at the end: the base that a proxy says it is reached at, else
 * the service's own. What is no absolute http(s) address, or not among those allowed, is passed over; an empty list
 * allows all.
 */
export function baseOf(header: string | string[] | undefined, own: string, allowed: readonly string[]): string {
  if (typeof header !== 'string' || header.trim() === '') return own
  const base = header.trim().replace(/\/+$/, '')
  if (!isBase(base)) return own
  return allowed.length === 0 || allowed.includes(base) ? base : own
}

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && [search, hash, username, password].every((part) => part === '')
}

const FLAG = 'followlocation'

type Query = Readonly<Record<string, unknown>>

/** Whether a request wants the resource that the answer's Location names: in any casing, with any value but `false`. */
export function followsLocation(query: Query): boolean {
  const [, value] = Object.entries(query).find(([name]) => name.toLowerCase() === FLAG) ?? []
  return value !== undefined && String(value).toLowerCase() !== 'false'
}

/** The `zoom` of a request, in any casing; several are one. */
export function zoomIn(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === 'zoom')
    .flatMap(([, value]) => value)
    .join(',')
}
