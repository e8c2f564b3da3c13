import { AppError, type ErrorCode, type Problem } from '../../kernel/errors.ts'

/** Reasons of a rejected log-in by a provider or link to a person, for the page that a browser is redirected to. */
export const REFUSALS = [
  'cancelled',
  'not_begun',
  'invalid_response',
  'provider_refused',
  'provider_unavailable',
  'no_role',
  'no_email',
  'unverified_email',
  'similar_email',
  'has_password',
  'stale_log_in',
  'no_organization',
  'other_person',
  'last_owner',
  'error',
] as const
export type Refusal = (typeof REFUSALS)[number]

type Options = { cause?: unknown; headers?: Readonly<Record<string, string>> }

/** A rejected log-in. Its sentence is for programs and the log, its `refusal` for pages. */
export class RefusedLogIn extends AppError {
  readonly refusal: Refusal

  constructor(code: ErrorCode, refusal: Refusal, problem: Problem, options: Options = {}) {
    super(code, [problem], options)
    this.refusal = refusal
  }
}

/** Maps an error to its reason. Other conflicts are those of roles: the last owner must stay. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedLogIn) return error.refusal
  return error instanceof AppError && error.code === 'conflict' ? 'last_owner' : 'error'
}

export function otherPerson(): RefusedLogIn {
  const detail =
    'Another person has this e-mail address, or the provider knows the person by another subject. An owner can remove that person.'
  return new RefusedLogIn('conflict', 'other_person', { detail })
}
