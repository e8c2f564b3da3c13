// Measures the cost of observability per delivery in the delivering process: metrics, traces, log lines. No database,
// no network.
// node bench/observability.ts [--deliveries 500000]
import { parseArgs } from 'node:util'
import { trace } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { destination, pino } from 'pino'
import { newId } from '../src/db/new-id.ts'
import type { Settlement } from '../src/deliveries/jobs/settle.ts'
import { attemptLine } from '../src/deliveries/watch/attempt-line.ts'
import { storable, storableJson } from '../src/kernel/text/storable.ts'
import { readTraceparent } from '../src/kernel/traceparent.ts'
import { openMetrics } from '../src/metrics/metrics.ts'
import { makeTracing, type Tracing } from '../src/tracing/tracing.ts'
import { anIntegration } from '../test/support/targets/due-job.ts'

const { values } = parseArgs({ options: { deliveries: { type: 'string', default: '500000' } } })
const deliveries = Number(values.deliveries)

/** Settlements per statement under load, as bench/delivery.ts measures them. */
const BATCH = 100
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const metrics = openMetrics({
  version: '0',
  clock: Date.now,
  clock_ahead: () => 0,
  snapshot: { revision: () => 0, confirmedAt: () => 0, count: () => 0 },
  ingestWaiting: () => 0,
  catalogCache: () => ({ bytes: 0, readings: { held: 0, loaded: 0 } }),
  gateways: [],
  worker: () => null,
  transport: () => null,
  reader: () => null,
  readDatabase: async () => null,
})
const integration = anIntegration({ configuration: { url: 'https://shop.example/hook' } })
const batch = Array.from({ length: BATCH }, (_, index) => settlement(index))
const off = makeTracing(trace.getTracer('bench'))
const processor = () => new BatchSpanProcessor(new InMemorySpanExporter(), { maxQueueSize: 1_000 })
const unsampled = makeTracing(
  new BasicTracerProvider({ sampler: new AlwaysOffSampler(), spanProcessors: [processor()] }).getTracer('bench'),
)
const sampled = makeTracing(new BasicTracerProvider({ spanProcessors: [processor()] }).getTracer('bench'))
const log = pino({ level: 'info' }, destination({ dest: '/dev/null', sync: true }))

const costs = {
  metrics_ns: perDelivery(() => metrics.deliveries.settled(batch, 0.004), BATCH),
  accepted_alone_ns: perDelivery(acceptAlone, 1),
  request_ns: perDelivery(() => metrics.api.responded('PublishEvents', 201, 0.002), 1),
  traces_off_ns: perDelivery(() => attempt(off), 1),
  traceparent_read_ns: perDelivery(() => void readTraceparent(TRACEPARENT), 1),
  traces_unsampled_ns: perDelivery(() => attempt(unsampled), 1),
  traces_sampled_ns: perDelivery(() => attempt(sampled), 1),
  log_line_ns: perDelivery(() => log.info(lineOf(batch[0]), 'attempt succeeded'), 1),
}
console.log(JSON.stringify(costs))
process.exit(0)

/** CPU time of the best of three rounds, in nanoseconds. */
function perDelivery(work: () => void, each: number): number {
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    for (let done = 0; done < deliveries; done += each) work()
    const { user, system } = process.cpuUsage(before)
    return ((user + system) * 1_000) / deliveries
  })
  return Math.round(Math.min(...rounds))
}

/** Accepts an event in its own request, and therefore possibly in its own statement. */
function acceptAlone(): void {
  metrics.events.accepted('outside', [{ organization_id: '', store_id: null }])
  metrics.events.ingested(1, 0.002)
}

function attempt(tracing: Tracing): void {
  const { job } = batch[0] as Settlement
  const reply = {
    kind: 'response',
    status_code: 200,
    headers: {},
    body: '',
    body_truncated: false,
    processing_time: 0.01,
  } as const
  tracing.attempting(job, integration)?.end(reply, { succeeded: true })
}

function lineOf(settlement: Settlement | undefined) {
  if (settlement?.log == null) throw new Error('No attempt.')
  return attemptLine(settlement, settlement.log, integration)
}

function settlement(index: number): Settlement {
  const now = Date.now()
  const store_id = newId(now)
  const event = {
    organization_id: newId(now),
    store_id,
    id: newId(now),
    triggered_by: 'order.updated',
    resource_version: null,
    external_id: null,
    payload: '{}',
    traceparent: TRACEPARENT,
  }
  return {
    job: {
      id: newId(now),
      integration_id: newId(now),
      triggered_by: 'order.updated',
      attempt: 1,
      step: 0,
      generation: 1,
      manual_retries: 0,
      priority: 'live',
      order_key: null,
      event,
    },
    next: { status: 'succeeded' },
    log: {
      id: newId(now),
      kind: 'webhook',
      started_at: now + index,
      succeeded: true,
      attempted: true,
      responded: true,
      status_code: 200,
      processing_time: 0.001 * (1 + (index % 50)),
      error_detail: null,
      no_response_reason: null,
      request_headers: storableJson({}),
      response_headers: storableJson({}),
      body: storable(''),
      body_truncated: false,
    },
  }
}
