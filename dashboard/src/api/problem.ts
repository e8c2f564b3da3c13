import type { ErrorResponse } from '../generated/schema.ts'

export type ProblemDetail = ErrorResponse['errors'][number]

type Facts = {
  status: number
  details: readonly ProblemDetail[]
  request_id: string | null
  retry_after: number | null
  /** Requested URL. */
  url?: string
}

/** Error response of the API. `status` 0 means that the API could not be reached. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** Empty when the response came from a proxy rather than from Tidings. */
  readonly details: readonly ProblemDetail[]
  /** Identifies the request in the server log. */
  readonly requestId: string | null
  /** Requested path of the API, without its query. */
  readonly path: string
  /** Last segment of the requested path: the id when a single resource was requested. */
  readonly requested: string
  /** Earliest time of a retry, in milliseconds since 1970. */
  readonly retryAt: number | null

  constructor({ status, details, request_id, retry_after, url = '' }: Facts) {
    super(details.map(({ detail, title }) => detail ?? title).join(' ') || unexplained(status))
    this.status = status
    this.details = details
    this.requestId = request_id
    this.path = /\/v2\/[^?#]*/.exec(url)?.[0] ?? ''
    this.requested = decodeURIComponent(/([^/?#]*)(?:[?#]|$)/.exec(url)?.[1] ?? '')
    this.retryAt = retry_after === null ? null : Date.now() + retry_after * 1000
  }

  /** True if the resource does not exist, or not in this store. */
  get isGone(): boolean {
    return this.status === 404
  }

  /** True if a password or a code was wrong. The access token is still good. */
  get isOfCredentials(): boolean {
    return this.status === 401 && this.details.some(({ title }) => title === 'Invalid Credentials')
  }

  /** True if the query parameter `force` makes the same request succeed. */
  get canBeForced(): boolean {
    return this.details.some(({ source }) => source?.parameter === 'force')
  }

  /** True if the resource was changed after the version that the request expects. */
  get isStaleVersion(): boolean {
    return this.status === 409 && this.details.some(({ source }) => source?.header === 'If-Match')
  }

  /** Messages about one member of the body, found by its JSON pointer. */
  at(pointer: string): string[] {
    return this.details.flatMap(({ source, detail, title }) => (source?.pointer === pointer ? [detail ?? title] : []))
  }
}

/** Failure of the browser, with a message for the person. */
export class BrowserRefusal extends Error {
  override readonly name = 'BrowserRefusal'
}

/** Parses an error response. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  const details = isErrorResponse(body) ? body.errors : []
  const { url } = response
  const retry_after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Problem({
    status: response.status,
    details,
    request_id: response.headers.get('x-request-id'),
    retry_after: Number.isFinite(retry_after) ? retry_after : null,
    url,
  })
}

export function unreachable(): Problem {
  return new Problem({ status: 0, details: [], request_id: null, retry_after: null })
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
}

function unexplained(status: number): string {
  return status === 0 ? 'Tidings cannot be reached.' : `The server responded with status ${status}.`
}
