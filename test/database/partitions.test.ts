import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { partitionOf } from '../../src/db/partitions/partition-names.ts'
import { createPartitions, dropPartitions, retentionOf } from '../../src/db/partitions/partitions.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { lowestIdAt } from '../../src/kernel/ids.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { keepFor } from '../support/database/keep-for.ts'

const DAY = 86_400_000
const now = Date.now()
const today = Math.floor(now / DAY) * DAY
let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase()
  for (const age of [29, 31, 32]) await createPartitions(database.db, now - (age - 1) * DAY)
})

afterEach(() => database.close())

function names(): Promise<string[]> {
  const text = `select relname as name from pg_class where relkind = 'r' and relname ~ '^events_[0-9]{8}$' order by 1`
  return query<{ name: string }>(database.db, text, []).then((rows) => rows.map(({ name }) => name))
}

const aged = (days: number) => partitionOf('events', today - days * DAY)

test('retention drops expired whole days with the keys of their events, and records the drop', async () => {
  const { db } = database
  const owner = newId(now)
  const [old, young] = [newId(today - 31 * DAY + 1), newId(today - 29 * DAY)]
  for (const id of [old, young]) {
    await query(db, `insert into event_keys (owner_id, key, event_id) values ($1, $2, $3)`, [owner, id, id])
  }
  const dropped = await dropPartitions(db, now, keepFor(30))
  expect(dropped).toContain(aged(31))
  expect(dropped).not.toContain(aged(30))
  expect(await names()).toEqual((await names()).filter((name) => name >= aged(30)))
  expect(await query(db, `select event_id from event_keys`, [])).toEqual([{ event_id: young }])
  const entries = await query(
    db,
    `select name from partition_changes where change = 'dropped' and name like 'events%'`,
    [],
  )
  expect(entries).toContainEqual({ name: aged(31) })
})

test('the audit log has its own retention', async () => {
  const { db } = database
  const dropped = await dropPartitions(db, now, retentionOf({ days: 30, audit_days: 31 }))
  const old = partitionOf('audit_entries', today - 32 * DAY)
  expect(dropped.filter((name) => name.startsWith('audit_entries'))).toContain(old)
  expect(dropped).toContain(aged(31))
  expect(dropped).not.toContain(partitionOf('audit_entries', today - 31 * DAY))
  const left = await query(db, `select to_regclass($1) as found`, [old])
  expect(left).toEqual([{ found: null }])
})

test('the next run drops a partition left between detach and drop by a crash', async () => {
  const { db } = database
  await query(db, `alter table events detach partition ${aged(31)}`, [])
  await dropPartitions(db, now, keepFor(30))
  expect(await names()).not.toContain(aged(31))
})

test('the next run finishes a detach that a crash interrupted', async () => {
  const { db } = database
  // A reader that locks the table makes the detach wait in its second half; killing the detach there leaves it pending.
  await db.transaction(async (reader) => {
    await query(reader, `select 1 from events limit 1`, [])
    // A connection of its own, so that no later statement runs on it while it dies.
    const dying = openDatabase({ url: database.url, connections: 1, onError: () => {} })
    const detaching = query(dying, `alter table events detach partition ${aged(31)} concurrently`, []).catch(() => {})
    await expect.poll(() => pending(aged(31)), { interval: 20 }).toBe(true)
    await query(
      reader,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'alter table events detach%'`,
      [],
    )
    await detaching
    await dying.close()
  })
  expect(await pending(aged(31))).toBe(true)
  expect(await dropPartitions(db, now, keepFor(30))).toContain(aged(31))
  expect(await names()).not.toContain(aged(31))
})

async function pending(name: string): Promise<boolean> {
  const rows = await query<{ pending: boolean }>(
    database.db,
    `select inhdetachpending as pending from pg_inherits where inhrelid = $1::regclass`,
    [name],
  )
  return rows[0]?.pending ?? false
}

test('concurrent processes create and drop each partition once, without blocking readers or writers', async () => {
  const { db } = database
  const runs = await Promise.all([1, 2].map(() => dropPartitions(db, now, keepFor(30))))
  expect(runs.flat().toSorted()).toEqual([...new Set(runs.flat())].toSorted())
  await Promise.all([1, 2, 3].map(() => createPartitions(db, now)))
  const id = newId(now)
  await query(db, `insert into events values ($1, $1, $1, 'order.paid', null, null, '{}')`, [id])
  expect(await query(db, `select id from events where id >= $1`, [lowestIdAt(now)])).toEqual([{ id }])
})

test('concurrent runs of retention finish, although the pool has only two connections', async () => {
  const two = openDatabase({ url: database.direct_url, connections: 2, onError: () => {} })
  const dropped = await Promise.all(Array.from({ length: 4 }, () => dropPartitions(two, now, keepFor(30)))).finally(
    () => two.close(),
  )
  expect(dropped.filter((parts) => parts.length > 0)).toHaveLength(1)
})
