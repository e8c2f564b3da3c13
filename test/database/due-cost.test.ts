import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDue } from '../../src/alerts/store.ts'
import { query, type Transaction } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { lockDueRun } from '../../src/deliveries/job-runs/store.ts'
import { lockDueReplay } from '../../src/deliveries/replays/store.ts'
import { leaseJob } from '../../src/store/exports/store.ts'
import type { Client } from '../support/app.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertDue } from '../support/database/due-rows.ts'

const OWNERS = 20
const ROWS_EACH = 1_000
/** Blocks of 8 KiB. */
const MAX_BLOCKS_OF_OWNER = 15

let database: TestDatabase
let counted: Counted
let owners: Client[]
beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  owners = Array.from({ length: OWNERS }, () => {
    const [organization_id, store_id] = [newId(Date.now()), newId(Date.now())]
    return { organization_id, store_id } as Client
  })
})
afterAll(async () => {
  await counted.close()
  await database.close()
})

const TAKES: Record<string, { more?: object; take: (tx: Transaction) => Promise<unknown> }> = {
  export_jobs: { more: { status: 'pending' }, take: (tx) => leaseJob(tx, Date.now(), Date.now()) },
  replays: { more: { status: 'running', selection: 'all' }, take: (tx) => lockDueReplay(tx, Date.now(), [], []) },
  job_runs: { more: { status: 'running', action: 'retry' }, take: (tx) => lockDueRun(tx, Date.now(), [], []) },
  alert_incidents: { take: (tx) => takeDue(tx, Date.now(), Date.now()) },
}

test.each(Object.entries(TAKES))(
  'the cost of finding the next %s grows with the owners that wait, not with the rows',
  async (table, of) => {
    const rows = Array.from({ length: ROWS_EACH }, () => owners).flat()
    await insertDue(database, table, rows, () => of.more ?? {})
    await query(database.db, `analyze ${table}`, [])
    const tx: Transaction = { ...counted.db, isTransaction: true }
    const { blocks } = await counted.counting(async () => ({ taken: await of.take(tx) }))
    expect(blocks).toBeLessThan(OWNERS * MAX_BLOCKS_OF_OWNER)
  },
)
