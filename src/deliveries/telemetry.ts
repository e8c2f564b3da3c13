import type { DueJob } from '../events/jobs.ts'
import type { Integration } from '../integrations/integration.ts'
import type { Reply, Verdict } from './attempt.ts'
import type { Settlement } from './jobs/settle.ts'

/** A traced attempt. `traceparent` is the trace context that the receiver is given. */
export type AttemptSpan = { traceparent: string; end(reply: Reply, verdict: Verdict): void }

/** Whom this room tells of its work; figures and traces are made of it. Nothing here may throw. */
export type DeliveryTelemetry = {
  /** Ends of leases were written together, which took so many seconds. */
  settled(settlements: readonly Settlement[], seconds: number): void
  /** Dead workers were found, and so many of their leases freed. */
  swept(workers: number, leases: number): void
  /** Leases were freed because they had run out. */
  expired(leases: number): void
  /** Jobs were cancelled without another attempt, because their integration is disabled or deleted. */
  cancelled(jobs: number): void
  /** Starts a span in the event's trace; null when nobody traces. */
  attempting(job: DueJob, integration: Integration): AttemptSpan | null
}

/** What a worker is doing at the moment. */
export type WorkerState = {
  /** Jobs held in memory that have not started. */
  waiting: number
  in_flight: number
  /** Ends of attempts that are not written yet. */
  unsettled: number
  /** Integrations that get one attempt at a time. */
  probing: number
  /** Milliseconds since the epoch. */
  beaten_at: number
}

export const noDeliveryTelemetry: DeliveryTelemetry = {
  settled() {},
  swept() {},
  expired() {},
  cancelled() {},
  attempting: () => null,
}
