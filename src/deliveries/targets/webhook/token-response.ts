import { MINUTE, SECOND } from '../../../kernel/duration.ts'
import { isObject } from '../../../kernel/json/json.ts'

/** A cached access token; `expires_at` includes a safety margin. */
export type AccessToken = { value: string; expires_at: number }

/** Safety margin before the expiry of a token, so that the token is still valid when it arrives. */
const RENEW_BEFORE_MS = 30 * SECOND
/** Lifetime of a token whose response contains no expiry. */
const DEFAULT_LIFETIME_MS = 5 * MINUTE

/**
 * Parses the token in a successful response at `now` (milliseconds since the epoch), or returns its problem. Reads only what a
 * delivery needs, because endpoints deviate from RFC 6749, section 5.1, in everything else.
 */
export function readToken(text: string, now: number): AccessToken | { problem: string } {
  const { access_token, token_type, expires_in } = parse(text)
  if (typeof access_token !== 'string' || access_token === '') return { problem: NOT_OAUTH }
  if (!/^[\x21-\x7e]+$/.test(access_token))
    return { problem: 'its access_token has characters that a header cannot hold' }
  if (typeof token_type === 'string' && OTHER_TYPES.test(token_type)) {
    return { problem: `its token_type is ${token_type}, and deliveries send Bearer tokens only` }
  }
  const seconds = Number(expires_in ?? Number.NaN)
  const lifetime_ms = seconds >= 0 ? seconds * SECOND : DEFAULT_LIFETIME_MS
  return { value: access_token, expires_at: now + Math.max(0, lifetime_ms - RENEW_BEFORE_MS) }
}

export const NOT_OAUTH = 'but not as OAuth 2.0 requires'

/**
 * Token types that must not be sent as Bearer. Unknown types are allowed, because some endpoints rename Bearer, for example to
 * `BearerToken`.
 */
const OTHER_TYPES = /^(?:mac|dpop|pop|n_a)$/i

function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
