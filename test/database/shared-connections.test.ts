import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { inRequest, outsideOfRequests } from '../../src/kernel/flow/request-context.ts'
import { repeat } from '../../src/kernel/repeat.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function withPool(connections: number, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ url: database.url, connections, onError: (error) => expect.fail(String(error)) })
  await work(db).finally(() => db.close())
}

/** Runs a statement for an organization, and adds its name to the list at the end. */
function statement(db: Database, organization_id: string | null, over: (string | null)[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  inRequest({ client: organization_id, traceparent: null }, () => {
    query(db, 'select pg_sleep(0.02)', [])
      .then(() => void over.push(organization_id))
      .then(resolve, reject)
  })
  return promise
}

const times = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)

describe('connections', () => {
  test('when all are in use, organizations alternate', async () => {
    await withPool(1, async (db) => {
      const over: (string | null)[] = []
      const all = times(20, () => statement(db, 'greedy', over))
      all.push(...times(3, () => statement(db, 'modest', over)))
      await Promise.all(all)
      expect(over.slice(0, 7).filter((name) => name === 'modest')).toHaveLength(3)
    })
  })

  test('keep a quarter free for other organizations and the process itself', async () => {
    await withPool(4, async (db) => {
      const running = async () => {
        const [row] = await query<{ count: number }>(
          database.db,
          `select count(*) from pg_stat_activity
            where datname = current_database() and state = 'active' and query = 'select pg_sleep(0.02)'`,
          [],
        )
        return row?.count ?? 0
      }
      const most = async (organization_id: string | null) => {
        const counts: number[] = []
        const all = Promise.all(times(60, () => statement(db, organization_id, [])))
        let ended = false
        void all.finally(() => {
          ended = true
        })
        while (!ended) counts.push(await running())
        await all
        return Math.max(...counts)
      }
      expect(await most('greedy')).toBe(3)
      expect(await most(null)).toBe(4)
    })
  })

  test("reject a client's thousands of waiting statements from the 201st on, and serve others", async () => {
    await withPool(4, async (db) => {
      // Opens all connections before the flood, because opening takes longer than a statement.
      await Promise.all(times(4, () => statement(db, null, [])))
      const over: (string | null)[] = []
      const rejected: string[] = []
      const flood = times(1_500, () =>
        statement(db, 'greedy', over).catch((error: unknown) => void rejected.push(String(error))),
      )
      await Promise.all([statement(db, 'modest', over), statement(db, null, over)])
      expect(over.indexOf('modest')).toBeLessThan(20)
      expect(over.indexOf(null)).toBeLessThan(20)
      await Promise.all(flood)
      expect(rejected).toHaveLength(1_500 - 3 - 200)
    })
  })

  test('fail a statement that waits too long as without a connection, and serve others', async () => {
    const db = openDatabase({ url: database.url, connections: 1, connect_within: 100, onError: () => {} })
    await db.transaction(async (tx) => {
      // The statement would wait forever for the connection of its own transaction.
      await expect(query(db, 'select 1', [])).rejects.toThrow('timeout exceeded when trying to connect')
      expect(await query(tx, 'select 1 as one', [])).toEqual([{ one: 1 }])
    })
    expect(await query(db, 'select 1 as one', [])).toEqual([{ one: 1 }])
    await db.close()
  })

  test('do not attribute a loop that a request starts to its organization', async () => {
    await withPool(1, async (db) => {
      const over: (string | null)[] = []
      const looped = Promise.withResolvers<void>()
      inRequest({ client: 'greedy', traceparent: null }, () => {
        const loop = repeat(1, async () => {
          await query(db, 'select 1', [])
          over.push('loop')
          looped.resolve()
          outsideOfRequests(() => void loop.stop())
        })
      })
      await Promise.all([...times(20, () => statement(db, 'greedy', over)), looped.promise])
      expect(over.indexOf('loop')).toBeLessThan(15)
    })
  })
})
