import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createPartitions, dropPartitions } from '../../src/db/partitions/partitions.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { prepared } from '../../src/db/prepared.ts'
import type { Rows } from '../../src/db/rows.ts'
import { type App, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { keepFor } from '../support/database/keep-for.ts'
import { openPooledDatabases, type PooledDatabases } from '../support/database/pooled.ts'
import { isOver } from '../support/engine/process.ts'
import { POOL_SIZE } from '../support/servers/pgbouncer.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

let databases: PooledDatabases
let database: TestDatabase
let receiver: Receiver
let apps: App[]

beforeAll(async () => {
  databases = await openPooledDatabases()
  database = await databases.make('empty')
  receiver = await openReceiver()
  apps = []
  for (const part of ['api', 'deliveries', 'deliveries'] as const) apps.push(await openApp(database, { parts: [part] }))
})

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await receiver.close()
  await database.close()
  await databases.close()
})

/** Counts the clients of PgBouncer, or its server connections, for this test's database. */
async function poolerShows(what: 'clients' | 'servers'): Promise<number> {
  const console = Object.assign(new URL(database.url), { pathname: '/pgbouncer' }).href
  // The admin console supports no session settings.
  const client = new pg.Client({ connectionString: console })
  await client.connect()
  const { rows } = await client.query<{ database: string }>(`show ${what}`).finally(() => client.end())
  return rows.filter((row) => `/${row.database}` === new URL(database.url).pathname).length
}

test('several processes share a few connections and deliver every event once', async () => {
  const [api] = apps
  const { seller } = await openTenant(api as App)
  for (let index = 0; index < 5; index += 1) {
    await seller.post('/v2/integrations', webhookIntegration(receiver.url, [`pooled${index}_ext.updated`]))
  }
  const events = Array.from({ length: 100 }, (_, index) => ({
    triggered_by: `pooled${index % 5}_ext.updated`,
    payload: { data: { type: 'x', id: String(index) } },
  }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => seller.post('/v2/events', events)))
  const ids = answers.flatMap(({ body }) => body.data.map((event: { id: string }) => event.id))
  await receiver.waitFor(() => receiver.received.length >= 1000)
  await eventually(
    () => query<Rows['jobs']>(database.db, 'select * from jobs', []),
    (jobs) => jobs.every(isOver),
  )
  expect(receiver.received.map(({ body }) => body.id).toSorted()).toEqual(ids.toSorted())
  expect(await poolerShows('clients')).toBeGreaterThan(POOL_SIZE)
  expect(await poolerShows('servers')).toBeLessThanOrEqual(POOL_SIZE)
})

test('a worker wakes when an event is accepted, since it listens past the pooler', async () => {
  const { seller } = await openTenant(apps[0] as App)
  // One of two processes would poll soon after the other.
  await apps.pop()?.close()
  await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.paid']))
  const latencies: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const { body } = await seller.post('/v2/events', {
      triggered_by: 'order.paid',
      payload: { data: { type: 'order' } },
    })
    const accepted_at = Date.now()
    const { at } = await receiver.waitFor((got) => got.body.id === body.data[0].id)
    latencies.push(at - accepted_at)
  }
  // Each event but the first would otherwise wait for the next poll, one second later.
  expect(Math.min(...latencies.slice(1))).toBeLessThan(500)
})

test('concurrent migrations are safe even when the direct address is not set', async () => {
  const other = await databases.make('empty')
  const starters = [0, 1].map(() => openDatabase({ url: other.url, connections: 2, onError: () => {} }))
  try {
    const ran = await Promise.all(starters.map((db) => migrate(db)))
    expect(ran).toContainEqual([])
    expect(ran.flat()).toContain('0001-tidings.sql')
    for (const db of starters) expect(await migrate(db)).toEqual([])
  } finally {
    await Promise.all(starters.map((db) => db.close()))
    await other.close()
  }
})

test('partitions are created and dropped through the pooler, too', async () => {
  const db = openDatabase({ url: database.url, connections: 2, onError: () => {} })
  try {
    await createPartitions(db, Date.now() - 40 * 86_400_000)
    expect(await dropPartitions(db, Date.now(), keepFor(30))).toContainEqual(expect.stringMatching(/^events_\d{8}$/))
  } finally {
    await db.close()
  }
})

test('a process that does not know of its pooler reports the setting to set', async () => {
  const other = await databases.make('empty')
  const statement = prepared('select $1::integer + pg_backend_pid() as session')
  const unaware = openDatabase({ url: other.url, connections: 1, onError: () => {} })
  const holder = openDatabase({ url: other.url, connections: 1, pooled: true, onError: () => {} })
  try {
    const first = await query(unaware, statement, [0])
    await holder.transaction(async (tx) => {
      expect(await query(tx, statement, [0])).toEqual(first)
      await expect(query(unaware, statement, [0])).rejects.toThrow('DATABASE_DIRECT_URL must bypass the pooler')
    })
  } finally {
    await Promise.all([unaware.close(), holder.close()])
    await other.close()
  }
})
