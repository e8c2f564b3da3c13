import type { ErrorResponse } from '../generated/schema.ts'

export type ProblemDetail = ErrorResponse['errors'][number]

type Facts = {
  status: number
  details: readonly ProblemDetail[]
  request_id: string | null
  retry_after: number | null
  /** What was requested. */
  url?: string
}

/** What the API said when it refused a request or could not serve it. `status` 0: it could not be reached. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** Empty when the response came from a proxy rather than from Tidings. */
  readonly details: readonly ProblemDetail[]
  /** Identifies the request in the log of the server. */
  readonly requestId: string | null
  /** The last part of the address that was requested: of one thing, its id. */
  readonly requested: string
  /** When it may be tried again, in milliseconds since 1970. */
  readonly retryAt: number | null

  constructor({ status, details, request_id, retry_after, url = '' }: Facts) {
    super(details.map(({ detail, title }) => detail ?? title).join(' ') || unexplained(status))
    this.status = status
    this.details = details
    this.requestId = request_id
    this.requested = decodeURIComponent(/([^/?#]*)(?:[?#]|$)/.exec(url)?.[1] ?? '')
    this.retryAt = retry_after === null ? null : Date.now() + retry_after * 1000
  }

  /** What was requested is not there, or not for this store. */
  get isGone(): boolean {
    return this.status === 404
  }

  /** What was sent to prove who one is was wrong: a password, a code. The access token is good. */
  get isOfCredentials(): boolean {
    return this.status === 401 && this.details.some(({ title }) => title === 'Invalid Credentials')
  }

  /** The sentences about one member of the body, by its JSON pointer; those below it too. */
  at(pointer: string): string[] {
    return this.details.flatMap(({ source, detail, title }) => (source?.pointer === pointer ? [detail ?? title] : []))
  }
}

/** What the browser did not do, in words for the person. */
export class BrowserRefusal extends Error {
  override readonly name = 'BrowserRefusal'
}

/** Reads an unsuccessful response. */
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
