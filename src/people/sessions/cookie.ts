import type { IncomingHttpHeaders } from 'node:http'
import { SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { isLoopback } from '../rules/relying-party.ts'

export type SessionCookie = { name: string; path: string; is_secure: boolean }

/**
 * Returns the cookie of a deployment. `base_url` ends in `/v2`. Browsers send it only to the session routes, below the
 * path of a proxy, and only encrypted, except over plain HTTP on the same machine.
 */
export function sessionCookie(base_url: string): SessionCookie {
  const { protocol, hostname, pathname } = new URL(base_url)
  const is_secure = protocol === 'https:' || !isLoopback(hostname)
  const name = `${is_secure ? '__Secure-' : ''}tidings_session`
  return { name, path: `${pathname.replace(/\/+$/, '')}/sessions`, is_secure }
}

/** Returns `Set-Cookie` with a refresh token and its remaining seconds; null deletes the cookie. */
export function setCookie(
  { name, path, is_secure, same_site = 'Strict' }: SessionCookie & { same_site?: 'Strict' | 'Lax' },
  token: { value: string; seconds: number } | null,
) {
  const secure = is_secure ? '; Secure' : ''
  const { value, seconds } = token ?? { value: '', seconds: 0 }
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${same_site}${secure}`
}

/** Returns the remaining seconds, at least 0. */
export function secondsUntil(time: Date, now: number): number {
  return Math.max(0, Math.floor((time.getTime() - now) / SECOND))
}

/**
 * Returns the refresh token of a request from a page of the same origin. Throws `forbidden` for a request that another
 * page may have sent: such a page cannot send the header X-Tidings-Session, and browsers reveal it in Sec-Fetch-Site.
 * Throws `unauthenticated` without the cookie.
 */
export function refreshTokenOf({ name }: SessionCookie, headers: IncomingHttpHeaders): string {
  checkSite(headers)
  if (headers[SESSION_HEADER] !== '1') throw forbidden(`Send the header \`X-Tidings-Session: 1\`.`, 'X-Tidings-Session')
  const token = cookieValue(headers.cookie ?? '', name)
  if (token !== undefined && token !== '') return token
  const detail = `There is no session: the cookie ${name} is missing. Log in.`
  throw new AppError('unauthenticated', [{ detail, header: 'Cookie' }])
}

const SESSION_HEADER = 'x-tidings-session'

/** Throws `forbidden` for a request from a page of another origin. */
export function checkSite(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return
  throw forbidden(
    'Pages of other origins do not take part in sessions: Sec-Fetch-Site must be same-origin.',
    'Sec-Fetch-Site',
  )
}

function forbidden(detail: string, header: string): AppError {
  return new AppError('forbidden', [{ detail, header }])
}

/** Returns the value of a cookie in the header; undefined if absent. */
export function cookieValue(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
