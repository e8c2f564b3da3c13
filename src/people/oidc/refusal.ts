import { AppError, type ErrorCode, type Problem } from '../../kernel/errors.ts'

/** Why a log-in by a provider, or its link to a person, was refused, for the page that a browser comes to. */
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

/** A log-in that was refused. Its sentence is for programs and for the log, its `refusal` for pages. */
export class RefusedLogIn extends AppError {
  readonly refusal: Refusal

  constructor(code: ErrorCode, refusal: Refusal, problem: Problem, options: Options = {}) {
    super(code, [problem], options)
    this.refusal = refusal
  }
}

/** The only conflict of a log-in that is not its own is that of roles: the last owner stays. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedLogIn) return error.refusal
  return error instanceof AppError && error.code === 'conflict' ? 'last_owner' : 'error'
}

export function otherPerson(): RefusedLogIn {
  const detail =
    'Another person has this e-mail address, or the provider knows the person by another subject. An owner can remove that person.'
  return new RefusedLogIn('conflict', 'other_person', { detail })
}
