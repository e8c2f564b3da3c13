import { isUnreachable } from '../db/unreachable.ts'
import { AppError, type Problem } from '../kernel/errors.ts'

export function describeFailure(error: unknown): string {
  if (error instanceof AppError) return error.problems.map(describeProblem).join('\n')
  if (isUnreachable(error)) return `Cannot connect to the database: ${messageOf(error)}.`
  return messageOf(error)
}

export function describeProblem({ detail, pointer, parameter, header }: Problem): string {
  const source = pointer ?? parameter ?? header
  return source === undefined || source === '' ? detail : `${detail} (${source})`
}

/**
 * Returns the message of a thrown value. An AggregateError, as of failed connections to several addresses, has no
 * message of its own.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'path' in error && 'code' in error && error.syscall === 'mkdir')
    return `The folder ${error.path} cannot be created (${error.code}): check that no file is in its way, and that this user may write there.`
  if ('code' in error && 'path' in error && error.code === 'ENOENT') return `File not found: ${error.path}`
  return error.message || error.name
}
