/** Parses a URL that may have a user but no host, which means a socket on this machine. Null if invalid. */
export function parseSocketUrl(url: string): URL | null {
  return URL.parse(url.replace('@/', '@localhost/'))
}

/** Problem of a URL in words that repeat nothing of it, since it may hold a password; null for a valid one. */
export function urlProblem(url: string): string | null {
  const parsed = parseSocketUrl(url)
  if (parsed === null) return isValidWithoutPort(url) ? WRONG_PORT : INVALID_URL
  return parsed.port === '0' ? WRONG_PORT : null
}

export const INVALID_URL =
  'must be a valid URL; percent-encode special characters in the password, as UTF-8, such as %23 for # and %C3%A4 for ä'
const WRONG_PORT = 'must have a whole number from 1 to 65535 as its port, or none'

/** What follows the host up to a path or a query, unless that contains an `@`: then it is a part of the password. */
const PORT = /^([^:]*:\/\/(?:[^/?#]*@)?(?:\[[^\]/?#@]*\]|[^/?#@:[\]]+)):[^/?#@]*(?=$|[/?][^@]*$)/

function isValidWithoutPort(url: string): boolean {
  return PORT.test(url) && URL.canParse(url.replace(PORT, '$1'))
}
