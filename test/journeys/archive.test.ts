import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { partitionOf } from '../../src/db/partitions/partition-names.ts'
import { createPartitions, readPartitionMetrics, retentionOf } from '../../src/db/partitions/partitions.ts'
import { type App, eventually, openApp, openTenant, type Tenant, webhookIntegration } from '../support/app.ts'
import { jsonHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertRows } from '../support/database/insert-rows.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openReceiver } from '../support/servers/receiver.ts'

const DAY = 86_400_000
const NOW = Date.now()
const THEN = Math.floor(NOW / DAY) * DAY - 39 * DAY
const EVENTS = partitionOf('events', THEN)
const AUDIT = partitionOf('audit_entries', THEN)

let database: TestDatabase
let folder: string
let env: Record<string, string>
let shop: App
let tenant: Tenant
const id = newId(THEN)
const PAYLOAD = '{"data":{"type":"order","id":"o1"}}'
beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder('fast')
  env = {
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.direct_url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDINGS_ARCHIVE_FOLDER: path.join(folder, 'archive'),
    TIDINGS_AUDIT_RETENTION_DAYS: '30',
  }
  await createPartitions(database.db, THEN)
  shop = await openApp(database, { env: { TIDINGS_RETENTION_DAYS: '99' } })
  tenant = await openTenant(shop)
  const owner = { organization_id: tenant.organization_id, owner_id: tenant.store_id }
  await insertRows(database.db, 'events', [{ id, ...owner, triggered_by: 'order.paid', payload: PAYLOAD }])
})
afterAll(async () => {
  await shop.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function isThere(name: string): Promise<boolean> {
  const rows = await query<{ found: boolean }>(database.db, 'select to_regclass($1) is not null as found', [name])
  return rows[0]?.found === true
}

test('a failing archive keeps expired events, with a log line and a metric, but no audit entries', async () => {
  const blocked = path.join(folder, 'blocked')
  await writeFile(blocked, '')
  const lines: string[] = []
  const app = await openApp(database, {
    env: { ...env, TIDINGS_ARCHIVE_FOLDER: blocked, TIDINGS_LOG_LEVEL: 'error' },
    lines: { write: (line) => void lines.push(line) },
  })
  await eventually(
    () => isThere(AUDIT),
    (found) => !found,
  )
  await eventually(
    async () => lines.join(''),
    (text) => text.includes('archiving an expired partition failed'),
  )
  expect(await isThere(EVENTS)).toBe(true)
  const metrics = await readPartitionMetrics(database.db, NOW, retentionOf({ days: 30, audit_days: 30 }))
  expect(metrics.find(({ table }) => table === 'events')?.expired).toBeGreaterThan(0)
  await app.close()
})

test('expired partitions are archived and dropped, and can be restored until they expire again', async () => {
  const app = await openApp(database, { env, parts: ['deliveries'] })
  // A partition whose archiving was interrupted by stopping could not be restored.
  for (const table of ['events', 'jobs', 'logs'] as const)
    await eventually(
      () => isThere(partitionOf(table, THEN)),
      (found) => !found,
    )
  await app.close()
  const from = new Date(THEN).toISOString()
  const restored = await jsonHere<{ name: string; rows: number; kept_until: string }[]>(
    ['events', 'restore', '--from', from, '--days', '3'],
    env,
  )
  expect(restored.map(({ name, rows }) => [name, rows])).toEqual([
    [EVENTS, 1],
    [partitionOf('jobs', THEN), 0],
    [partitionOf('logs', THEN), 0],
  ])
  await replayRestored()

  // Other expired data is dropped in the same pass.
  await createPartitions(database.db, THEN)
  const beside = await openApp(database, { env, parts: ['deliveries'] })
  await eventually(
    () => isThere(partitionOf('events', THEN + DAY)),
    (found) => !found,
  )
  await beside.close()
  expect(await isThere(EVENTS)).toBe(true)
  const later = await openApp(database, { env, parts: ['deliveries'], clock: () => Date.now() + 4 * DAY })
  await eventually(
    () => isThere(EVENTS),
    (found) => !found,
  )
  await later.close()
  expect((await jsonHere<unknown[]>(['events', 'restore', EVENTS], env)).length).toBe(1)
})

/** Restored deliveries can be read, but are not sent again. */
async function replayRestored(): Promise<void> {
  const receiver = await openReceiver()
  const { body: event } = await tenant.seller.get(`/v2/events/${id}`)
  expect(event.data.payload).toEqual(JSON.parse(PAYLOAD))
  const integration = webhookIntegration(receiver.url, ['order.paid'])
  const { body: created } = await tenant.seller.post('/v2/integrations', integration)
  expect(receiver.received).toEqual([])
  const [from, to] = [THEN, THEN + DAY].map((time) => new Date(time).toISOString())
  const replays = `/v2/integrations/${created.data.id}/replays`
  expect((await tenant.seller.post(replays, { data: { from, to, selection: 'all' } })).status).toBe(201)
  await receiver.waitForCount(1)
  expect(receiver.received.map(({ body }) => body.id)).toEqual([id])
  await receiver.close()
}

test('a restore reports a missing archive, a missing argument, or a partition not in the archive', async () => {
  const { TIDINGS_ARCHIVE_FOLDER: _, ...without } = env
  const cases: [string[], Record<string, string>, string][] = [
    [
      ['events', 'restore', EVENTS],
      without,
      'There is no archive: set TIDINGS_ARCHIVE_FOLDER or TIDINGS_ARCHIVE_BUCKET',
    ],
    [['events', 'restore'], env, 'Name the partitions to restore, or give --from (and --to).'],
    [['events', 'restore', 'events_19990101'], env, 'events_19990101 is not in the archive.'],
    [['events', 'restore', '--from', '1999-01-01'], env, 'The archive has no data from that time.'],
  ]
  for (const [args, settings, message] of cases) await expect(jsonHere(args, settings)).rejects.toThrow(message)
})
