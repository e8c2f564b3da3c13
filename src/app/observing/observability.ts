import manifest from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import type { ReaderState } from '../../db/reading/reader.ts'
import { type DeliveryTelemetry, noDeliveryTelemetry, type WorkerState } from '../../deliveries/telemetry.ts'
import {
  noTransportTelemetry,
  type TransportState,
  type TransportTelemetry,
} from '../../deliveries/transport/telemetry.ts'
import type { Ingest } from '../../events/ingest.ts'
import { type EventTelemetry, noEventTelemetry } from '../../events/telemetry.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import { currentRequest } from '../../kernel/flow/request-context.ts'
import { type Metrics, openMetrics } from '../../metrics/metrics.ts'
import { makePages, type Pages } from '../../operations/pages.ts'
import { openOperationsPort } from '../../operations/port.ts'
import { noPeopleTelemetry, type PeopleTelemetry } from '../../people/telemetry.ts'
import { releaseCache } from '../../store/catalog/cache/process-cache.ts'
import { GATEWAYS } from '../../store/gateways/gateway.ts'
import { noShopTelemetry, type ShopTelemetry } from '../../store/kit/telemetry.ts'
import { openSpans } from '../../tracing/sdk.ts'
import { makeTracing, type Tracing } from '../../tracing/tracing.ts'
import { listenError } from '../address/listening.ts'
import { type Foundation, openPool } from '../foundation.ts'
import { orUndo } from '../open-or-close.ts'
import { partitionRetention } from '../partitions.ts'
import { type AttemptLines, attemptLines } from './attempt-lines.ts'
import { cachedDatabaseMetrics, watchReadiness } from './probes.ts'

/** Telemetry of a process: metrics, traces, log lines of attempts, and the pages that expose them. */
export type Observability = {
  events: EventTelemetry
  deliveries: DeliveryTelemetry
  transport: TransportTelemetry
  /** Reports a response and its duration in seconds. */
  responded: Metrics['api']['responded']
  droppedUnknown: Metrics['api']['droppedUnknown']
  shop: ShopTelemetry & Pick<Metrics['shop'], 'storefrontResponded'>
  people: PeopleTelemetry
  pages: Pages
  /** Connects the parts of the process, which start later. */
  follow(running: Running): void
  close(): Promise<void>
}

type Running = {
  ingest: Pick<Ingest, 'waiting'>
  worker: () => WorkerState | null
  transport: () => TransportState | null
  reader: () => ReaderState | null
}

/** A separate pool for metrics and readiness, so that they do not wait for the connections that they monitor. */
const CONNECTIONS = 2
const STATEMENT_TIMEOUT_MS = 3_000

/** Opens the configured telemetry; the metrics port only in a process that serves or delivers. */
export async function openObservability(
  foundation: Foundation,
  snapshot: Snapshot,
  use: 'process' | 'command',
): Promise<Observability> {
  const { config, log, clock, source } = foundation
  const db = openPool(source, CONNECTIONS, log, STATEMENT_TIMEOUT_MS)
  const state: Running = { ingest: { waiting: () => 0 }, worker: () => null, transport: () => null, reader: () => null }
  const spans = await orUndo(openTracer(config, foundation, use), () => db.close())
  const metrics = hasMetrics(config, use)
    ? openMetrics({
        version: manifest.version,
        clock,
        clock_ahead: foundation.clock_ahead,
        snapshot,
        ingestWaiting: () => state.ingest.waiting(),
        catalogCache: releaseCache,
        worker: () => state.worker(),
        transport: () => state.transport(),
        reader: () => state.reader(),
        gateways: GATEWAYS.map(({ slug }) => slug),
        readDatabase: cachedDatabaseMetrics(
          {
            db,
            clock,
            standbys_required: config.TIDINGS_SYNCHRONOUS_STANDBYS ?? null,
            retention: partitionRetention(config),
          },
          log,
        ),
      })
    : null
  const watched = { db, clock, snapshot, worker: () => state.worker(), transport: () => state.transport() }
  const pages = makePages(watchReadiness(watched), metrics)
  const close = async () => {
    await spans.close()
    await db.close()
  }
  const port = await orUndo(openPort(config, pages, use), close)
  const lines = attemptLines({ written: config.TIDINGS_LOG_ATTEMPTS, log, snapshot })
  return {
    ...telemetryOf(metrics, makeTracing(spans.tracer), lines),
    pages,
    follow: (running) => void Object.assign(state, running),
    async close() {
      await port?.close()
      await close()
    },
  }
}

/** True if metrics can be read, which needs a token or a port. */
function hasMetrics({ TIDINGS_METRICS_TOKEN, TIDINGS_METRICS_PORT }: Config, use: 'process' | 'command'): boolean {
  return use === 'process' && (TIDINGS_METRICS_TOKEN ?? TIDINGS_METRICS_PORT) !== undefined
}

function openTracer(config: Config, { log }: Foundation, use: 'process' | 'command') {
  const settings = use === 'process' ? config : { OTEL_SDK_DISABLED: true }
  return openSpans(settings, manifest.version, (reason) => log.warn({ reason }, 'sending traces failed'))
}

async function openPort(config: Config, pages: Pages, use: 'process' | 'command') {
  const { TIDINGS_METRICS_PORT: port, TIDINGS_METRICS_HOST: host } = config
  if (port === undefined || use === 'command') return null
  return openOperationsPort({ host, port }, pages).catch((error: unknown) => {
    throw listenError(error, {
      host,
      port,
      host_setting: 'TIDINGS_METRICS_HOST',
      port_setting: 'TIDINGS_METRICS_PORT',
    })
  })
}

function telemetryOf(
  metrics: Metrics | null,
  { accepting, attempting }: Tracing,
  lines: AttemptLines,
): Pick<Observability, 'events' | 'deliveries' | 'transport' | 'responded' | 'droppedUnknown' | 'shop' | 'people'> {
  const counted = metrics?.deliveries ?? noDeliveryTelemetry
  return {
    events: {
      ...(metrics?.events ?? noEventTelemetry),
      recorded: metrics?.shop.recorded ?? noEventTelemetry.recorded,
      accepting,
      traceparent: () => currentRequest().traceparent,
    },
    deliveries: {
      ...counted,
      attempting,
      settled(settlements, seconds) {
        counted.settled(settlements, seconds)
        lines(settlements)
      },
    },
    transport: metrics?.transport ?? noTransportTelemetry,
    responded: metrics?.api.responded ?? (() => {}),
    droppedUnknown: metrics?.api.droppedUnknown ?? (() => {}),
    shop: metrics?.shop ?? { ...noShopTelemetry, storefrontResponded() {} },
    people: metrics?.people ?? noPeopleTelemetry,
  }
}
