/** Every way a request can be refused: the status that answers it, its public title, and when. docs/errors.md is made of this. */
export const errorCatalogue = {
  malformed_body: { status: 400, title: 'Malformed Body', when: 'The body cannot be parsed, or is no token request.' },
  malformed_query: {
    status: 400,
    title: 'Bad Request',
    when: 'A filter, sort, page or other query parameter is wrong, or the path cannot be read.',
  },
  malformed_header: {
    status: 400,
    title: 'Bad Request',
    when: 'A request header is wrong, or the request is no HTTP.',
  },
  store_needed: {
    status: 400,
    title: 'Store Needed',
    when: 'The token is of an organization and `X-Store-Id` does not name the store to act on.',
  },
  bad_credentials: {
    status: 401,
    title: 'Invalid Credentials',
    when: 'A token is asked for with an unknown key, a wrong secret, a revoked key, an unknown user or a wrong password; or a one-time password is wrong.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unable to validate access token',
    when: 'The access token is missing, wrong or expired, or its key was revoked; or a customer token or account token beside it is.',
  },
  forbidden: { status: 403, title: 'Forbidden', when: 'The access token is good, but lacks the right.' },
  not_found: {
    status: 404,
    title: 'Not Found',
    when: 'It does not exist, is not of this store or organization, or its id is not a UUID.',
  },
  method_not_allowed: { status: 405, title: 'Method Not Allowed', when: 'The address does not know the method.' },
  request_timeout: { status: 408, title: 'Request Timeout', when: 'The request took too long to arrive.' },
  conflict: {
    status: 409,
    title: 'Conflict',
    when: 'The version that `If-Match` names is stale, or the state of the thing forbids what was asked.',
  },
  response_erased: {
    status: 410,
    title: 'Idempotent Response Erased',
    when: 'The request with this `Idempotency-Key` was done, and its answer told of a person whose data has been erased since. Nothing is done again; read the resource instead.',
  },
  too_large: { status: 413, title: 'Payload Too Large', when: 'The body is larger than this address takes.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    when: 'The `Content-Type` of the body is not one that this address takes.',
  },
  invalid: {
    status: 422,
    title: 'Validation Error',
    when: 'The body breaks a rule; one entry for each problem, with a pointer to it.',
  },
  key_reused: {
    status: 422,
    title: 'Idempotency Key Reused',
    when: 'The `Idempotency-Key` was sent before with another body or to another address.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too Many Requests',
    when: 'The key, the shopper or the network address is over its rate limit, too many events wait to be stored, too many attempts to log in or to get a token have failed, or too many new tokens were asked for. `Retry-After` says how long to wait.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    when: 'Request line and headers are larger than 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'Internal Server Error',
    when: 'Internal error. `request_id` finds it in its log.',
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    when: 'The database cannot be reached at the moment, takes no writes, lacks space or connections, other requests were in the way each time, or too many passwords wait to be hashed. `Retry-After` says how long to wait.',
  },
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
