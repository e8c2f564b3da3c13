import { isUnreachable } from '../db/unreachable.ts'
import { AppError, type Problem } from '../kernel/errors.ts'

/** What to tell a person about an error: a sentence or a few, without a stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof AppError) return error.problems.map(describeProblem).join('\n')
  if (isUnreachable(error)) return `The database cannot be reached: ${messageOf(error)}.`
  return messageOf(error)
}

/** A problem and where it is, if it says. */
export function describeProblem({ detail, pointer, parameter, header }: Problem): string {
  const place = pointer ?? parameter ?? header
  return place === undefined || place === '' ? detail : `${detail} (${place})`
}

// An error of several addresses tried in vain has no message of its own.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && 'path' in error && error.code === 'ENOENT') return `There is no file ${error.path}.`
  return error.message || error.name
}
