import type { NewEvent } from '../event-types/event.ts'
import type { Owner } from '../kernel/owner.ts'

/** Where an event comes from: a change of the store, another system, a test of one integration. */
export type Origin = 'store' | 'outside' | 'test'

/** A span of accepting events; it ends with the error, or null. */
export type AcceptSpan = { traceparent: string; end(error: unknown): void }

/** Callbacks from which metrics and traces are derived. They must not throw. */
export type EventTelemetry = {
  /** Events of these owners were committed, one of each. */
  accepted(origin: Origin, owners: readonly Owner[]): void
  /** Events of the store itself were committed. */
  recorded(events: readonly NewEvent[]): void
  /** Events were repeated under a known key and not stored again. */
  repeated(events: number): void
  /** A statement with published events has committed, in `seconds`. */
  ingested(events: number, seconds: number): void
  /** Filters of integrations kept events back; one for each event and integration. */
  filtered(events: number): void
  /** Starts a span under the parent's trace context, or a new trace without one; null when tracing is off. */
  accepting(origin: Origin, events: number, parent: string | null): AcceptSpan | null
  /** The trace context of the request that is being handled; null when it has none. */
  traceparent(): string | null
}

export const noEventTelemetry: EventTelemetry = {
  accepted() {},
  recorded() {},
  repeated() {},
  ingested() {},
  filtered() {},
  accepting: () => null,
  traceparent: () => null,
}

/** Accepts events within a separate span. `work` gets the trace context that they are stored with. */
export async function traced<T>(
  telemetry: EventTelemetry,
  { origin, events, parent }: { origin: Origin; events: number; parent: string | null },
  work: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const span = telemetry.accepting(origin, events, parent)
  if (span === null) return work(parent)
  try {
    const result = await work(span.traceparent)
    span.end(null)
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
