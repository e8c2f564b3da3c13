/**
 * Every error of the API: its HTTP status, its public title, and when it occurs. docs/errors.md is generated from this.
 */
export const errorCatalog = {
  malformed_body: {
    status: 400,
    title: 'Malformed Body',
    when: 'The body cannot be parsed, or is not a token request.',
  },
  malformed_query: {
    status: 400,
    title: 'Bad Request',
    when: 'A filter, sort, page or other query parameter is invalid, or the path cannot be decoded.',
  },
  malformed_header: {
    status: 400,
    title: 'Bad Request',
    when: 'A request header is invalid, or the request is not valid HTTP.',
  },
  store_needed: {
    status: 400,
    title: 'Store Needed',
    when: 'The token belongs to an organization, and `X-Store-Id` does not name the store to act on.',
  },
  bad_credentials: {
    status: 401,
    title: 'Invalid Credentials',
    when: 'A token request has an unknown or revoked key, a wrong secret, an unknown user, or a wrong password or one-time password.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unable to validate access token',
    when: 'The access token, or a customer or account token sent with it, is missing, invalid or expired, or its key is revoked.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    when: 'The access token is valid, but does not permit the request; or what it would change is built in.',
  },
  not_found: {
    status: 404,
    title: 'Not Found',
    when: 'The route or resource does not exist, the resource belongs to another store or organization, or its id is not a UUID.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    when: 'The route does not support the method. The header `Allow` lists the supported methods.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not Acceptable',
    when: 'The route responds with a stream of events, which the header `Accept` does not name.',
  },
  request_timeout: { status: 408, title: 'Request Timeout', when: 'The request took too long to arrive.' },
  conflict: {
    status: 409,
    title: 'Conflict',
    when: 'The version in `If-Match` is stale, or the state of the resource does not allow the request.',
  },
  response_erased: {
    status: 410,
    title: 'Idempotent Response Erased',
    when: 'The request with this `Idempotency-Key` succeeded, but its response was erased because it contained personal data. Nothing is repeated; read the resource instead.',
  },
  too_large: {
    status: 413,
    title: 'Payload Too Large',
    when: 'The body is larger than the route accepts, or has more than 200,000 members and items.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    when: 'The route does not accept the `Content-Type` of the body.',
  },
  invalid: {
    status: 422,
    title: 'Validation Error',
    when: 'The body is invalid. There is one entry per problem, with a pointer to it.',
  },
  key_reused: {
    status: 422,
    title: 'Idempotency Key Reused',
    when: 'The `Idempotency-Key` was used before with another body or for another operation.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too Many Requests',
    when: 'A key, shopper or network address exceeds its rate limit, the backlog of the store is too large, too many attempts to log in or to get a token failed, or too many new tokens were requested. `Retry-After` says how long to wait.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    when: 'The request line and headers are larger than 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'Internal Server Error',
    when: 'Internal error. Search the log of the server for the `request_id`.',
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    when: 'The database is unreachable, read-only, or out of space or connections; concurrent transactions prevented the request repeatedly; too many passwords wait to be hashed; or the dashboard has not been built. `Retry-After` says how long to wait.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalog

/** One mistake in a request: a public sentence, and where the mistake is if known. */
export type Problem = {
  detail: string
  /** JSON pointer into the request body. */
  pointer?: string
  parameter?: string
  header?: string
}

/** A rejected request. `problems` are public; `cause` is private and only logged. */
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

/** No route matches the path. If a route matches but its resource is missing, throw `notFound` instead. */
export function routeNotFound(): AppError {
  return new AppError('not_found', [{ detail: 'Route not found.' }])
}

/** The body parses but breaks a rule. Each problem has a JSON pointer. */
export function invalid(problems: readonly Problem[]): AppError {
  return new AppError('invalid', problems)
}

export function badQuery(parameter: string, detail: string): AppError {
  return new AppError('malformed_query', [{ detail, parameter }])
}
