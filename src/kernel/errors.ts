/** Every way a request can be refused: the status that answers it and its public title. */
export const errorCatalogue = {
  malformed_body: { status: 400, title: 'Malformed Body' },
  malformed_query: { status: 400, title: 'Bad Request' },
  malformed_header: { status: 400, title: 'Bad Request' },
  store_needed: { status: 400, title: 'Store Needed' },
  bad_credentials: { status: 401, title: 'Invalid Credentials' },
  unauthenticated: { status: 401, title: 'Unable to validate access token' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  request_timeout: { status: 408, title: 'Request Timeout' },
  conflict: { status: 409, title: 'Conflict' },
  too_large: { status: 413, title: 'Payload Too Large' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  invalid: { status: 422, title: 'Validation Error' },
  too_many_requests: { status: 429, title: 'Too Many Requests' },
  headers_too_large: { status: 431, title: 'Request Header Fields Too Large' },
  internal: { status: 500, title: 'Internal Server Error' },
  unavailable: { status: 503, title: 'Service Unavailable' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** One thing that is wrong: a public sentence, and where it is wrong if a place can be named. */
export type Problem = {
  detail: string
  /** JSON pointer into the request body. */
  pointer?: string
  /** Name of a query parameter. */
  parameter?: string
  /** Name of a request header. */
  header?: string
}

/** A refused request. `problems` is public; `cause` is private and only logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    problems: readonly Problem[],
    options: { cause?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(problems.map((problem) => problem.detail).join('; '), { cause: options.cause })
    this.code = code
    this.problems = problems
    this.headers = options.headers ?? {}
  }
}

export function notFound(what: string): AppError {
  return new AppError('not_found', [{ detail: `The ${what} could not be found.` }])
}

/** A body that parses but breaks a rule; every problem carries its JSON pointer. */
export function invalid(problems: readonly Problem[]): AppError {
  return new AppError('invalid', problems)
}

export function badQuery(parameter: string, detail: string): AppError {
  return new AppError('malformed_query', [{ detail, parameter }])
}
