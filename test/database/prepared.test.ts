import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { prepared } from '../../src/db/prepared.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const MARKED = prepared('select amount from sums where id = $1')
const UNMARKED = 'select amount from sums where $1 = id'
const ANY = prepared('select * from sums where id = $1')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await query(database.db, 'create table sums (id integer primary key, amount integer)', [])
  await query(database.db, 'insert into sums values (1, 10), (2, 20)', [])
})
afterAll(() => database.close())

function open(pooled = false): Database {
  return openDatabase({ url: database.direct_url, connections: 1, pooled, onError: () => {} })
}

/** Statements prepared on the only connection of the pool. */
async function preparedStatements(db: Database): Promise<string[]> {
  const rows = await query<{ statement: string }>(db, 'select statement from pg_prepared_statements order by 1', [])
  return rows.map(({ statement }) => statement)
}

test('a connection prepares the marked statements, once each, and no others', async () => {
  const db = open()
  const answers = []
  for (const id of [1, 2, 1]) answers.push(...(await query(db, MARKED, [id])), ...(await query(db, UNMARKED, [id])))
  expect(answers).toEqual([10, 10, 20, 20, 10, 10].map((amount) => ({ amount })))
  expect(await preparedStatements(db)).toEqual([MARKED])
  await db.close()
})

test('a connection behind a pooler prepares no statements', async () => {
  const db = open(true)
  expect(await query(db, MARKED, [2])).toEqual([{ amount: 20 }])
  expect(await preparedStatements(db)).toEqual([])
  await db.close()
})

test('a table that changes under a statement fails it at most once', async () => {
  const db = open()
  await query(db, ANY, [1])
  await query(database.db, 'alter table sums add name text', [])
  await expect(query(db, ANY, [1])).rejects.toThrow('cached plan must not change result type')
  expect(await query(db, ANY, [1])).toEqual([{ id: 1, amount: 10, name: null }])
  await db.close()
})

test('a connection that is always busy is replaced after its lifetime, with its prepared statements', async () => {
  const db = openDatabase({ url: database.direct_url, connections: 1, lifetime_seconds: 1, onError: () => {} })
  const backend = async () => (await query<{ pid: number }>(db, 'select pg_backend_pid() as pid', []))[0]?.pid
  await query(db, MARKED, [1])
  const first = await backend()
  await expect.poll(backend, { interval: 20 }).not.toBe(first)
  expect(await preparedStatements(db)).toEqual([])
  expect(await query(db, MARKED, [1])).toEqual([{ amount: 10 }])
  await db.close()
})

test('keeps only the last thousand distinct statements prepared', async () => {
  const db = open()
  for (let index = 0; index < 2_000; index += 1) {
    prepared(`select ${index} as one`)
    if (index % 500 === 0) await query(db, MARKED, [1])
  }
  for (const text of ['select 0 as one', 'select 1999 as one', MARKED])
    await query(db, text, text === MARKED ? [1] : [])
  expect(await preparedStatements(db)).toEqual(['select 1999 as one', MARKED])
  await db.close()
})
