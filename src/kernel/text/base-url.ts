/** The same limit as in browsers. */
const MAX_LENGTH = 2_048

/** An origin and a path without characters that need escaping, since paths are appended to it. */
const BASE_URL =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:[\w.-]+|\[[\dA-Fa-f:.]+\])(?::\d+)?(?:\/(?:[\w.~!$&()*+,;=:@/-]|%[\dA-Fa-f]{2})*)?$/

/** True for an http(s) URL without user, query and fragment. */
export function isBaseUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && BASE_URL.test(text) && URL.canParse(text)
}
