import { isBaseUrl } from '../../kernel/text/base-url.ts'
import { trimEnd } from '../../kernel/text/trim-end.ts'

/**
 * The prefix of every `href` in a response, without a trailing slash: the value of X-Forwarded-Base if it is an allowed
 * absolute http(s) URL without query and fragment, otherwise the service's own base. An empty list allows all.
 */
export function responseBase(header: string | string[] | undefined, own: string, allowed: readonly string[]): string {
  if (typeof header !== 'string') return own
  const base = trimEnd(header.trim(), '/')
  if (!isBaseUrl(base)) return own
  return allowed.length === 0 || allowed.includes(base) ? base : own
}

const FLAG = 'followlocation'

type Query = Readonly<Record<string, unknown>>

/** True if the query has the flag FollowLocation, in any case and with any value except `false`. */
export function followsLocation(query: Query): boolean {
  const [, value] = Object.entries(query).find(([name]) => name.toLowerCase() === FLAG) ?? []
  return value !== undefined && String(value).toLowerCase() !== 'false'
}

/** The `zoom` of the query, in any case. Repeated parameters are joined. */
export function zoomParameter(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === 'zoom')
    .flatMap(([, value]) => value)
    .join(',')
}
