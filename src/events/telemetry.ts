import type { NewEvent } from '../event-types/event.ts'
import type { Owner } from '../kernel/owner.ts'

/** Origin of an event: a change of the store, another system, or a test of one integration. */
export type Origin = 'store' | 'outside' | 'test'

/** Span of accepting events; ends with the error, or null. */
export type AcceptSpan = { traceparent: string; end(error: unknown): void }

/** Callbacks for metrics and traces. They must not throw. */
export type EventTelemetry = {
  /** Events were committed; `owners` has the owner of each event. */
  accepted(origin: Origin, owners: readonly Owner[]): void
  /** Events of the store itself were committed. */
  recorded(events: readonly NewEvent[]): void
  /** Events were repeated under an existing key and not stored again. */
  repeated(events: number): void
  /** A statement with published events was committed, in `seconds`. */
  ingested(events: number, seconds: number): void
  /** Filters excluded events, counted once per event and integration. */
  filtered(events: number): void
  /** Starts a span under the parent's trace context, or a new trace without a parent; null if tracing is off. */
  accepting(origin: Origin, events: number, parent: string | null): AcceptSpan | null
  /** Trace context of the current request; null if there is none. */
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

/** Accepts events within a span. `work` receives the trace context to store with the events. */
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
