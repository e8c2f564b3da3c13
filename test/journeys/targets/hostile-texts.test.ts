import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { HOSTILE_TEXTS } from '../../support/targets/hostile-texts.ts'

const EVENTS = 20

let database: TestDatabase
let app: App
let healthy: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
  healthy = await openReceiver()
})
afterAll(async () => {
  await app.close()
  await healthy.close()
  await database.close()
})

function publish(client: Client, count: number, triggered_by: string) {
  const event = { triggered_by, payload: { data: { type: 'order', id: 'o' } } }
  return client.post(
    '/v2/events',
    Array.from({ length: count }, () => event),
  )
}

test.for(Object.entries(HOSTILE_TEXTS))('%s is logged, and delays no other delivery', async ([, open]) => {
  const client = (await openTenant(app)).seller
  const { close, ...target } = await open()
  const integration = webhookIntegration('', ['cart.updated'], target)
  const { body, status } = await client.post('/v2/integrations', integration)
  expect(status).toBe(201)
  await client.post('/v2/integrations', webhookIntegration(healthy.url, ['order.paid']))
  const before = healthy.received.length

  await publish(client, 1, 'cart.updated')
  const logs = await eventually(
    async () => (await client.get(`/v2/integrations/${body.data.id}/logs`)).body.data,
    (found) => found.length === 1,
  )
  expect(JSON.stringify(logs).length).toBeLessThan(100_000)
  expect(logs[0].error_detail).not.toMatch(/\0|\p{Surrogate}/u)
  const jobs = await client.get(`/v2/integrations/${body.data.id}/jobs`)
  expect(jobs.body.data).toMatchObject([{ status: 'pending', next_attempt_at: expect.any(String) }])
  await publish(client, EVENTS, 'order.paid')
  await healthy.waitForCount(before + EVENTS)
  await close()
})
