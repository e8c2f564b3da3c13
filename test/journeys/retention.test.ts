import { expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { dayAt, partitionOf } from '../../src/db/partitions/partition-names.ts'
import { createPartitions } from '../../src/db/partitions/partitions.ts'
import { eventually, openApp } from '../support/app.ts'
import { testDatabase } from '../support/database/database.ts'

const DAY = 86_400_000

test('a process drops expired partitions after its start, in the background', async () => {
  const database = await testDatabase()
  const now = Date.now()
  await createPartitions(database.db, now - 39 * DAY)
  const old = partitionOf('events', dayAt(now) - 40 * DAY)
  const isThere = async () => {
    const rows = await query<{ found: boolean }>(database.db, 'select to_regclass($1) is not null as found', [old])
    return rows[0]?.found === true
  }
  expect(await isThere()).toBe(true)
  // A reader of the table blocks detaching a partition.
  const app = await database.db.transaction(async (reader) => {
    await query(reader, 'select from events limit 1', [])
    const started = await openApp(database, { parts: ['deliveries'] })
    expect(await isThere()).toBe(true)
    return started
  })
  await eventually(isThere, (found) => !found)
  await app.close()
  await database.close()
})
