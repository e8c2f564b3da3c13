/** Outcome of references: see `tidings_transport_references_total`. */
export type ReferenceOutcome = 'published' | 'dropped' | 'taken' | 'gone' | 'crowded'

/** Callbacks for metrics. They must not throw. */
export type TransportTelemetry = { passed(outcome: ReferenceOutcome, references: number): void }

/** Number of the process's connections to the broker, by state. */
export type TransportState = { up: number; down: number }

export const noTransportTelemetry: TransportTelemetry = { passed() {} }
