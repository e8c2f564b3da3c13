import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { pooledDatabase } from '../support/database/pooled.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { SQS_KEYS } from '../support/servers/sqs.ts'

const BROKER = { addresses: ['stomp://mq.example.com'], username: 'tidings', password: 'secret-of-the-test' }

let database: TestDatabase
let app: App
let receiver: Receiver

beforeAll(async () => {
  database = await pooledDatabase()
  app = await openApp(database)
  receiver = await openReceiver()
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

test.each([
  ['webhook', { url: 'https://example.com/hook' }, 'receiver', null],
  ['aws_sqs', { url: 'https://sqs.example.com/1/events', region: 'eu-west-1', ...SQS_KEYS }, 'queue', null],
  ['stomp', { ...BROKER, destination: '/queue/events' }, 'queue', null],
  ['stomp', { ...BROKER, destination: '/topic/events' }, 'broker', expect.stringContaining('durable subscription')],
])('health names the confirmation of a delivery: %s %o', async (integration_type, configuration, by, detail) => {
  const { seller } = await openTenant(app)
  const integration = webhookIntegration(receiver.url, ['order.paid'], { integration_type, configuration })
  const created = await seller.post('/v2/integrations', integration)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { body } = await seller.get(`/v2/integrations/${created.body.data.id}/health`)
  expect(body.data.confirmation).toEqual({ by, detail })
})

test('health shows attempts, backlog and pace, from idle to failing to disabled', async () => {
  const { seller } = await openTenant(app)
  const stranger = (await openTenant(app)).seller
  const { body } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  const path = `/v2/integrations/${body.data.id}`
  const health = () => seller.get(`${path}/health`).then((answer) => answer.body.data)
  const publish = (count: number) =>
    seller.post('/v2/events', Array(count).fill({ triggered_by: 'order.paid', payload: { data: { type: 'order' } } }))

  expect(await health()).toMatchObject({
    status: 'idle',
    attempts: { count: 0, success_rate: null },
    failing_since: null,
  })
  await publish(4)
  const healthy = await eventually(health, (data) => data.attempts.count === 4 && data.backlog.jobs === 0)
  expect(healthy).toMatchObject({
    status: 'healthy',
    attempts: { success_rate: 1, last_failed_at: null },
    backlog: { jobs: 0 },
  })
  expect(healthy.attempts.processing_time.p99).toBeGreaterThan(0)

  receiver.answer = (response) => {
    response.statusCode = 500
    response.end()
  }
  await publish(12)
  const failing = await eventually(health, (data) => data.status === 'failing')
  expect(failing.pace).toMatchObject({ workers: 1, cap: 1, probing: true })
  expect(failing.backlog).toMatchObject({ jobs: 12 })
  expect(failing.failing_since).not.toBeNull()
  expect(failing.attempts.success_rate).toBeLessThan(0.5)

  await seller.put(path, { data: { type: 'integration', enabled: false } })
  const disabled = await eventually(health, (data) => data.backlog.jobs === 0)
  expect(disabled.status).toBe('disabled')
  expect((await stranger.get(`${path}/health`)).status).toBe(404)
})
