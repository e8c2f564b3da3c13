import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/duration.ts'

/** Time without use after which a session of a person ends. @operator */
export const IDLE_MS = 12 * HOUR
/** Time after which a session of a person ends, however it is used. @operator */
export const MAX_MS = 7 * DAY
/**
 * Time for which the previous refresh token still gets an access token, but no refresh token, because two tabs that
 * refresh at the same time send the same token.
 */
export const GRACE_MS = 10 * SECOND

/** Time after a log-in during which it proves the presence of a person without a password. */
export const FRESH_LOG_IN_MS = 5 * MINUTE

/** Returns the end of a session if it is not used again. */
export function endOf({ used_at, expires_at }: { used_at: Date; expires_at: Date }): Date {
  return new Date(Math.min(used_at.getTime() + IDLE_MS, expires_at.getTime()))
}
