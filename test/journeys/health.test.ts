import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { MINUTE } from '../../src/kernel/duration.ts'
import { newCounter } from '../../src/series/rules/counter.ts'
import { addMinutes } from '../../src/series/store.ts'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { insertManyLogs } from '../support/database/many-logs.ts'
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

test('ten thousand later successes hide no failure of the hour, neither from the health nor from the list', async () => {
  const { seller } = await openTenant(app)
  const { body } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  const { id } = body.data
  const now = Date.now()
  const failed_at = now - 30 * MINUTE
  const logs = { owner_id: seller.store_id, integration_id: id }
  await insertManyLogs(database.db, { ...logs, rows: 1, from: failed_at, until: failed_at })
  const failure = { error_detail: 'Received a status code outside of 2xx range (503)', status_code: 503 }
  await query(
    database.db,
    'update logs set succeeded = false, status_code = $1, error_detail = $2 where integration_id = $3',
    [failure.status_code, failure.error_detail, id],
  )
  await insertManyLogs(database.db, { ...logs, rows: 10_000, from: now - 10 * MINUTE, until: now })
  const minute = (at: number, attempts: number, succeeded: number) => ({
    subject_id: id,
    at: Math.floor(at / MINUTE) * MINUTE,
    counter: { ...newCounter(), attempts, succeeded },
  })
  await addMinutes(database.db, [minute(failed_at, 1, 0), minute(now - 5 * MINUTE, 10_000, 10_000)])
  const health = await seller.get(`/v2/integrations/${id}/health`)
  const listed = await seller.get(`/v2/integrations/health?filter=eq(id,${id})`)
  for (const data of [health.body.data, listed.body.data[0]]) {
    expect(data).toMatchObject({
      status: 'degraded',
      summary: expect.stringMatching(
        /^1 of 10,001 attempts of the last hour failed, the last at .* UTC: the response is 503\.$/,
      ),
      attempts: { count: 10_001, last_failed_at: new Date(failed_at).toISOString(), last_error: failure.error_detail },
    })
    expect(data.attempts.success_rate).toBeLessThan(1)
  }
})
