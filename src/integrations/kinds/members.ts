import type { Problem } from '../../kernel/errors.ts'
import type { Members } from './kind.ts'

const POINTER = '/data/configuration'

export function problemAt(path: string, detail: string): Problem {
  return { detail, pointer: `${POINTER}/${path}` }
}

/** Documented form of the check in `checkHttpUrl`: a scheme in any case. */
export const HTTP_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://'

const STARTS_WELL = new RegExp(HTTP_URL_PATTERN)

export function checkHttpUrl(members: Members, name: string): Problem[] {
  const url = members[name]
  const allowed = 'a URL that starts with http:// or https://'
  if (url === undefined) return [problemAt(name, `${name} is required: ${allowed}.`)]
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (typeof url === 'string' && parsed === null && STARTS_WELL.test(url))
    return [problemAt(name, `${name} is not a valid URL: its host, or its port, which is at most 65535, is wrong.`)]
  if (typeof url !== 'string' || parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    return [problemAt(name, `${name} must be ${allowed}.`)]
  }
  if (url.length > 4096) return [problemAt(name, `${name} must not be longer than 4096 characters.`)]
  if (parsed.username === '' && parsed.password === '') return []
  return [problemAt(name, `${name} must not contain a user name or password.`)]
}

/** Documented form of the check in `checkText`. */
export const TEXT_PATTERN = '\\S'

export function checkText(members: Members, name: string): Problem[] {
  const value = members[name]
  if (typeof value === 'string' && value.trim() !== '') return []
  return [problemAt(name, value === undefined ? `${name} is required.` : `${name} must be a non-empty string.`)]
}

export function checkOptionalText(members: Members, name: string): Problem[] {
  const value = members[name]
  return value === undefined || typeof value === 'string' ? [] : [problemAt(name, `${name} must be a string.`)]
}

export function checkOptionalBoolean(members: Members, name: string): Problem[] {
  const value = members[name]
  return value === undefined || typeof value === 'boolean' ? [] : [problemAt(name, `${name} must be true or false.`)]
}

/** Returns undefined for an absent or empty string, and for any other type. */
export function textIn(members: Members, name: string): string | undefined {
  const value = members[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Returns `host:port` of an address, without an unknown port; null for an invalid address. */
export function hostAndPort(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || url.hostname === '') return null
  const port = url.port || PORTS[url.protocol]
  return port === undefined ? url.hostname : `${url.hostname}:${port}`
}

/**
 * True if every receiver reads the text back unchanged from a header: visible ASCII, with blanks only inside. Receivers
 * disagree on the encoding of anything else.
 */
export function isHeaderValue(text: string): boolean {
  return /^[!-~]+(?:[ \t]+[!-~]+)*$/.test(text)
}
