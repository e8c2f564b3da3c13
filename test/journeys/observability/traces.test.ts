import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, openApp, openTenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openCollector } from '../../support/servers/collector.ts'
import { listening } from '../../support/servers/listening.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { publishOne, register } from '../../support/stage.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`
const OTHER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'

let database: TestDatabase
let app: App
let receiver: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '1' } })
  receiver = await openReceiver()
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

function order(traceparent?: string) {
  const id = `e${Math.trunc(performance.now() * 1000)}`
  const event = { specversion: '1.0', id, source: '/test', type: 'order.paid', data: { type: 'order', id: 'o1' } }
  return traceparent === undefined ? event : { ...event, traceparent }
}

const arrival = (id: string) => receiver.waitFor(({ body }) => body.id === id)

test('the trace context of a publish request reaches the receiver unchanged at every attempt', async () => {
  const { seller } = await openTenant(app)
  await register(seller, receiver.url, ['order.paid'])
  receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
  const { body } = await seller.post('/v2/events', order(), { traceparent: TRACEPARENT })
  const { id } = body.data[0]
  await receiver.waitFor((received) => received.body.id === id && received.body.attempt === 2)
  receiver.answer = (response) => response.end()
  const headers = receiver.received.filter((received) => received.body.id === id).map((one) => one.headers.traceparent)
  expect(headers).toEqual([TRACEPARENT, TRACEPARENT])
})

test('trace context of a CloudEvent precedes that of the request; an invalid one is ignored', async () => {
  const { seller } = await openTenant(app)
  await register(seller, receiver.url, ['order.paid'])
  const events = [order(OTHER), order(), order('00-nonsense')]
  const { body } = await seller.post('/v2/events', events, { traceparent: TRACEPARENT })
  const arrivals = await Promise.all(body.data.map(({ id }: { id: string }) => arrival(id)))
  expect(arrivals.map(({ headers }) => headers.traceparent)).toEqual([OTHER, TRACEPARENT, TRACEPARENT])
  const untraced = await arrival(await publishOne(seller, order()))
  expect(untraced.headers).not.toHaveProperty('traceparent')
  const broken = await seller.post('/v2/events', order(), { traceparent: `ff-${TRACE}-b7ad6b7169203331-01` })
  expect((await arrival(broken.body.data[0].id)).headers).not.toHaveProperty('traceparent')
})

test('the event of a store change continues the trace of its request', async () => {
  const { seller } = await openTenant(app)
  await register(seller, receiver.url, ['integration.updated'])
  const other = await register(seller, receiver.url, ['order.paid'])
  const change = { data: { type: 'integration', name: 'Renamed' } }
  await seller.put(`/v2/integrations/${other.id}`, change, { traceparent: TRACEPARENT })
  const delivery = await receiver.waitFor(
    ({ body, text }) => body.triggered_by === 'integration.updated' && text.includes('Renamed'),
  )
  expect(delivery.headers.traceparent).toBe(TRACEPARENT)
})

test('the trace context is stored with the event and passed on by a process started later', async () => {
  const own = await testDatabase()
  const api = await openApp(own, { parts: ['api'] })
  const { seller } = await openTenant(api)
  await register(seller, receiver.url, ['order.paid'])
  const { body } = await seller.post('/v2/events', order(), { traceparent: TRACEPARENT })
  await api.close()
  const worker = await openApp(own, { parts: ['deliveries'] })
  expect((await arrival(body.data[0].id)).headers.traceparent).toBe(TRACEPARENT)
  await worker.close()
  await own.close()
})

test('an event is one trace across processes, from the request to the receiver', async () => {
  const own = await testDatabase()
  const collector = await openCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin }
  const api = await openApp(own, { parts: ['api'], env })
  const { seller } = await openTenant(api)
  await register(seller, receiver.url, ['order.paid'])
  const { body } = await seller.post('/v2/events', order(), { traceparent: TRACEPARENT })
  await api.close()
  const worker = await openApp(own, { parts: ['deliveries'], env })
  const arrived = await arrival(body.data[0].id)
  await worker.close()

  const [, trace_id, span_id] = String(arrived.headers.traceparent).split('-')
  expect(trace_id).toBe(TRACE)
  const traced = collector.spans.filter((span) => span.trace_id === TRACE)
  const [publish, attempt] = ['publish', 'attempt'].map((name) => traced.find((span) => span.name === name))
  expect(traced).toHaveLength(2)
  expect(publish?.parent_id).toBe('b7ad6b7169203331')
  expect(attempt?.parent_id).toBe(publish?.span_id)
  expect(attempt?.span_id).toBe(span_id)
  expect(collector.spans.map(({ name }) => name)).toContain('record')
  await collector.close()
  await own.close()
})

test('an unresponsive collector delays neither deliveries nor shutdown', async () => {
  // Longer than any test, so that requests to the collector never end.
  for (const timeout_ms of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT']) vi.stubEnv(timeout_ms, '600000')
  const own = await testDatabase()
  const silent = await listening(createServer(() => {}))
  const lone = await openApp(own, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${silent.port}` } })
  const { seller } = await openTenant(lone)
  await register(seller, receiver.url, ['order.paid'])
  const arrived = await arrival(await publishOne(seller, order()))
  expect(arrived.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  await lone.close()
  await silent.close()
  await own.close()
  vi.unstubAllEnvs()
})
