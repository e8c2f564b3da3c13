import { describeProblem, messageOf } from '../../tool/failure.ts'
import { ApiError } from '../api-error.ts'

export class InvalidLine extends Error {}

/** True if the error affects only this record. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 409, 413, 422].includes(error.status)
}

export function reasonOf({ problems, status }: ApiError): string {
  const reason = problems.map(describeProblem).join(' ')
  return reason === '' ? `The API returned ${status}.` : reason
}

/** Throws `InvalidLine`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidLine(`Invalid JSON: ${messageOf(error)}.`)
  }
}
