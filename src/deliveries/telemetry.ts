import type { LeasedJob } from '../events/jobs.ts'
import type { EnabledIntegration } from '../integrations/integration.ts'
import type { Reply, Verdict } from './attempt.ts'
import type { Cancelled } from './jobs/cancel.ts'
import type { Settlement } from './jobs/settle.ts'

/** A traced attempt. `traceparent` is the trace context that the receiver gets. */
export type AttemptSpan = { traceparent: string; end(reply: Reply, verdict: Verdict): void }

/** Callbacks from which metrics and traces are derived. They must not throw. */
export type DeliveryTelemetry = {
  /** Settlements were written by one statement, in `seconds`. */
  settled(settlements: readonly Settlement[], seconds: number): void
  /** The database refused the values of this many settlements, which were written without the texts of their logs. */
  settlementsRefused(settlements: number): void
  /** Dead workers were found, and their leases freed. */
  swept(workers: number, leases: number): void
  /** Leases were freed because they had expired. */
  expired(leases: number): void
  /** Jobs were cancelled without another attempt, because their integration is disabled or deleted. */
  cancelled(cancelled: Cancelled): void
  /** A message of an alert was sent, or could not be. */
  alertSent(channel: string, outcome: 'sent' | 'failed'): void
  /** Starts a span in the event's trace; null when tracing is off. */
  attempting(job: LeasedJob, integration: EnabledIntegration): AttemptSpan | null
}

/** What a worker is doing at the moment. */
export type WorkerState = {
  /** Jobs held in memory that have not started. */
  waiting: number
  in_flight: number
  /** Attempts that have ended and are not settled yet. */
  unsettled: number
  /** Milliseconds for which one of them could not be written; 0 without one. */
  unsettled_for_ms: number
  /** Integrations that get one attempt at a time. */
  probing: number
  /** Milliseconds since the epoch. */
  beaten_at: number
}

export const noDeliveryTelemetry: DeliveryTelemetry = {
  settled() {},
  settlementsRefused() {},
  swept() {},
  expired() {},
  cancelled() {},
  alertSent() {},
  attempting: () => null,
}
