import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError, errorCatalogue, type Problem } from '../kernel/errors.ts'
import type { ErrorResponse } from './error-response.ts'

/** What a refused or failed request is answered with. */
type Refusal = { status: number; headers: Record<string, string>; body: ErrorResponse }

/** Puts a refusal into the one shape that errors have. `request_id` is shown when the fault is ours. */
export function refusal(error: AppError, request_id: string): Refusal {
  const { status, title } = errorCatalogue[error.code]
  const own = error.code === 'internal' ? { request_id } : {}
  return {
    status,
    headers: { ...(status === 401 ? { 'www-authenticate': 'Bearer realm="tidings"' } : {}), ...error.headers },
    body: { errors: error.problems.map((problem) => ({ status, title, ...present(problem), ...own })) },
  }
}

function present({ detail, ...place }: Problem): { detail: string; source?: Omit<Problem, 'detail'> } {
  return Object.keys(place).length === 0 ? { detail } : { detail, source: place }
}

/** Whether a failure means that something the service needs, its database above all, can't be used right now. */
export type IsUnavailable = (error: unknown) => boolean

/** Turns whatever was thrown into an error of the catalogue; what nobody expected becomes `internal`, with its cause. */
export function toAppError(error: unknown, request: FastifyRequest, isUnavailable: IsUnavailable): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return unavailable(error)
  const status = statusOf(error)
  if (status < 500) return ofFramework(error as FastifyError, status, request)
  const detail = 'Something went wrong on our side. Quote the request id when you ask for help.'
  return new AppError('internal', [{ detail }], { cause: error })
}

function unavailable(cause: unknown): AppError {
  const detail = 'The database of the service cannot do this at the moment. Try again soon.'
  return new AppError('unavailable', [{ detail }], { cause, headers: { 'retry-after': '5' } })
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 ? status : 500
}

// Everything that the framework or its plugins refuse by themselves.
function ofFramework(error: FastifyError, status: number, request: FastifyRequest): AppError {
  switch (status) {
    case 404:
      return new AppError('not_found', [{ detail: 'Route not found.' }])
    case 413:
      return new AppError('too_large', [{ detail: tooLarge(request.routeOptions.bodyLimit) }])
    case 414:
      return new AppError('not_found', [{ detail: 'A part of the path is too long to be an id.' }])
    case 415:
      return new AppError('unsupported_media_type', [{ detail: wrongType(request), header: 'Content-Type' }])
    default:
      return new AppError(error.code === 'FST_ERR_BAD_URL' ? 'malformed_query' : 'malformed_body', [
        { detail: `The request could not be read: ${error.message}.` },
      ])
  }
}

function tooLarge(limit: number): string {
  return `The body is larger than ${limit} bytes, the most that is taken here.`
}

function wrongType(request: FastifyRequest): string {
  const accepted = request.routeOptions.schema?.consumes ?? ['application/json']
  return `The body must be labelled with content-type ${accepted.join(' or ')}.`
}
