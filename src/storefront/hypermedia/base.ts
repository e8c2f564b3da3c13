import { trimEnd } from '../../kernel/text/trim-end.ts'

/** Characters, as many as browsers take of an address. */
const MAX_LENGTH = 2_048

/**
 * The prefix of every `href` in a response, without a trailing slash: the value of X-Forwarded-Base if it is an absolute
 * http(s) URL and allowed, otherwise the service's own. An empty list allows all.
 */
export function responseBase(header: string | string[] | undefined, own: string, allowed: readonly string[]): string {
  if (typeof header !== 'string' || header.trim() === '' || header.length > MAX_LENGTH) return own
  const base = trimEnd(header.trim(), '/')
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

/** Whether the query has the flag FollowLocation, in any case, with any value except `false`. */
export function followsLocation(query: Query): boolean {
  const [, value] = Object.entries(query).find(([name]) => name.toLowerCase() === FLAG) ?? []
  return value !== undefined && String(value).toLowerCase() !== 'false'
}

/** The `zoom` of the query, in any case; repeated parameters are joined. */
export function zoomParameter(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === 'zoom')
    .flatMap(([, value]) => value)
    .join(',')
}
