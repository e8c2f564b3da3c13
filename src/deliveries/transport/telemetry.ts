/** The outcome of references: see `tidings_transport_references_total`. */
export type ReferenceOutcome = 'published' | 'dropped' | 'taken' | 'gone' | 'crowded'

/** Callbacks from which metrics are derived. They must not throw. */
export type TransportTelemetry = { passed(outcome: ReferenceOutcome, references: number): void }

/** The connections of the process to the broker, by state. */
export type TransportState = { up: number; down: number }

export const noTransportTelemetry: TransportTelemetry = { passed() {} }
