/**
 * Methods to log in. A passkey counts as both factors. A provider does not report whether it required a second factor.
 */
export const LOG_IN_METHODS = ['password', 'link', 'passkey', 'provider'] as const

/** Accepted second factors, after a password or a link. */
export const SECOND_FACTORS = ['one_time_code', 'recovery_code'] as const

export type LoggedInBy = {
  method: (typeof LOG_IN_METHODS)[number]
  second_factor: (typeof SECOND_FACTORS)[number] | null
}

/** Methods that a second factor can follow. */
export type FirstMethod = Extract<LoggedInBy['method'], 'password' | 'link'>
