import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginSnapshot, selectTables } from '../../src/backup/sql/tables.ts'
import { lockForBackup } from '../../src/db/backup-lock.ts'
import { type CopySession, openCopySession } from '../../src/db/copy-session.ts'
import { query } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { partitionOf } from '../../src/db/partitions/partition-names.ts'
import { createPartitions, dropPartitions } from '../../src/db/partitions/partitions.ts'
import { DAY } from '../../src/kernel/duration.ts'
import { deletePending, scheduleDeletion } from '../../src/store/files/bytes/sql/pending-deletion.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { keepFor } from '../support/database/keep-for.ts'

const NOW = Date.now()
/** All partitions of today have expired by then. */
const LATER = NOW + 40 * DAY
const files = {
  bytes: { put: async () => {}, read: async () => null, remove: async () => {}, close() {} },
  spool: { take: () => Promise.reject(), discard: async () => {}, sweep: async () => {} },
  size_limit: 1,
}

let database: TestDatabase
let backup: CopySession
beforeAll(async () => {
  database = await testDatabase()
  await scheduleDeletion(database.db, ['a key'], NOW)
  backup = await openCopySession(database.direct_url)
  await lockForBackup(backup)
  await beginSnapshot(backup, await selectTables(backup))
  await query(backup, 'select count(*) from integrations', [])
})
afterAll(() => database.close())

test('during a backup, a process starts, creates partitions and writes into every table', async () => {
  expect(await migrate(database.db)).toEqual([])
  await createPartitions(database.db, NOW + 3 * DAY)
  const made = partitionOf('events', NOW + 10 * DAY)
  expect((await selectTables(database.db)).map(({ name }) => name)).toContain(made)
  await query(database.db, `update leases_at_birth set none_before = none_before`, [])
  expect(await locksThatBlockWriters()).toEqual([])
})

test('during a backup, no partition is dropped and no file content is deleted', async () => {
  expect(await dropPartitions(database.db, LATER, keepFor(3))).toEqual([])
  expect(await deletePending(database.db, files, NOW)).toBe(0)
  await backup.close()
  const dropping = expect.poll(() => dropPartitions(database.db, LATER, keepFor(3)))
  await dropping.toContain(partitionOf('events', NOW))
  expect(await deletePending(database.db, files, NOW)).toBe(1)
})

/** Locks of this database's backup, except those that conflict only with DDL. */
async function locksThatBlockWriters(): Promise<unknown[]> {
  const text = `select relation::regclass, mode from pg_locks join pg_stat_activity using (pid)
    where application_name = 'tidings backup' and locktype = 'relation' and datname = current_database()
      and (mode <> 'AccessShareLock' or relation in ('events'::regclass, 'jobs'::regclass, 'logs'::regclass, 'audit_entries'::regclass))`
  return query(database.db, text, [])
}
