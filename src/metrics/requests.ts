import { Counter, Histogram, type Registry } from 'prom-client'
import { STATEMENT_SECONDS } from './buckets.ts'

export type RequestMetrics = {
  /** Reports a response. `operation` is the operation's id, null for unknown routes; time in seconds. */
  responded(operation: string | null, status: number, seconds: number): void
  /** Reports the number of unknown members that were dropped from a body. */
  droppedUnknown(operation: string | null, members: number): void
}

const PUBLISH = 'PublishEvents'
/** Reasons for rejecting a publish request, by status. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
}

/** Registers metrics of API requests. Operations and statuses are closed sets. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const requests = new Counter({
    name: 'tidings_http_requests_total',
    help: 'Requests that the API has responded to, by operation (`none` for unknown routes) and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'tidings_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  })
  const refused = new Counter({
    name: 'tidings_publish_requests_refused_total',
    help: 'Requests to publish events that were refused; none of their events were stored.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const unknown = new Counter({
    name: 'tidings_http_unknown_members_total',
    help: 'Unknown members of bodies that were dropped, by operation; only of stores whose setting `unknown_members` is `report`.',
    labelNames: ['operation'],
    registers: [registry],
  })
  unknown.inc({ operation: 'none' }, 0)
  for (const reason of [...Object.values(REASONS), 'other']) refused.inc({ reason }, 0)
  return {
    responded(operation, status, seconds) {
      const name = operation ?? 'none'
      requests.inc({ operation: name, status: String(status) })
      durations.observe({ operation: name }, seconds)
      if (name === PUBLISH && status >= 400) refused.inc({ reason: REASONS[status] ?? 'other' })
    },
    droppedUnknown: (operation, members) => unknown.inc({ operation: operation ?? 'none' }, members),
  }
}
