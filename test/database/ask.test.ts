import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { prepared } from '../../src/db/prepared.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const MARKED = prepared('select length($1::text) as length')
const UNMARKED = 'select length($1::text) + 0 as length'

setFlagsFromString('--expose-gc')
const collect: (how: { type: 'minor' }) => void = runInNewContext('gc')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}

const STATEMENTS = 100
const VALUE_BYTES = 65_536

/**
 * Heap growth after `STATEMENTS` statements of `VALUE_BYTES` each: memory that only a full garbage collection frees.
 */
async function growth(db: Database, statement: string): Promise<number> {
  const before = oldBytes()
  for (let index = 0; index < STATEMENTS; index += 1) {
    await query(db, statement, [Buffer.alloc(VALUE_BYTES, String(index)).toString('latin1')])
    collect({ type: 'minor' })
  }
  return oldBytes() - before
}

test.for([
  { name: 'a marked statement', statement: MARKED, pooled: false },
  { name: 'a statement', statement: UNMARKED, pooled: false },
  { name: 'a statement through a pooler', statement: UNMARKED, pooled: true },
])('the values of $name are freed when it has ended', async ({ statement, pooled }) => {
  const db = openDatabase({ url: database.direct_url, connections: 1, pooled, onError: () => {} })
  await growth(db, statement)
  expect(await growth(db, statement)).toBeLessThan((STATEMENTS * VALUE_BYTES) / 2)
  await db.close()
})

test('the stack of an error leads to the caller', async () => {
  async function whoAsked() {
    await query(database.db, 'select 1 / $1::integer', [0])
  }
  await expect(whoAsked()).rejects.toSatisfy(({ stack }: Error) => stack?.includes('whoAsked') === true)
})
