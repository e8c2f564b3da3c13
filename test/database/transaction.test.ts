import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, query, type Transaction } from '../../src/db/database.ts'
import { afterwards, transact } from '../../src/db/transaction.ts'
import { isUnavailable } from '../../src/db/unreachable.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase } from '../support/database/database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await emptyDatabase()
  db = database.db
  await query(db, 'create table counters (id int primary key, value int not null)', [])
})
beforeEach(async () => {
  await query(db, 'truncate counters', [])
  await query(db, 'insert into counters values (1, 0), (2, 0)', [])
})
afterAll(() => database.close())

const count = (tx: Transaction, id: number) => query(tx, 'update counters set value = value + 1 where id = $1', [id])

test('two deadlocked transactions both complete once, and each outcome is reported once', async () => {
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  const outcomes: string[] = []
  const crossing = (first: number, second: number) =>
    transact(db, async (tx) => {
      runs += 1
      afterwards(tx, { committed: () => outcomes.push('committed'), rolledBack: () => outcomes.push('rolled back') })
      await count(tx, first)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await count(tx, second)
      return first
    })
  expect(await Promise.all([crossing(1, 2), crossing(2, 1)])).toEqual([1, 2])
  // A busy machine may cause further deadlocks.
  expect(runs).toBeGreaterThanOrEqual(3)
  const again = Array.from({ length: runs - 2 }, () => 'rolled back')
  expect(outcomes.sort()).toEqual(['committed', 'committed', ...again])
  expect(await query(db, 'select value from counters', [])).toEqual([{ value: 2 }, { value: 2 }])
})

/** Fails with a PostgreSQL error code, after a statement that must be rolled back. */
async function runsUntilGivenUp(code: string) {
  let runs = 0
  const error = await transact(db, async (tx) => {
    runs += 1
    await count(tx, 1)
    await query(tx, `do $$ begin raise exception 'in the way' using errcode = '${code}'; end $$`, [])
  }).catch((reason: unknown) => reason)
  expect(await query(db, 'select value from counters where id = 1', [])).toEqual([{ value: 0 }])
  return { runs, error }
}

test.each(['40P01', '40001'])('a transaction that fails with %s is tried up to five times', async (code) => {
  const { runs, error } = await runsUntilGivenUp(code)
  expect(runs).toBe(5)
  expect(error).toMatchObject({ code })
  expect(isUnavailable(error)).toBe(true)
})

test.each(['23505', '53100', '25006', 'P0001'])('a transaction that fails with %s is tried once', async (code) => {
  const { runs, error } = await runsUntilGivenUp(code)
  expect(runs).toBe(1)
  expect(error).toMatchObject({ code })
})

test('a commit that PostgreSQL turns into a rollback throws', async () => {
  const committing = transact(db, async (tx) => {
    await count(tx, 1)
    await query(tx, 'select 1 / 0', []).catch(() => {})
  })
  await expect(committing).rejects.toThrow('rolled back')
  expect(await query(db, 'select value from counters where id = 1', [])).toEqual([{ value: 0 }])
})

test('statements of a transaction run in sequence, and none runs after its end', async () => {
  const ended = await transact(db, async (tx) => {
    await Promise.all([count(tx, 1), count(tx, 2), count(tx, 1)])
    return tx
  })
  expect(await query(db, 'select value from counters order by id', [])).toEqual([{ value: 2 }, { value: 1 }])
  await expect(count(ended, 1)).rejects.toThrow('has ended')
})
