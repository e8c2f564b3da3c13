import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { stepReplay } from '../../../src/deliveries/replays/step.ts'
import { type App, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await testDatabase()
  // No worker, because the test takes the steps.
  app = await openApp(database, { parts: ['api'] })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

test('a step of a filtered replay reads at most 16 MiB of payloads, and later steps read the rest', async () => {
  const { seller } = await openTenant(app)
  const webhook = webhookIntegration('http://127.0.0.1:9/', ['order.paid'], { filter: 'eq(data.id,1)' })
  const { id } = (await seller.post('/v2/integrations', webhook)).body.data
  const payload = { data: { type: 'order', id: '1', text: 'x'.repeat(6_000_000) } }
  for (let count = 0; count < 3; count += 1) await seller.post('/v2/events', { triggered_by: 'order.paid', payload })
  const replay = { data: { selection: 'all', from: new Date(0).toISOString() } }
  const preview = await seller.post(`/v2/integrations/${id}/replays/preview`, replay)
  expect(preview.body.data.total).toEqual({ count: 3, method: 'exact' })
  await seller.post(`/v2/integrations/${id}/replays`, replay)
  const step = async () => {
    await query(database.db, 'update replays set next_at = now() where next_at is not null', [])
    await stepReplay(app.foundation.db, Date.now() + 1_000)
    const text = 'select scanned, enqueued, status from replays where integration_id = $1'
    return (await query(database.db, text, [id]))[0]
  }
  const first = await step()
  const second = await step()
  expect(first).toMatchObject({ enqueued: 2, status: 'running' })
  expect(second).toMatchObject({ enqueued: 3, status: 'completed' })
})
