import type { EnabledIntegration } from '../../integrations/integration.ts'
import { traceIdOf } from '../../kernel/traceparent.ts'
import type { AttemptLog, Settlement } from '../jobs/settle.ts'

/** Log line of one attempt. Identifies the attempt and contains no secrets. */
export function attemptLine({ job, next }: Settlement, log: AttemptLog, integration: EnabledIntegration | undefined) {
  const { event } = job
  return {
    event_id: event.id,
    job_id: job.id,
    integration_id: job.integration_id,
    organization_id: event.organization_id,
    store_id: event.store_id,
    triggered_by: job.triggered_by,
    kind: log.kind,
    place: integration?.endpoint ?? null,
    attempt: job.attempt,
    outcome: next.status === 'pending' ? 'retrying' : next.status,
    status: log.status_code,
    ms: Math.round(log.processing_time * 10_000) / 10,
    ...(log.error_detail !== null && { detail: log.error_detail }),
    ...(log.no_response_reason !== null && { reason: log.no_response_reason }),
    ...(next.status === 'pending' && { next_at: new Date(next.next_at).toISOString() }),
    ...(event.traceparent !== null && { trace_id: traceIdOf(event.traceparent) }),
  }
}
