/** What lets a person in. A passkey is both factors; whether a provider has asked for a second one is not known. */
export const LOG_IN_METHODS = ['password', 'link', 'passkey', 'provider'] as const

/** What a second step of a log-in takes, after a password or a link. */
export const SECOND_FACTORS = ['one_time_code', 'recovery_code'] as const

/** How a person has logged in. */
export type LoggedInBy = {
  method: (typeof LOG_IN_METHODS)[number]
  second_factor: (typeof SECOND_FACTORS)[number] | null
}

/** What the first of two steps takes. */
export type FirstMethod = Extract<LoggedInBy['method'], 'password' | 'link'>
