/** Characters, as many as browsers take of an address. */
const MAX_LENGTH = 2_048

/** An origin and a path, in characters that URLs have as they are: paths are appended to it. */
const BASE_URL =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:[\w.-]+|\[[\dA-Fa-f:.]+\])(?::\d+)?(?:\/(?:[\w.~!$&()*+,;=:@/-]|%[\dA-Fa-f]{2})*)?$/

/** True for an http(s) URL without user, query and fragment. */
export function isBaseUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && BASE_URL.test(text) && URL.canParse(text)
}
