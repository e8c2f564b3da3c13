import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
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
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '1,1,1' } })
  receiver = await openReceiver()
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

async function newIntegration(client: Client, observes: string[], more: Record<string, unknown> = {}) {
  const { status, body } = await client.post('/v2/integrations', webhookIntegration(receiver.url, observes, more))
  expect(status).toBe(201)
  return body.data
}

function order(id: string) {
  return { data: { type: 'order', id, status: 'complete' }, included: { items: [{ type: 'order_item', id: 'i1' }] } }
}

async function publish(client: Client, event: unknown): Promise<string> {
  const { status, body } = await client.post('/v2/events', event)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data[0].id
}

function arrivalOf(event_id: string) {
  return receiver.waitFor(({ body }) => body.id === event_id)
}

function jobsOf(client: Client, integration_id: string) {
  return client.get(`/v2/integrations/${integration_id}/jobs`).then(({ body }) => body.data)
}

test('a store event arrives with exactly the body and headers of the specification', async () => {
  const { seller, store_id, organization_id } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.paid'], { description: 'About orders' })
  const payload = order('o1')
  const id = await publish(seller, { triggered_by: 'order.paid', payload, resource_version: 7 })
  const { body, headers } = await arrivalOf(id)
  expect(body).toEqual({
    id,
    triggered_by: 'order.paid',
    attempt: 1,
    integration: { id: integration.id, integration_type: 'webhook', name: 'Test', description: 'About orders' },
    resources: JSON.stringify(payload),
    payload,
    configuration: { secret_key: 'a secret of the test', url: receiver.url },
    store_id,
    org_id: organization_id,
  })
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-integration-trigger': 'order.paid',
    'x-integration-secret-key': 'a secret of the test',
    'x-integration-resource-version': '7',
    'webhook-id': id,
  })
})

test('a deleted resource arrives as only its type and id, with resources as an object', async () => {
  const { seller } = await openTenant(app)
  await newIntegration(seller, ['cart.deleted'])
  const id = await publish(seller, { triggered_by: 'cart.deleted', payload: { type: 'cart', id: 'c1' } })
  const { body } = await arrivalOf(id)
  expect(body.payload).toEqual({ type: 'cart', id: 'c1' })
  expect(body.resources).toEqual({ type: 'cart', id: 'c1' })
})

test('an organization event names only the organization and reaches only its integrations', async () => {
  const { seller, organization, organization_id } = await openTenant(app)
  const ofStore = await newIntegration(seller, ['integration.created'])
  await newIntegration(organization, ['integration.created'], { enabled: true })
  const made = await newIntegration(organization, ['catalog-release.created'], { name: 'Another' })
  const arrived = await receiver.waitFor(({ body }) => JSON.stringify(body.payload).includes(made.id))
  expect(arrived.body).toMatchObject({ triggered_by: 'integration.created', org_id: organization_id })
  expect(arrived.body).not.toHaveProperty('store_id')
  expect(await jobsOf(seller, ofStore.id)).toHaveLength(1)
})

test('changes to integrations emit created, updated and deleted events with masked secrets', async () => {
  const { seller } = await openTenant(app)
  const watcher = await newIntegration(seller, ['integration.created', 'integration.updated', 'integration.deleted'])
  const other = await newIntegration(seller, ['order.paid'], {
    configuration: { url: receiver.url, secret_key: 'hidden-in-every-event' },
  })
  await seller.put(`/v2/integrations/${other.id}`, { data: { type: 'integration', name: 'Renamed' } })
  await seller.delete(`/v2/integrations/${other.id}`)
  const about = (key: string) =>
    receiver.waitFor(
      ({ body, text }) => body.triggered_by === key && text.includes(other.id) && text.includes(watcher.id),
    )
  const created = await about('integration.created')
  const updated = await about('integration.updated')
  const deleted = await about('integration.deleted')
  for (const { text } of [created, updated, deleted]) expect(text).not.toContain('hidden-in')
  expect(updated.body).toMatchObject({
    payload: { data: { name: 'Renamed', configuration: { secret_key: '*****************vent' } } },
  })
  expect(deleted.body.payload).toEqual({ type: 'integration', id: other.id })
  expect(created.headers['x-integration-resource-version']).toBe('1')
  expect(updated.headers['x-integration-resource-version']).toBe('2')
})

test('a Standard Webhooks library and a plain HMAC both accept the signature', async () => {
  const { seller } = await openTenant(app)
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  await newIntegration(seller, ['order.updated'], { configuration: { url: receiver.url, secret_key: secret } })
  const id = await publish(seller, { triggered_by: 'order.updated', payload: order('o2') })
  const { headers, text } = await arrivalOf(id)
  const signed = headers as Record<string, string>
  expect(new Webhook(secret).verify(text, signed)).toMatchObject({ id })
  const hmac = createHmac('sha256', Buffer.alloc(24, 3)).update(`${id}.${signed['webhook-timestamp']}.${text}`)
  expect(signed['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`)
  expect(() => new Webhook(secret).verify(`${text} `, signed)).toThrow()
})

test('both secrets verify during a rotation, and the body carries the new secret', async () => {
  const { seller } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.updated'], {
    configuration: { url: receiver.url, secret_key: 'the old secret' },
  })
  const update = { data: { type: 'integration', configuration: { secret_key: 'the new secret' } } }
  expect((await seller.put(`/v2/integrations/${integration.id}`, update)).status).toBe(200)
  const id = await publish(seller, { triggered_by: 'order.updated', payload: order('o3') })
  const { headers, text, body } = await arrivalOf(id)
  const signed = headers as Record<string, string>
  for (const secret of ['the old secret', 'the new secret']) {
    expect(() => new Webhook(secret, { format: 'raw' }).verify(text, signed)).not.toThrow()
  }
  expect(body.configuration).toEqual({ url: receiver.url, secret_key: 'the new secret' })
  expect(signed['x-integration-secret-key']).toBe('the new secret')
})

test('a failed attempt is retried with the same event id and the next attempt number', async () => {
  const { seller } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.fulfilled'])
  receiver.answer = (response, { body }) => {
    response.statusCode = body.attempt === 1 ? 503 : 200
    response.end('later')
  }
  const id = await publish(seller, { triggered_by: 'order.fulfilled', payload: order('o4') })
  await receiver.waitFor(({ body }) => body.id === id && body.attempt === 2)
  receiver.answer = (response) => response.end()
  const [job] = await eventually(
    () => jobsOf(seller, integration.id),
    ([first]) => first?.status === 'succeeded',
  )
  expect(job).toMatchObject({ attempts: 2, next_attempt_at: null, event: { id, triggered_by: 'order.fulfilled' } })
  const { body } = await seller.get(`/v2/integrations/${integration.id}/jobs/${job.id}/logs?sort=created_at`)
  expect(body.data).toMatchObject([
    { attempt: 1, succeeded: false, status_code: 503, body: 'later' },
    { attempt: 2, succeeded: true, status_code: 200, error_detail: '' },
  ])
  expect(body.data[0].error_detail).toContain('503')
  expect(JSON.stringify(body.data)).not.toContain('a secret of the test')
})

test('a job fails after the last scheduled attempt, and a manual retry starts it again', async () => {
  const { seller } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.cancelled'])
  receiver.answer = (response, { body }) => {
    response.statusCode = body.triggered_by === 'order.cancelled' ? 404 : 200
    response.end()
  }
  await publish(seller, { triggered_by: 'order.cancelled', payload: order('o5') })
  const [job] = await eventually(
    () => jobsOf(seller, integration.id),
    ([first]) => first?.status === 'failed',
  )
  expect(job.attempts).toBe(4)
  receiver.answer = (response) => response.end()
  const retried = await seller.post(`/v2/integrations/${integration.id}/jobs/${job.id}/retry`)
  expect(retried).toMatchObject({ status: 200, body: { data: { id: job.id, status: 'pending' } } })
  const [again] = await eventually(
    () => jobsOf(seller, integration.id),
    ([first]) => first?.status === 'succeeded',
  )
  expect(again.attempts).toBe(5)
})

test('410 disables the integration at once, with a reason and an integration.updated event', async () => {
  const { seller } = await openTenant(app)
  await newIntegration(seller, ['integration.updated'], { name: 'Watcher' })
  const integration = await newIntegration(seller, ['order.refunded'])
  receiver.answer = (response, { body }) => {
    response.statusCode = body.triggered_by === 'order.refunded' ? 410 : 200
    response.end()
  }
  await publish(seller, { triggered_by: 'order.refunded', payload: order('o6') })
  const path = `/v2/integrations/${integration.id}`
  const { body } = await eventually(
    () => seller.get(path),
    (answer) => answer.body.data.enabled === false,
  )
  receiver.answer = (response) => response.end()
  expect(body.data.meta.disabled).toMatchObject({ code: 'gone', detail: 'The endpoint responded with 410 Gone.' })
  await receiver.waitFor(
    ({ body: event, text }) => event.triggered_by === 'integration.updated' && text.includes(integration.id),
  )
  const enabled = await seller.put(path, { data: { type: 'integration', enabled: true } })
  expect(enabled.body.data.meta).not.toHaveProperty('disabled')
})

test('disabling an integration cancels its pending jobs, which are never sent', async () => {
  const { seller } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.authorized'])
  const path = `/v2/integrations/${integration.id}`
  receiver.answer = (response, { body }) => {
    response.statusCode = body.triggered_by === 'order.authorized' ? 500 : 200
    response.end()
  }
  const id = await publish(seller, { triggered_by: 'order.authorized', payload: order('o7') })
  await eventually(
    () => jobsOf(seller, integration.id),
    ([job]) => job?.status === 'pending' && job.attempts === 1,
  )
  await seller.put(path, { data: { type: 'integration', enabled: false } })
  receiver.answer = (response) => response.end()
  expect(await jobsOf(seller, integration.id)).toMatchObject([{ status: 'cancelled', attempts: 1 }])
  await publish(seller, { triggered_by: 'order.authorized', payload: order('o8') })
  expect(await jobsOf(seller, integration.id)).toHaveLength(1)
  await seller.put(path, { data: { type: 'integration', enabled: true } })
  const after = await publish(seller, { triggered_by: 'order.authorized', payload: order('o9') })
  await arrivalOf(after)
  expect(receiver.received.filter(({ body }) => body.id === id)).toHaveLength(1)
})

test('an integration gets the first event after it is enabled', async () => {
  const { seller } = await openTenant(app)
  for (let round = 0; round < 10; round += 1) {
    const integration = await newIntegration(seller, ['customer.created'], { enabled: false })
    await seller.put(`/v2/integrations/${integration.id}`, { data: { type: 'integration', enabled: true } })
    const id = await publish(seller, {
      triggered_by: 'customer.created',
      payload: { data: { type: 'customer', id: 'c' } },
    })
    await receiver.waitFor(({ body }) => body.id === id && (body.integration as { id: string }).id === integration.id)
    await seller.put(`/v2/integrations/${integration.id}`, { data: { type: 'integration', enabled: false } })
  }
})

test('a test delivery sends a complete sample of any key only to that integration', async () => {
  const { seller } = await openTenant(app)
  const integration = await newIntegration(seller, ['order.paid'])
  const other = await newIntegration(seller, ['cart.updated'], { name: 'Other' })
  const { status, body } = await seller.post(`/v2/integrations/${integration.id}/test`, {
    data: { triggered_by: 'cart.updated' },
  })
  expect(status).toBe(201)
  const arrived = await arrivalOf(body.data.event.id)
  expect(arrived.body).toMatchObject({ triggered_by: 'cart.updated', payload: { data: { type: 'cart' } } })
  expect(await jobsOf(seller, other.id)).toHaveLength(0)
  await seller.put(`/v2/integrations/${integration.id}`, { data: { type: 'integration', enabled: false } })
  expect((await seller.post(`/v2/integrations/${integration.id}/test`)).status).toBe(409)
})

test('an event of a custom API matches its own key, and makes one job if the literal key matches too', async () => {
  const { seller } = await openTenant(app)
  const own = await newIntegration(seller, ['wishlist_ext.created'])
  const both = await newIntegration(seller, ['wishlist_ext.created', 'customAPIEntryType.created'])
  await publish(seller, {
    triggered_by: 'customAPIEntryType.created',
    payload: { data: { type: 'wishlist_ext', id: 'w1' } },
  })
  expect(await jobsOf(seller, own.id)).toMatchObject([{ event: { triggered_by: 'wishlist_ext.created' } }])
  expect(await jobsOf(seller, both.id)).toMatchObject([{ event: { triggered_by: 'customAPIEntryType.created' } }])
})

test('connecting to a private address is rejected unless a setting allows it', async () => {
  const strict = await openApp(database, {
    env: { TIDINGS_ALLOW_NETWORKS: '10.9.8.0/24', TIDINGS_RETRY_SCHEDULE: '3600' },
  })
  await app.close()
  try {
    const { seller } = await openTenant(strict)
    const integration = await newIntegration(seller, ['order.paid'])
    await publish(seller, { triggered_by: 'order.paid', payload: order('o10') })
    const logs = () => seller.get(`/v2/integrations/${integration.id}/logs`).then(({ body }) => body.data)
    const [log] = await eventually(logs, (found) => found.length === 1)
    expect(log).toMatchObject({ succeeded: false, status_code: null, body: null })
    expect(log.error_detail).toMatch(/loopback|private/)
  } finally {
    await strict.close()
    app = await openApp(database)
  }
})

test('deliveries are invisible to other stores', async () => {
  const { seller } = await openTenant(app)
  const stranger = (await openTenant(app)).seller
  const integration = await newIntegration(seller, ['order.paid'])
  const event = await publish(seller, { triggered_by: 'order.paid', payload: order('o11') })
  const [job] = await jobsOf(seller, integration.id)
  const path = `/v2/integrations/${integration.id}`
  for (const secret of [path, `${path}/logs`, `${path}/jobs`, `${path}/jobs/${job.id}/logs`, `/v2/events/${event}`]) {
    expect((await stranger.get(secret)).status, secret).toBe(404)
  }
  expect((await stranger.post(`${path}/jobs/${job.id}/retry`)).status).toBe(404)
  expect((await stranger.post(`${path}/test`)).status).toBe(404)
  expect((await stranger.put(path, { data: { type: 'integration', name: 'Mine' } })).status).toBe(404)
  expect((await stranger.delete(path)).status).toBe(404)
})
