import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { stepDueRow } from '../../src/db/due/due-row.ts'
import { newId } from '../../src/db/new-id.ts'
import { lockDueReplay } from '../../src/deliveries/replays/store.ts'
import { lockExpiredCart } from '../../src/store/carts/store.ts'
import type { Client } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertDue } from '../support/database/due-rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const MANY = 250
const ROWS_EACH = 10

/** Creates that many organizations, each with a store. */
async function makeStores(count: number): Promise<Client[]> {
  const made = Array.from({ length: count }, () => ({
    organization_id: newId(Date.now()),
    store_id: newId(Date.now()),
  }))
  await insertDue(
    database,
    'stores',
    made.map(({ organization_id }) => ({ organization_id, store_id: organization_id })) as Client[],
    (index) => ({ id: made[index]?.store_id, name: 'Store', scope: made[index]?.store_id }),
  )
  return made as Client[]
}

type Row = { id: string; organization_id: string; owner_id: string }

test.each([
  {
    table: 'carts',
    column: 'expires_at',
    more: {},
    take: (tx, passed) => lockExpiredCart(database.db, tx, { now: Date.now(), passed }),
  },
  {
    table: 'replays',
    column: 'next_at',
    more: { status: 'running', selection: 'all' },
    take: (tx, passed, served) => lockDueReplay(tx, Date.now(), passed, served),
  },
] satisfies {
  table: string
  column: string
  more: object
  take: Parameters<typeof stepDueRow<Row, Row>>[1]['take']
}[])(
  '$table: serves an organization before any of many others is served twice, although theirs have waited longer',
  async (queue) => {
    const { table, column, more, take } = queue
    const many = await makeStores(MANY)
    const [modest] = (await makeStores(1)) as [Client]
    const others = Array.from({ length: ROWS_EACH }, () => many).flat()
    await insertDue(database, table, others, (index) => ({ [column]: new Date(1_000 + index), ...more }))
    await insertDue(database, table, [modest], () => ({ [column]: new Date(1_000_000), ...more }))
    const served: string[] = []
    while (served.at(-1) !== modest.store_id && served.length < 2 * MANY) {
      const done = await stepDueRow<Row, Row>(database.db, {
        queue: table,
        take,
        async work(tx, row) {
          await query(tx, `delete from ${table} where owner_id = $1 and id = $2`, [row.owner_id, row.id])
          return row
        },
      })
      served.push(done?.owner_id ?? 'none due')
    }
    expect(served.at(-1)).toBe(modest.store_id)
  },
)
