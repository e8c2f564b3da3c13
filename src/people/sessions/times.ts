import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/duration.ts'

/** Time without use after which a session of a person ends. @operator */
export const IDLE_MS = 12 * HOUR
/** Time after which a session of a person ends, however it is used. @operator */
export const LONGEST_MS = 7 * DAY
/**
 * For so long the refresh token before the last gets an access token, but no refresh token: two tabs that refresh at the same
 * time send the same one.
 */
export const GRACE_MS = 10 * SECOND

/** For so long after a log-in it proves, of a person without a password, that the person is at the page. */
export const FRESH_LOG_IN_MS = 5 * MINUTE

/** When a session ends unless it is used again. */
export function endOf({ used_at, expires_at }: { used_at: Date; expires_at: Date }): Date {
  return new Date(Math.min(used_at.getTime() + IDLE_MS, expires_at.getTime()))
}
