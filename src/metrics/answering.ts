import { Counter, Histogram, type Registry } from 'prom-client'
import { STATEMENT_SECONDS } from './buckets.ts'

export type Answering = {
  /** A request was answered. `operation` is its operation's id, null when there is none; time in seconds. */
  answered(operation: string | null, status: number, seconds: number): void
}

const PUBLISH = 'PublishEvents'
/** Why publishing is refused, by the status that says it. */
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

/** What the API answers. Operations and statuses are closed sets. */
export function answering(registry: Registry): Answering {
  const requests = new Counter({
    name: 'tidings_http_requests_total',
    help: 'Requests that the API has answered, by operation (`none` for unknown addresses) and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'tidings_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  })
  const refused = new Counter({
    name: 'tidings_publish_requests_refused_total',
    help: 'Requests to publish events that were refused, with all the events in them.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of [...Object.values(REASONS), 'other']) refused.inc({ reason }, 0)
  return {
    answered(operation, status, seconds) {
      const name = operation ?? 'none'
      requests.inc({ operation: name, status: String(status) })
      durations.observe({ operation: name }, seconds)
      if (name === PUBLISH && status >= 400) refused.inc({ reason: REASONS[status] ?? 'other' })
    },
  }
}
