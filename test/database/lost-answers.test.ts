import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWire, type Wire } from '../../bench/support/servers/wire.ts'
import { query } from '../../src/db/database.ts'
import { dayAt } from '../../src/db/partitions/partition-names.ts'
import { claimJobs } from '../../src/deliveries/jobs/claim.ts'
import { registerWorker, unregisterWorker } from '../../src/deliveries/jobs/membership.ts'
import { type App, openApp, openTenant, type Tenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
let wire: Wire
let api: App
let tenant: Tenant
let integration_id: string

beforeAll(async () => {
  database = await testDatabase()
  wire = await startWire(database.url)
  api = await openApp(database, { parts: ['api'] })
  tenant = await openTenant(api)
  const made = await tenant.seller.post('/v2/integrations', webhookIntegration('http://127.0.0.1:1', ['order.paid']))
  integration_id = made.body.data.id
})

afterAll(async () => {
  await api.close()
  await wire.close()
  await database.close()
})

async function publish(count: number): Promise<void> {
  const event = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o' } } }
  const { status } = await tenant.seller.post(
    '/v2/events',
    Array.from({ length: count }, () => event),
  )
  expect(status).toBe(201)
}

async function countLeased(): Promise<number> {
  const [row] = await query<{ count: number }>(
    database.db,
    `select count(*) as count from jobs where integration_id = $1 and status = 'delivering'`,
    [integration_id],
  )
  return row?.count ?? 0
}

test('a worker declared dead gets no leases, because they would never be released', async () => {
  const worker_id = await registerWorker(database.db)
  await unregisterWorker(database.db, worker_id, 'none')
  await publish(3)
  const now = Date.now()
  const claim = {
    integration_ids: [integration_id],
    part: dayAt(now),
    each: 20,
    worker_id,
    lease_until: now + 60_000,
    now: now + 1,
  }
  expect((await claimJobs(database.db, claim)).jobs).toEqual([])
  expect(await countLeased()).toBe(0)
})
