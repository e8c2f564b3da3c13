import type { LeasedJob } from '../events/jobs.ts'
import type { EnabledIntegration } from '../integrations/integration.ts'
import type { Reply, Verdict } from './attempt.ts'
import type { Cancelled } from './jobs/cancel.ts'
import type { Settlement } from './jobs/settle.ts'

/** A traced attempt. `traceparent` is the trace context for the receiver. */
export type AttemptSpan = { traceparent: string; end(reply: Reply, verdict: Verdict): void }

/** Callbacks for metrics and traces. They must not throw. */
export type DeliveryTelemetry = {
  /** Settlements were written by one statement, in `seconds`. */
  settled(settlements: readonly Settlement[], seconds: number): void
  /** The database rejected the values of settlements, which were then written without the texts of their logs. */
  settlementsRejected(settlements: number): void
  /** Dead workers were found, and their leases freed. */
  swept(workers: number, leases: number): void
  /** Expired leases were freed. */
  expired(leases: number): void
  /** Jobs were cancelled without another attempt, because their integration is disabled or deleted. */
  cancelled(cancelled: Cancelled): void
  /** An alert message was sent, or failed. */
  alertSent(channel: string, outcome: 'sent' | 'failed'): void
  /** Starts a span in the event's trace; null if tracing is off. */
  attempting(job: LeasedJob, integration: EnabledIntegration): AttemptSpan | null
}

/** Current state of a worker, for metrics. */
export type WorkerState = {
  /** Jobs in memory that have not started. */
  waiting: number
  in_flight: number
  /** Attempts that have ended and are not settled yet. */
  unsettled: number
  /** Milliseconds for which the oldest settlement could not be written; 0 if there is none. */
  unsettled_for_ms: number
  probing: number
  /** Last heartbeat, in milliseconds since the epoch. */
  heartbeat_at: number
}

export const noDeliveryTelemetry: DeliveryTelemetry = {
  settled() {},
  settlementsRejected() {},
  swept() {},
  expired() {},
  cancelled() {},
  alertSent() {},
  attempting: () => null,
}
