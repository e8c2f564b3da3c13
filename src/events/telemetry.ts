/** Where an event comes from: a change of the store, a producer outside, a test of one integration. */
export type Origin = 'store' | 'outside' | 'test'

/** A traced stretch of accepting events; it ends with what went wrong, null when nothing did. */
export type AcceptSpan = { traceparent: string; end(error: unknown): void }

/** Whom this room tells of its work; figures and traces are made of it. Nothing here may throw. */
export type EventTelemetry = {
  /** Events were committed. */
  accepted(origin: Origin, events: number): void
  /** Events came again under a known key and were not stored again. */
  repeated(events: number): void
  /** A statement that published events shared has committed, `seconds` after it was begun. */
  ingested(events: number, seconds: number): void
  /** Starts a span under the parent's trace context, or a new trace without one; null when nobody traces. */
  accepting(origin: Origin, events: number, parent: string | null): AcceptSpan | null
  /** The trace context of the request that is being handled; null when it has none. */
  traceparent(): string | null
}

export const noEventTelemetry: EventTelemetry = {
  accepted() {},
  repeated() {},
  ingested() {},
  accepting: () => null,
  traceparent: () => null,
}

/** Accepts events within a span of their own. `work` is given the trace context that they are stored with. */
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
