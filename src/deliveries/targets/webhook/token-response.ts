import { MINUTE, SECOND } from '../../../kernel/duration.ts'
import { isObject } from '../../../kernel/json/json.ts'

/** A token that is expected to be valid for the next attempt. */
export type AccessToken = { value: string; expires_at: number }

/** A token is renewed this long before it expires, so that it is still valid when it arrives. */
const RENEW_BEFORE_MS = 30 * SECOND
/** For how long a token is used whose server does not say when it expires. */
const DEFAULT_LIFETIME_MS = 5 * MINUTE

/**
 * The token in a successful response at `now` (milliseconds since the epoch), or what is wrong with it. Only what a delivery
 * needs is read: endpoints differ from RFC 6749, section 5.1, in everything else.
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

/** Types that are sent otherwise than as Bearer. Some endpoints have names of their own for Bearer, such as `BearerToken`. */
const OTHER_TYPES = /^(?:mac|dpop|pop|n_a)$/i

function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
