import { Counter, type Registry } from 'prom-client'
import type { ReferenceOutcome, TransportTelemetry } from '../deliveries/transport/telemetry.ts'

const OUTCOMES = ['published', 'dropped', 'taken', 'gone', 'crowded'] as const satisfies readonly ReferenceOutcome[]

/** What goes through the broker. */
export function transporting(registry: Registry): TransportTelemetry {
  const references = new Counter({
    name: 'tidings_transport_references_total',
    help:
      'References of new jobs: `published` (the broker has confirmed them) or `dropped` because it is away or slow; on the ' +
      'other side `taken` (the job was leased), `gone` (somebody else had it) or `crowded` (no room here, left in the table).',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of OUTCOMES) references.inc({ outcome }, 0)
  return { passed: (outcome, count) => references.inc({ outcome }, count) }
}
