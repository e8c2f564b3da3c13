import { collectDefaultMetrics, Registry } from 'prom-client'
import type { TransportTelemetry } from '../deliveries/transport/telemetry.ts'
import type { PeopleTelemetry } from '../people/telemetry.ts'
import { type Accepting, accepting } from './accepting.ts'
import { type DatabaseMetrics, databaseGauges } from './database.ts'
import { type Delivering, delivering } from './delivering.ts'
import { people } from './people.ts'
import { type Inside, processGauges } from './process.ts'
import { type RequestMetrics, requestMetrics } from './requests.ts'
import { type Shopping, shopping } from './shopping.ts'
import { transporting } from './transporting.ts'

/** Sources of the gauges, read at each scrape. */
export type MetricsSources = Inside & {
  gateways: readonly string[]
  /** Null while the database does not respond. */
  readDatabase(): Promise<DatabaseMetrics | null>
}

/** Metrics of one process. The first six members are callbacks; `expose` reads the gauges. */
export type Metrics = {
  events: Accepting
  deliveries: Delivering
  transport: TransportTelemetry
  api: RequestMetrics
  shop: Shopping
  people: PeopleTelemetry
  /** Returns the metrics in the text format of Prometheus. */
  expose(): Promise<string>
  content_type: string
  registry: Registry
}

/** Starts counting. The cost does not grow with the number of integrations, stores or events. */
export function openMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const setProcess = processGauges(registry, sources)
  const setDatabase = databaseGauges(registry, sources)
  return {
    events: accepting(registry),
    deliveries: delivering(registry),
    transport: transporting(registry),
    api: requestMetrics(registry),
    shop: shopping(registry, sources.gateways),
    people: people(registry),
    async expose() {
      await setDatabase()
      setProcess()
      return registry.metrics()
    },
    content_type: registry.contentType,
    registry,
  }
}
