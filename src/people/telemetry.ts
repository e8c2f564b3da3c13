import { AppError, type ErrorCode } from '../kernel/errors.ts'

/** What became of a request to log in. A log-in with a second factor is two of them. */
export type LogInOutcome = 'succeeded' | 'second_factor' | 'organization' | 'refused' | 'limited' | 'unavailable'

/** Callbacks from which metrics of people are derived. They must not throw. */
export type PeopleTelemetry = {
  loggedIn(outcome: LogInOutcome): void
}

export const noPeopleTelemetry: PeopleTelemetry = { loggedIn() {} }

/** Counts what becomes of a log-in; requests of the wrong shape are none. */
export async function countLogIn<T extends object>(
  { loggedIn }: PeopleTelemetry,
  logIn: () => Promise<T & { needs?: 'second_factor' | 'organization' }>,
): Promise<T> {
  try {
    const result = await logIn()
    loggedIn(result.needs ?? 'succeeded')
    return result
  } catch (error) {
    const outcome = error instanceof AppError ? OUTCOMES[error.code] : undefined
    if (outcome !== undefined) loggedIn(outcome)
    throw error
  }
}

const OUTCOMES: Readonly<Partial<Record<ErrorCode, LogInOutcome>>> = {
  bad_credentials: 'refused',
  forbidden: 'refused',
  conflict: 'refused',
  too_many_requests: 'limited',
  unavailable: 'unavailable',
}
