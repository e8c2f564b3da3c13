import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

let database: TestDatabase
let app: App
let receiver: Receiver

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await database.close()
})

test('a worker that cannot write attempts reports it in readiness and health, and stops when asked', async () => {
  await query(
    database.db,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'The disk is odd.'; end $$`,
    [],
  )
  await query(database.db, 'create trigger refuse before insert on logs for each row execute function refuse()', [])
  const { seller } = await openTenant(app)
  const { body } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  const ready = async () => {
    const response = await fetch(`${app.origin}/ready`)
    return { status: response.status, checks: ((await response.json()) as { checks: Record<string, unknown> }).checks }
  }
  expect(await ready()).toMatchObject({ status: 200, checks: { worker: { ok: true } } })
  await seller.post('/v2/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '1' } } })
  await receiver.waitForCount(1)

  const { checks } = await eventually(ready, ({ status }) => status === 503)
  expect(checks).toMatchObject({
    worker: { ok: false, detail: expect.stringMatching(/^Attempts could not be written/) },
  })
  const health = await eventually(
    async () => (await seller.get(`/v2/integrations/${body.data.id}/health`)).body.data,
    ({ unsettled_seconds }) => unsettled_seconds !== null,
  )
  expect(health.summary).toContain('its attempts could not be written to the database')

  await app.close()
  const jobs = await query(database.db, 'select status, lease_until from jobs', [])
  expect(jobs).toEqual([{ status: 'pending', lease_until: null }])
})
