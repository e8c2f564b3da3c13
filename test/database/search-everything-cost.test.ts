import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { OWNER_PERMISSIONS } from '../../src/kernel/permissions.ts'
import { search } from '../../src/search/search.ts'
import { SOURCES } from '../../src/search/source.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertManyOrders } from '../support/store/many-orders.ts'

const ROWS = 20_000
const NOW = Date.now()
const owner_id = newId(NOW - 1000)
/** Limit for all statements of a search: one index lookup per key, and five rows. */
const MAX_BLOCKS = 150

let database: TestDatabase
let counted: Counted

beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  const { db } = database
  await insertManyOrders(db, { owner_id, rows: ROWS, from: NOW - 86_400_000, until: NOW })
  await query(
    db,
    `insert into customers (owner_id, id, version, updated_at, name, email, external_ref)
     select $1, uuidv7(), 1, now(), 'Grace ' || n, 'grace.' || n || '@example.com', '' from generate_series(1, ${ROWS}) as n`,
    [owner_id],
  )
  await query(
    db,
    `insert into products (owner_id, id, version, updated_at, sku, name, description, slug, status, commodity_type, definition,
                           options, modifier_names, tags, weight, extensions, external_ref)
     select $1, uuidv7(), 1, now(), 'SKU-' || n, 'Lamp ' || n, '', '', 'live', 'physical', '', '[]', '{}', '{}', 0, '{}', ''
       from generate_series(1, ${ROWS}) as n`,
    [owner_id],
  )
  await query(db, 'vacuum analyze customers', [])
  await query(db, 'vacuum analyze products', [])
})

afterAll(async () => {
  await counted.close()
  await database.close()
})

async function searched(words: string) {
  const caller = { owner_id, permissions: OWNER_PERMISSIONS }
  const { groups, blocks } = await counted.counting(async () => ({ groups: await search(counted.db, caller, words) }))
  return { blocks, types: groups.map(({ type, results }) => `${type} ${results.length}`) }
}

test.each([
  ['N-1', ['order 5']],
  ['n-19999', ['order 1']],
  ['ERP-777', ['order 5']],
  ['Grace.1999', ['customer 5']],
  ['grace', ['customer 5']],
  ['sku-1', ['product 5']],
  ['lamp', ['product 5']],
  ['1999 lamp', ['product 5']],
  ['19999 grace', ['customer 1']],
  ['zz', []],
  ["%_\\'", []],
])('a search for %s reads a few index blocks among many rows', async (words, types) => {
  const found = await searched(words)
  expect(found.types).toEqual(types)
  expect(found.blocks).toBeLessThan(MAX_BLOCKS)
})

test('digits that thousands of customer ids begin with are found in the index of ids', async () => {
  const [first] = await query<{ id: string }>(database.db, 'select id from customers order by id limit 1', [])
  const found = await searched(first?.id.slice(0, 8) ?? '')
  expect(found.types).toContain('customer 5')
  expect(found.blocks).toBeLessThan(MAX_BLOCKS)
})

test('no source is scanned in full', async () => {
  const [{ plan }] = (await query<{ plan: string }>(
    database.db,
    `select string_agg(indexdef, ' ') as plan from pg_indexes where tablename = any($1)`,
    [SOURCES.map(({ table }) => table)],
  )) as [{ plan: string }]
  for (const { prefixes } of SOURCES)
    for (const { key } of prefixes) expect([key, plan.includes(indexed(key))]).toEqual([key, true])
})

/** Quotes a key as PostgreSQL prints it. */
function indexed(key: string): string {
  if (key.includes('customer')) return `lower((customer #>> ARRAY['email'::text])) text_pattern_ops`
  return `${key} text_pattern_ops`
}
