import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LargeResponses } from '../../src/http/bodies/large-responses.ts'
import { type App, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

const KEY = 'order.paid'

let database: TestDatabase
let api: App
let receiver: Receiver
beforeAll(async () => {
  database = await testDatabase()
  api = await openApp(database, { parts: ['api'] })
  receiver = await openReceiver()
})
afterEach(() => {
  receiver.answer = (response) => response.end()
})
afterAll(async () => {
  await api.close()
  await receiver.close()
  await database.close()
})

const eventOf = (characters: number) => ({
  triggered_by: KEY,
  payload: { data: { type: 'order', id: '1', text: 'x'.repeat(characters) } },
})

/** Lengths of the received texts in ascending order. */
const lengths = () =>
  receiver.received
    .map(({ body }) => (body.payload as { data: { text: string } }).data.text.length)
    .sort((one, other) => one - other)

test('events of any size arrive complete, from the accepting process and from another', async () => {
  const { seller } = await openTenant(api)
  await seller.post('/v2/integrations', webhookIntegration(receiver.url, [KEY]))
  const sizes = [10, 70_000, 1_500_000, 4_000_000]
  for (const size of sizes) expect((await seller.post('/v2/events', eventOf(size))).status).toBe(201)
  const both = await openApp(database, { parts: ['api', 'deliveries'] })
  await receiver.waitForCount(4)
  expect(lengths()).toEqual(sizes)
  const headers = { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' }
  for (const size of sizes) {
    const body = JSON.stringify(eventOf(size))
    expect((await fetch(`${both.origin}/v2/events`, { method: 'POST', headers, body })).status).toBe(201)
  }
  await receiver.waitForCount(8)
  expect(lengths()).toEqual([...sizes, ...sizes].sort((one, other) => one - other))
  await both.close()
})

test('each owner has at most four attempts over one megabyte in flight', async () => {
  const worker = await openApp(database, { parts: ['deliveries'] })
  const gate = Promise.withResolvers<void>()
  receiver.answer = (response) => void gate.promise.then(() => response.end())
  const before = receiver.received.length
  const { seller: greedy } = await openTenant(api)
  for (let count = 0; count < 7; count += 1)
    await greedy.post('/v2/integrations', webhookIntegration(receiver.url, [KEY]))
  await greedy.post('/v2/events', eventOf(1_200_000))
  await receiver.waitForCount(before + 4)
  const { seller: modest } = await openTenant(api)
  await modest.post('/v2/integrations', webhookIntegration(receiver.url, [KEY]))
  await modest.post('/v2/events', eventOf(1_300_000))
  await receiver.waitForCount(before + 5)
  expect(lengths().filter((length) => length === 1_200_000)).toHaveLength(4)
  gate.resolve()
  await receiver.waitForCount(before + 8)
  await worker.close()
})

test('every response that reads more than 256 KiB of payloads or bodies waits for a slot', async () => {
  const both = await openApp(database, { parts: ['api', 'deliveries'], env: { TIDINGS_RETRY_SCHEDULE: '1,1,1,1' } })
  receiver.answer = (response) => response.writeHead(500).end('x'.repeat(70_000))
  const { seller } = await openTenant(both)
  const integration = webhookIntegration(receiver.url, [KEY], { filter: 'eq(data.id,1)' })
  const { id: integration_id } = (await seller.post('/v2/integrations', integration)).body.data
  const { id: event_id } = (await seller.post('/v2/events', eventOf(300_000))).body.data[0]
  const all = `/v2/integrations/${integration_id}`
  const logs = async () => (await seller.get(`${all}/logs`)).body.data
  await expect.poll(async () => (await logs()).length).toBe(5)
  const [{ id: log_id, relationships }] = await logs()
  const entering = vi.spyOn(LargeResponses.prototype, 'enter')
  const read = async (address: string, body?: object) => {
    entering.mockClear()
    const { status } = await (body === undefined ? seller.get(address) : seller.post(address, body))
    return { status, entered: entering.mock.calls.map(([, , bytes]) => bytes > 262_144) }
  }
  for (const address of [
    `/v2/events/${event_id}`,
    '/v2/events',
    `/v2/events/${event_id}/deliveries`,
    `${all}/logs/${log_id}/request`,
    `${all}/logs`,
    `${all}/jobs/${relationships.job.data.id}/logs`,
    '/v2/integrations/logs',
  ])
    expect(await read(address), address).toEqual({ status: 200, entered: [true] })
  const replay = { data: { selection: 'all', from: new Date(0).toISOString() } }
  expect(await read(`${all}/replays/preview`, replay)).toEqual({ status: 200, entered: [true] })
  expect(await read(`${all}/logs?page[limit]=1`)).toEqual({ status: 200, entered: [false] })
  expect(await read(`/v2/events/${event_id}/jobs`)).toEqual({ status: 200, entered: [] })
  entering.mockRestore()
  await both.close()
})
