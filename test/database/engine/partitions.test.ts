import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { newId } from '../../../src/db/new-id.ts'
import { partitionOf } from '../../../src/db/partitions/partition-names.ts'
import { createPartitions, dropPartitions } from '../../../src/db/partitions/partitions.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { emptyDatabase } from '../../support/database/database.ts'
import { insertRows } from '../../support/database/insert-rows.ts'
import { keepFor } from '../../support/database/keep-for.ts'
import { holdTransaction } from '../../support/engine/held-transaction.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 12)
const OWNER_ID = newId(NOW)

let database: TestDatabase
beforeEach(async () => {
  database = await emptyDatabase()
  await migrate(database.db)
})
afterEach(() => database.close())

async function partitions(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database.db,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' order by 1`,
    [],
  )
  return rows.map((row) => row.name)
}

function days(from: number, to: number): string[] {
  return (['audit_entries', 'events', 'jobs', 'logs'] as const).flatMap((table) =>
    Array.from({ length: to - from + 1 }, (_, index) => partitionOf(table, NOW + (from + index) * DAY)),
  )
}

async function addRows(db: Database, time: number): Promise<string> {
  const [event_id, job_id, owner_id] = [newId(time), newId(time), OWNER_ID]
  await insertRows(db, 'events', [
    { id: event_id, organization_id: owner_id, owner_id, triggered_by: 'order.paid', payload: '{}' },
  ])
  await insertRows(db, 'event_keys', [{ owner_id, key: `key of ${time}`, event_id }])
  const ids = { integration_id: OWNER_ID, owner_id }
  const state = { status: 'succeeded', next_at: null, updated_at: new Date(time) } as const
  await insertRows(db, 'jobs', [{ id: job_id, event_id, triggered_by: 'order.paid', ...ids, ...state }])
  const log = { attempt: 1, succeeded: true, processing_time: 0.1, request_headers: '{}' }
  await insertRows(db, 'logs', [{ id: newId(time), job_id, ...ids, ...log }])
  return event_id
}

test('several processes that create partitions at once create each once, and a second run creates none', async () => {
  const pools = Array.from({ length: 5 }, () => openDatabase({ url: database.url, connections: 2, onError: () => {} }))
  await Promise.all(pools.flatMap((db) => [createPartitions(db, NOW), createPartitions(db, NOW)]))
  expect(await partitions()).toEqual(days(-1, 7))
  await createPartitions(database.db, NOW)
  expect(await partitions()).toEqual(days(-1, 7))
  await createPartitions(database.db, NOW + DAY)
  expect(await partitions()).toEqual(days(-1, 8))
  await Promise.all(pools.map((db) => db.close()))
})

test('a day ends where the next begins: its first and last ids go into its own partition', async () => {
  await createPartitions(database.db, NOW)
  const midnight = Math.floor(NOW / DAY) * DAY
  for (const time of [midnight - 1, midnight, midnight + DAY - 1, midnight + DAY]) {
    const id = await addRows(database.db, time)
    const rows = await query<{ partition: string }>(
      database.db,
      `select tableoid::regclass::text as partition from events where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ partition: partitionOf('events', time) }])
  }
})

test('drops only days that are entirely past the retention, and forgets their idempotency keys', async () => {
  const { db } = database
  for (const day of [-12, -4, 0]) await createPartitions(db, NOW + day * DAY)
  const midnight = Math.floor(NOW / DAY) * DAY
  const times = [midnight - 12 * DAY, midnight - 10 * DAY - 1, midnight - 10 * DAY, midnight - 4 * DAY, NOW]
  const ids: string[] = []
  for (const time of times) ids.push(await addRows(db, time))

  const dropped = await dropPartitions(db, NOW, keepFor(10))
  expect(dropped.sort()).toEqual(days(-13, -11))
  expect(await partitions()).toEqual(days(-10, 7))
  const remaining = ids.slice(2)
  expect((await query<{ id: string }>(db, 'select id from events order by id', [])).map((row) => row.id)).toEqual(
    remaining,
  )
  expect(await query(db, 'select id from jobs', [])).toHaveLength(3)
  expect(await query(db, 'select id from logs', [])).toHaveLength(3)
  const keys = await query<{ event_id: string }>(db, 'select event_id from event_keys order by event_id', [])
  expect(keys.map((row) => row.event_id)).toEqual(remaining)
  expect(await dropPartitions(db, NOW, keepFor(10))).toEqual([])
})

test('a key that was forgotten with its event may be used again', async () => {
  const { db } = database
  await createPartitions(db, NOW - 12 * DAY)
  await createPartitions(db, NOW)
  const old = { owner_id: OWNER_ID, key: 'invoice 17', event_id: newId(NOW - 12 * DAY) }
  await insertRows(db, 'event_keys', [old])
  await dropPartitions(db, NOW, keepFor(10))
  await insertRows(db, 'event_keys', [{ ...old, event_id: newId(NOW) }])
})

test('dropping neither waits for readers and writers of newer days nor blocks them', async () => {
  const { db } = database
  await createPartitions(db, NOW - 12 * DAY)
  await createPartitions(db, NOW)
  const writing = await holdTransaction(db)
  await addRows(writing.tx, NOW)
  const dropping = dropPartitions(db, NOW, keepFor(10))
  await addRows(db, NOW + 1)
  await writing.commit()
  expect(await dropping).not.toEqual([])
  expect(await query(db, 'select id from events', [])).toHaveLength(2)
})
