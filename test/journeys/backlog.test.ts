import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { pooledDatabase } from '../support/database/pooled.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

let database: TestDatabase
let api: App
let receiver: Receiver

beforeAll(async () => {
  database = await pooledDatabase()
  api = await openApp(database, { parts: ['api'], env: { TIDINGS_BACKLOG_LIMIT: '100' } })
  receiver = await openReceiver()
})

afterAll(async () => {
  await api.close()
  await receiver.close()
  await database.close()
})

test('a store with too many waiting deliveries is throttled alone, and loses no accepted event', async () => {
  const { seller } = await openTenant(api)
  const other = (await openTenant(api)).seller
  for (const client of [seller, other]) {
    await client.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  }
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order' } } }
  const accepted = await seller.post('/v2/events', Array(150).fill(event))
  expect(accepted.status).toBe(201)
  const refused = await eventually(
    () => seller.post('/v2/events', event),
    ({ status }) => status === 429,
  )
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(refused.body.errors[0]).toMatchObject({ status: 429, title: 'Too Many Requests' })
  expect((await other.post('/v2/events', event)).status).toBe(201)

  const worker = await openApp(database, { parts: ['deliveries'] })
  const ids = accepted.body.data.map(({ id }: { id: string }) => id)
  await receiver.waitFor(() => ids.every((id: string) => receiver.received.some(({ body }) => body.id === id)))
  await eventually(
    () => seller.post('/v2/events', event),
    ({ status }) => status === 201,
  )
  await worker.close()
})
