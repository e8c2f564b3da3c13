import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { pooledDatabase } from '../support/database/pooled.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

let database: TestDatabase
let app: App
let receiver: Receiver

beforeAll(async () => {
  database = await pooledDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '1' } })
  receiver = await openReceiver()
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

async function newIntegration(client: Client, observes: string[], more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await client.post('/v2/integrations', webhookIntegration(receiver.url, observes, more))
  return body.data.id
}

async function publish(client: Client, triggered_by: string, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (_, i) => ({
    triggered_by,
    payload: { data: { type: 'x', id: String(i) } },
  }))
  const { body } = await client.post('/v2/events', events)
  return body.data.map((event: { id: string }) => event.id)
}

function replay(client: Client, integration_id: string, input: Record<string, unknown>) {
  return client.post(`/v2/integrations/${integration_id}/replays`, { data: { type: 'integration-replay', ...input } })
}

function finished(client: Client, path: string) {
  return eventually(
    () => client.get(path).then(({ body }) => body.data),
    (data) => data.status === 'completed',
  )
}

/** Milliseconds from the first to the last of `count` deliveries to an integration. */
async function spreadOf(integration_id: string, count: number): Promise<number> {
  const at = await eventually(
    async () =>
      receiver.received
        .filter(({ body }) => (body.integration as { id: string }).id === integration_id)
        .map((got) => got.at),
    ({ length }) => length === count,
  )
  return Math.max(...at) - Math.min(...at)
}

const AN_HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString()

test('all events of a time range arrive again as attempt 1 under their ids, even older ones', async () => {
  const { seller } = await openTenant(app)
  const ids = await publish(seller, 'order.paid', 50)
  await publish(seller, 'order.created', 5)
  const id = await newIntegration(seller, ['order.paid'])
  const { status, body } = await replay(seller, id, { from: AN_HOUR_AGO(), selection: 'all' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ status: 'running', keys: ['order.paid'], rate: 200 })
  const done = await finished(seller, new URL(body.data.links.self).pathname)
  expect(done.progress).toMatchObject({ enqueued: 50, part: 1 })
  await receiver.waitFor(() => ids.every((one) => receiver.received.some((got) => got.body.id === one)))
  const got = receiver.received.filter((one) => ids.includes(String(one.body.id)))
  expect(got.map((one) => one.body.attempt)).toEqual(got.map(() => 1))
  const jobs = await seller.get(`/v2/integrations/${id}/jobs?filter=eq(replay_id,${body.data.id})&page[limit]=1`)
  expect(jobs.body.meta.results).toEqual({ total: 50, total_method: 'exact' })
})

test('only failed events are replayed, to another integration if named', async () => {
  const { seller } = await openTenant(app)
  const id = await newIntegration(seller, ['cart.updated'])
  const other = await newIntegration(seller, ['order.paid'], { name: 'Other' })
  const fine = await publish(seller, 'cart.updated', 3)
  await receiver.waitFor(() => fine.every((one) => receiver.received.some((got) => got.body.id === one)))
  receiver.answer = (response) => {
    response.statusCode = 500
    response.end()
  }
  const failing = await publish(seller, 'cart.updated', 4)
  const jobs = () => seller.get(`/v2/integrations/${id}/jobs`).then(({ body }) => body.data)
  await eventually(jobs, (all) => all.filter((job: { status: string }) => job.status === 'failed').length === 4)
  receiver.answer = (response) => response.end()
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO(), target_id: other })
  expect(body.data.selection).toBe('failed')
  await finished(seller, new URL(body.data.links.self).pathname)
  const made = await eventually(
    () => seller.get(`/v2/integrations/${other}/jobs`).then((answer) => answer.body.data),
    (all) => all.length === 4 && all.every((job: { status: string }) => job.status === 'succeeded'),
  )
  expect(new Set(made.map((job: { event: { id: string } }) => job.event.id))).toEqual(new Set(failing))
})

test('a replay respects its rate, pauses, resumes and is cancelled', async () => {
  const { seller } = await openTenant(app)
  await publish(seller, 'order.paid', 100)
  const id = await newIntegration(seller, ['order.paid'])
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO(), selection: 'all', rate: 4 })
  const path = new URL(body.data.links.self).pathname
  const read = () => seller.get(path).then((answer) => answer.body.data)
  await eventually(read, (data) => data.progress.enqueued >= 4)
  const paused = (await seller.post(`${path}/pause`)).body.data
  expect(paused.status).toBe('paused')
  expect(paused.progress.enqueued).toBeLessThan(100)
  const resumed = (await seller.post(`${path}/resume`)).body.data
  expect(resumed).toMatchObject({ status: 'running', progress: paused.progress })
  await eventually(read, (data) => data.progress.enqueued > paused.progress.enqueued)
  expect((await seller.post(`${path}/cancel`)).body.data.status).toBe('cancelled')
  expect((await seller.post(`${path}/resume`)).status).toBe(409)
})

test('a replay with a high rate is as fast as deliveries, not bound by polls', async () => {
  const { seller } = await openTenant(app)
  const live = await newIntegration(seller, ['order.refunded'])
  await publish(seller, 'order.refunded', 400)
  const delivered = await spreadOf(live, 400)
  const id = await newIntegration(seller, ['order.refunded'])
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO(), selection: 'all', rate: 5000 })
  await finished(seller, new URL(body.data.links.self).pathname)
  // Claims of 20 jobs, each after a poll, took seven seconds more than deliveries.
  expect(await spreadOf(id, 400)).toBeLessThan(3 * delivered + 3_000)
})

test('a replay resumes after a restart and makes every job once', async () => {
  const { seller } = await openTenant(app)
  const ids = await publish(seller, 'order.fulfilled', 60)
  const id = await newIntegration(seller, ['order.fulfilled'])
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO(), selection: 'all', rate: 40 })
  const path = new URL(body.data.links.self).pathname
  await eventually(
    () => seller.get(path).then((answer) => answer.body.data),
    (data) => data.progress.enqueued > 0,
  )
  const { origin } = app
  await app.close()
  app = await openApp(database, { env: { PORT: new URL(origin).port, TIDINGS_RETRY_SCHEDULE: '1' } })
  await finished(seller, path)
  const jobs = await seller.get(`/v2/integrations/${id}/jobs?page[limit]=100`)
  const events = jobs.body.data.map((job: { event: { id: string } }) => job.event.id)
  expect(events.toSorted()).toEqual(ids.toSorted())
})

test('a replay to a disabled integration pauses with a reason', async () => {
  const { seller } = await openTenant(app)
  await publish(seller, 'order.paid', 50)
  const id = await newIntegration(seller, ['order.paid'])
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO(), selection: 'all', rate: 2 })
  await seller.put(`/v2/integrations/${id}`, { data: { type: 'integration', enabled: false } })
  const path = new URL(body.data.links.self).pathname
  const read = () => seller.get(path).then((answer) => answer.body.data)
  const paused = await eventually(read, (data) => data.status === 'paused')
  expect(paused.status_detail).toBe('The integration is disabled.')
  expect((await replay(seller, id, { from: AN_HOUR_AGO() })).status).toBe(409)
})

test('exactly the named events arrive again, even if their keys are not observed', async () => {
  const { seller } = await openTenant(app)
  const id = await newIntegration(seller, ['order.paid'])
  const [named = '', other = ''] = await publish(seller, 'order.paid', 2)
  const [unobserved = ''] = await publish(seller, 'cart.updated', 1)
  const times = (event: string) => receiver.received.filter(({ body }) => body.id === event).length
  await receiver.waitFor(() => times(named) === 1 && times(other) === 1)
  const input = { event_ids: [unobserved, named.toUpperCase(), named] }
  const preview = await seller.post(`/v2/integrations/${id}/replays/preview`, { data: input })
  expect(preview.body.data).toMatchObject({ total: { count: 2, method: 'exact' }, scanned: 2 })
  const { body } = await replay(seller, id, input)
  expect(body.data).toMatchObject({ selection: 'all', keys: ['*'], event_ids: [unobserved, named] })
  const done = await finished(seller, new URL(body.data.links.self).pathname)
  expect(done.progress.enqueued).toBe(2)
  await receiver.waitFor(() => times(named) === 2 && times(unobserved) === 1)
  const missed = await replay(seller, id, { event_ids: [named, other], selection: 'missed' })
  expect((await finished(seller, new URL(missed.body.data.links.self).pathname)).progress.enqueued).toBe(0)
  expect(times(other)).toBe(1)
})

test('invalid input is rejected with its errors, and replays of other stores are 404', async () => {
  const { seller } = await openTenant(app)
  const stranger = (await openTenant(app)).seller
  const id = await newIntegration(seller, ['order.paid'])
  const future = new Date(Date.now() + 60_000).toISOString()
  const input = { from: AN_HOUR_AGO(), to: future, keys: ['order.payed'], rate: 1 }
  const wrong = await replay(seller, id, input)
  expect(wrong.status).toBe(422)
  const pointers = wrong.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)
  expect(pointers).toEqual(['/data/to', '/data/keys/0'])
  const [of_stranger = ''] = await publish(stranger, 'order.paid', 1)
  const detailsOf = async (body: Record<string, unknown>) =>
    (await replay(seller, id, body)).body.errors.map((error: { detail: string }) => error.detail)
  expect(await detailsOf({ event_ids: [of_stranger], selection: 'failed' })).toEqual([
    'selection must be all or missed with event_ids.',
    `There is no event ${of_stranger}.`,
  ])
  expect(await detailsOf({ event_ids: [of_stranger], from: AN_HOUR_AGO() })).toEqual([
    'from goes with a time range, not with event_ids.',
  ])
  expect(await detailsOf({})).toEqual(['from is required unless there are event_ids.'])
  const { body } = await replay(seller, id, { from: AN_HOUR_AGO() })
  const path = new URL(body.data.links.self).pathname
  for (const answer of [await stranger.get(path), await stranger.post(`${path}/cancel`)])
    expect(answer.status).toBe(404)
  expect((await replay(stranger, id, { from: AN_HOUR_AGO() })).status).toBe(404)
})
