import type { ErrorResponse } from './generated/schema.ts'

/** One problem of a request; `source` locates it in the body, the query or the headers. */
export type Problem = ErrorResponse['errors'][number]

type Facts = {
  status: number
  problems: readonly Problem[]
  requestId: string | null
  retryAfterSeconds: number | null
}

/**
 * Thrown if Tidings rejects a request or cannot serve it. Contains the response, and only the method and path of the
 * request, so that logging it reveals no secret, token or personal data.
 */
export class TidingsError extends Error {
  override readonly name = 'TidingsError'
  readonly status: number
  /** Stable title for programs: `Not Found`, `Validation Error`, … */
  readonly title: string
  /** All problems; empty if the response came from a proxy instead of Tidings. */
  readonly problems: readonly Problem[]
  /** Identifies the request in the server's log. */
  readonly requestId: string | null
  /** Delay that the server requests, in seconds, or null. */
  readonly retryAfterSeconds: number | null

  constructor(request: string, { status, problems, requestId, retryAfterSeconds }: Facts) {
    const title = problems[0]?.title ?? `HTTP ${status}`
    const details = problems.map(({ detail, source }) => (source?.pointer ? `${detail} (${source.pointer})` : detail))
    super([`${request}: ${status} ${title}`, ...details].join('\n  '))
    this.status = status
    this.title = title
    this.problems = problems
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** JSON Pointers to the invalid members of the body. */
  get pointers(): string[] {
    return this.problems.flatMap(({ source }) => source?.pointer ?? [])
  }
}

/** `body` is the parsed body of the response. */
export function errorOf(request: string, response: Response, body: unknown): TidingsError {
  return new TidingsError(request, {
    status: response.status,
    problems: isErrorResponse(body) ? body.errors : [],
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: retryAfterSeconds(response),
  })
}

/** Parses `Retry-After`, which is a number of seconds or a date. */
export function retryAfterSeconds({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
}
