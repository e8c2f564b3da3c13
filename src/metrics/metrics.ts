import { collectDefaultMetrics, Registry } from 'prom-client'
import type { TransportTelemetry } from '../deliveries/transport/telemetry.ts'
import { type Accepting, accepting } from './accepting.ts'
import { type Answering, answering } from './answering.ts'
import { type DatabaseFigures, databaseGauges } from './database.ts'
import { type Delivering, delivering } from './delivering.ts'
import { type Inside, processGauges } from './process.ts'
import { transporting } from './transporting.ts'

/** What the figures that are not counted here are read from, each time somebody asks. */
export type MetricsSources = Inside & {
  /** Null while the database does not answer. */
  readDatabase(): Promise<DatabaseFigures | null>
}

/** The figures of one process. The three parts are told what happens; `expose` says how it stands. */
export type Metrics = {
  events: Accepting
  deliveries: Delivering
  transport: TransportTelemetry
  api: Answering
  /** In the text format of Prometheus. */
  expose(): Promise<string>
  content_type: string
  registry: Registry
}

/** Starts counting. Costs nothing that grows with the number of integrations, stores or events. */
export function openMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const setProcess = processGauges(registry, sources)
  const setDatabase = databaseGauges(registry, sources)
  return {
    events: accepting(registry),
    deliveries: delivering(registry),
    transport: transporting(registry),
    api: answering(registry),
    async expose() {
      await setDatabase()
      setProcess()
      return registry.metrics()
    },
    content_type: registry.contentType,
    registry,
  }
}
