import { Counter, type Registry } from 'prom-client'
import type { ReferenceOutcome, TransportTelemetry } from '../deliveries/transport/telemetry.ts'

const OUTCOMES = ['published', 'dropped', 'taken', 'gone', 'crowded'] as const satisfies readonly ReferenceOutcome[]

export function transporting(registry: Registry): TransportTelemetry {
  const references = new Counter({
    name: 'tidings_transport_references_total',
    help:
      'References of new jobs: `published` (confirmed by the broker) or `dropped` because the broker is unavailable or slow; ' +
      'in a worker `taken` (the job was leased), `gone` (another worker had it) or `crowded` (no capacity, left in the table).',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of OUTCOMES) references.inc({ outcome }, 0)
  return { passed: (outcome, count) => references.inc({ outcome }, count) }
}
