import { AppError, type ErrorCode } from '../kernel/errors.ts'

/** Outcome of a log-in request. A log-in with a second factor has two requests. */
export type LogInOutcome = 'succeeded' | 'second_factor' | 'organization' | 'refused' | 'limited' | 'unavailable'

/** Callbacks from which metrics of people are derived. They must not throw. */
export type PeopleTelemetry = {
  loggedIn(outcome: LogInOutcome): void
}

export const noPeopleTelemetry: PeopleTelemetry = { loggedIn() {} }

/** Counts the outcome of a log-in; malformed requests are not counted. */
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
