import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { stepJobRun } from '../../../src/deliveries/job-runs/step.ts'
import { type App, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'

const EVENTS = 20

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await testDatabase()
  // No worker, because the test takes the step.
  app = await openApp(database, { parts: ['api'] })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** Wraps the database and records the largest number of payloads in one result. */
function measured(db: Database) {
  const largest = { payloads: 0 }
  const transaction: Database['transaction'] = (work, isolation) =>
    db.transaction((tx) => {
      const execute: Database['execute'] = async (text, values) => {
        const result = await tx.execute(text, values)
        const payloads = result.rows.filter((row) => typeof row === 'object' && row !== null && 'payload' in row)
        largest.payloads = Math.max(largest.payloads, payloads.length)
        return result
      }
      return work({ ...tx, execute, isTransaction: true })
    }, isolation)
  return { db: { ...db, execute: db.execute.bind(db), close: db.close.bind(db), transaction }, largest }
}

test("a run of retries loads the payloads of eight events at a time and keeps each job's order", async () => {
  const { seller } = await openTenant(app)
  const configuration = { url: 'http://127.0.0.1:9/', secret_key: 'a secret of the test', ordered: true }
  const webhook = webhookIntegration('http://127.0.0.1:9/', ['order.paid'], { configuration })
  const { id } = (await seller.post('/v2/integrations', webhook)).body.data
  const payload = { data: { type: 'order', id: '1' } }
  await seller.post('/v2/events', Array(EVENTS).fill({ triggered_by: 'order.paid', payload }))
  await query(database.db, `update jobs set status = 'failed', next_at = null, order_key = null`, [])
  const run = { action: 'retry', integration_ids: [id], statuses: ['failed'], from: new Date(0).toISOString() }
  expect((await seller.post('/v2/integrations/job-runs', { data: run })).status).toBe(201)
  const { db, largest } = measured(app.foundation.db)
  await stepJobRun(db, Date.now() + 1_000)
  const jobs = await query<{ status: string; is_ordered: boolean }>(
    database.db,
    'select status, order_key is not null as is_ordered from jobs where integration_id = $1',
    [id],
  )
  expect(jobs).toEqual(Array(EVENTS).fill({ status: 'pending', is_ordered: true }))
  expect(largest.payloads).toBe(8)
})
