import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Problem } from '../kernel/errors.ts'
import { describeProblem } from '../tool/failure.ts'

export class ApiError extends Error {
  readonly status: number
  readonly problems: readonly Problem[]
  /** Seconds from the header Retry-After. */
  readonly retry_after: number | null

  constructor(status: number, problems: readonly Problem[], retry_after: number | null = null) {
    const sentences = problems.map(describeProblem)
    super(`The API returned ${status}${sentences.length === 0 ? '.' : `: ${sentences.join('\n  ')}`}`)
    this.status = status
    this.problems = problems
    this.retry_after = retry_after
  }
}

const Errors = Type.Object({
  errors: Type.Array(
    Type.Object({
      title: Type.Optional(Type.String()),
      detail: Type.Optional(Type.String()),
      source: Type.Optional(Type.Object({ pointer: Type.Optional(Type.String()) })),
    }),
  ),
})

export function toApiError({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): ApiError {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  const retry_after = Number.isNaN(seconds) ? null : seconds
  if (!Value.Check(Errors, body)) return new ApiError(status, [], retry_after)
  const problems = body.errors.map(({ title, detail, source }) => ({
    detail: detail ?? title ?? '',
    ...(source?.pointer !== undefined && { pointer: source.pointer }),
  }))
  return new ApiError(status, problems, retry_after)
}
