import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { openPooledDatabases, type PooledDatabases } from '../support/database/pooled.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

const SETTINGS = {
  datestyle: "'German'",
  timezone: "'America/New_York'",
  intervalstyle: "'iso_8601'",
  bytea_output: "'escape'",
  extra_float_digits: '0',
  standard_conforming_strings: 'off',
}

let databases: PooledDatabases
let database: TestDatabase
let receiver: Receiver
beforeAll(async () => {
  databases = await openPooledDatabases()
  database = await databases.make('migrated')
  receiver = await openReceiver()
  const db = openDatabase({ url: database.direct_url, connections: 1, onError: () => {} })
  const [{ name } = { name: '' }] = await query<{ name: string }>(db, 'select current_database() as name', [])
  for (const [setting, value] of Object.entries(SETTINGS))
    await query(db, `alter database "${name}" set ${setting} = ${value}`, [])
  await db.close()
})
afterAll(async () => {
  await receiver.close()
  await database.close()
  await databases.close()
})

test.each(['direct', 'pooled'])('times are correct on %s connections under any database settings', async (way) => {
  const env = way === 'direct' ? { DATABASE_URL: database.direct_url } : {}
  const app: App = await openApp(database, { env })
  try {
    const { seller } = await openTenant(app)
    const began = Date.now()
    const { body } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
    await seller.post('/v2/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '1' } } })
    const [log] = await eventually(
      async () => (await seller.get(`/v2/integrations/${body.data.id}/logs`)).body.data,
      (logs) => logs.length === 1,
    )
    for (const time of [log.meta.timestamps.created_at, body.data.meta.timestamps.created_at]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(time) - began)).toBeLessThan(60_000)
    }
  } finally {
    await app.close()
  }
})
