/** What became of references: see `tidings_transport_references_total`. */
export type ReferenceOutcome = 'published' | 'dropped' | 'taken' | 'gone' | 'crowded'

/** Whom the transport tells of its work. Nothing here may throw. */
export type TransportTelemetry = { passed(outcome: ReferenceOutcome, references: number): void }

/** How many of the connections that the process keeps to the broker there are at the moment. */
export type TransportState = { up: number; down: number }

export const noTransportTelemetry: TransportTelemetry = { passed() {} }
