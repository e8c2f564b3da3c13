import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError, errorCatalog, notFound, type Problem, routeNotFound } from '../kernel/errors.ts'
import type { ErrorResponse } from './error-response.ts'

type Refusal = { status: number; headers: Record<string, string>; body: ErrorResponse }

/** The response to an error. Only bodies of internal errors contain `request_id`. */
export function refusal(error: AppError, request_id: string): Refusal {
  const { status, title } = errorCatalog[error.code]
  const own = error.code === 'internal' ? { request_id } : {}
  return {
    status,
    headers: { ...(status === 401 ? { 'www-authenticate': 'Bearer realm="tidings"' } : {}), ...error.headers },
    body: { errors: error.problems.map((problem) => ({ status, title, ...present(problem), ...own })) },
  }
}

function present({ detail, ...source }: Problem): { detail: string; source?: Omit<Problem, 'detail'> } {
  return Object.keys(source).length === 0 ? { detail } : { detail, source }
}

/** True if an error means that the database or another dependency is temporarily unavailable. */
export type IsUnavailable = (error: unknown) => boolean

/** Maps an error to the error catalog. Unexpected errors become `internal`, with their cause. */
export function toAppError(error: unknown, request: FastifyRequest, isUnavailable: IsUnavailable): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return unavailable(error)
  const status = statusOf(error)
  if (status < 500) return ofFramework(error as FastifyError, status, request)
  const detail = 'Internal error. Quote the request id when you report it.'
  return new AppError('internal', [{ detail }], { cause: error })
}

function unavailable(cause: unknown): AppError {
  const detail = 'The database is temporarily unavailable. Retry the request later.'
  return new AppError('unavailable', [{ detail }], { cause, headers: { 'retry-after': '5' } })
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 ? status : 500
}

// Maps errors of the framework and its plugins.
function ofFramework(error: FastifyError, status: number, request: FastifyRequest): AppError {
  switch (status) {
    case 404:
      return routeNotFound()
    case 413:
      return new AppError('too_large', [{ detail: tooLarge(request.routeOptions.bodyLimit) }])
    case 414:
      return notFound('resource')
    case 415:
      return new AppError('unsupported_media_type', [{ detail: wrongType(request), header: 'Content-Type' }])
    default:
      return new AppError(error.code === 'FST_ERR_BAD_URL' ? 'malformed_query' : 'malformed_body', [
        { detail: `Invalid request: ${error.message}.` },
      ])
  }
}

function tooLarge(limit: number): string {
  return `The body exceeds the limit of ${limit} bytes.`
}

function wrongType(request: FastifyRequest): string {
  const accepted = request.routeOptions.schema?.consumes ?? ['application/json']
  return `The Content-Type of the body must be ${accepted.join(' or ')}.`
}
