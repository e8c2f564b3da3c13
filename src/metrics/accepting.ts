import { Counter, Histogram, type Registry } from 'prom-client'
import type { EventTelemetry, Origin } from '../events/telemetry.ts'
import { BATCH_SIZES, STATEMENT_SECONDS } from './buckets.ts'

export type Accepting = Pick<EventTelemetry, 'accepted' | 'repeated' | 'ingested' | 'filtered'>

const ORIGINS = ['store', 'outside', 'test'] as const satisfies readonly Origin[]

export function accepting(registry: Registry): Accepting {
  const registers = [registry]
  const accepted = new Counter({
    name: 'tidings_events_accepted_total',
    help: 'Events committed, by origin: a change of the `store`, another system (`outside`), or a `test` of an integration.',
    labelNames: ['origin'],
    registers,
  })
  const repeated = new Counter({
    name: 'tidings_events_repeated_total',
    help: 'Published events whose id was known: the response is the first result, and they are not stored again.',
    registers,
  })
  const filtered = new Counter({
    name: 'tidings_events_filtered_total',
    help: 'Events that filters of integrations kept back, one for each event and integration that observes it.',
    registers,
  })
  const batch = new Histogram({
    name: 'tidings_ingest_batch_events',
    help: 'Published events that shared one statement and one commit.',
    buckets: BATCH_SIZES,
    registers,
  })
  const seconds = new Histogram({
    name: 'tidings_ingest_duration_seconds',
    help: 'Time from the start of a statement that stores published events to its commit.',
    buckets: STATEMENT_SECONDS,
    registers,
  })
  for (const origin of ORIGINS) accepted.inc({ origin }, 0)
  return {
    accepted: (origin, owners) => accepted.inc({ origin }, owners.length),
    repeated: (events) => repeated.inc(events),
    filtered: (events) => filtered.inc(events),
    ingested(events, took) {
      batch.observe(events)
      seconds.observe(took)
    },
  }
}
