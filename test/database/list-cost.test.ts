import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { type Bind, list } from '../../src/db/list.ts'
import { newId } from '../../src/db/new-id.ts'
import { type ListQuery, parseListRequest } from '../../src/http/lists/lists.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertManyLogs, logs } from '../support/database/many-logs.ts'

const DAY = 86_400_000
const ROWS = 120_000
const FROM = Math.floor(Date.now() / DAY) * DAY - DAY
const owner_id = newId(FROM)
const integration_id = newId(FROM)

let database: TestDatabase
let counted: Counted

beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  await insertManyLogs(database.db, { owner_id, integration_id, rows: ROWS, from: FROM, until: FROM + 6 * DAY })
  // Otherwise the server might vacuum between two readings, and the second reading would touch fewer blocks.
  await query(database.db, 'vacuum analyze logs', [])
})

afterAll(async () => {
  await counted.close()
  await database.close()
})

/** Reads a page of the integration's logs and counts the blocks touched. */
function read(query: ListQuery) {
  const own = { columns: '*', from: 'logs', where: (bind: Bind) => `integration_id = ${bind(integration_id)}` }
  const request = parseListRequest({ 'page[limit]': 100, ...query }, logs, 25)
  return counted.counting(() => list(counted.db, own, request))
}

const at = (row: number) => new Date(FROM + (row * 6 * DAY) / ROWS).toISOString()

test.each([
  ['created_at', (row: number) => `ge(created_at,${at(row)})`, (row: number) => row],
  ['-created_at', (row: number) => `lt(created_at,${at(row)})`, (row: number) => ROWS - row],
])('a keyset walk by %s reads equally few blocks on every page, including the last', async (sort, filter, start) => {
  const observed = { sort, 'page[total_method]': 'observed' as const }
  const first = await read(observed)
  expect(first.rows).toHaveLength(100)
  expect(first.blocks).toBeLessThan(50)
  for (const row of [10_000, 60_000, 100_000, ROWS - 200, ROWS - 100]) {
    const page = await read({ ...observed, filter: filter(start(row)) })
    expect(page.rows).toHaveLength(100)
    expect(page.more).toBe(row < ROWS - 100)
    expect(page.blocks).toBeLessThanOrEqual(2 * first.blocks)
  }
})

test('counting to the lower bound reads no further rows, wherever the page is', async () => {
  const first = await read({ sort: 'created_at' })
  expect(first.total).toEqual({ total: 10_000, total_method: 'lower_bound' })
  const middle = await read({ sort: 'created_at', filter: `ge(created_at,${at(60_000)})` })
  expect(middle.total).toEqual({ total: 10_000, total_method: 'lower_bound' })
  expect(middle.blocks).toBeLessThanOrEqual(2 * first.blocks)
  const all = await read({ sort: 'created_at', 'page[total_method]': 'exact' })
  expect(all.total.total).toBe(ROWS)
  expect(all.blocks).toBeGreaterThan(5 * first.blocks)
})
