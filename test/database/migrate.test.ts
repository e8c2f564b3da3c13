import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { query } from '../../src/db/pool.ts'
import type { TestDatabase } from '../support/cluster.ts'
import { emptyDatabase } from '../support/database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.close())

test('of two starters at once one runs the migrations and the other finds nothing to do', async () => {
  const [first, second] = await Promise.all([migrate(database.db), migrate(database.db)])
  expect([first, second]).toContainEqual([])
  expect([...first, ...second]).toContain('0001-tidings.sql')
  expect(await migrate(database.db)).toEqual([])
})

test('a migration that was changed after it ran is refused', async () => {
  await migrate(database.db)
  await query(database.db, `update migrations set checksum = 'other' where name = '0001-tidings.sql'`, [])
  await expect(migrate(database.db)).rejects.toThrow('0001-tidings.sql was changed after it ran')
})

test('a migration that this release does not know is refused', async () => {
  await migrate(database.db)
  await query(database.db, `insert into migrations (name, checksum) values ('9999-future.sql', 'x')`, [])
  await expect(migrate(database.db)).rejects.toThrow('9999-future.sql, which this release does not know')
})

test('after a refusal the next starter is not locked out', async () => {
  await migrate(database.db)
  await query(database.db, `insert into migrations (name, checksum) values ('9999-future.sql', 'x')`, [])
  await expect(migrate(database.db)).rejects.toThrow()
  await query(database.db, `delete from migrations where name = '9999-future.sql'`, [])
  expect(await migrate(database.db)).toEqual([])
})
