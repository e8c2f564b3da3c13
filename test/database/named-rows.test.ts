import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Executor, query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import type { Ref } from '../../src/store/catalog/cache/release-cache.ts'
import { idsBySku } from '../../src/store/catalog/sql/browse.ts'
import { releasedProducts } from '../../src/store/catalog/sql/product-rows.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const MANY = 5_000
let made = 0

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await query(database.db, 'alter table release_products set (autovacuum_enabled = false)', [])
})
afterAll(() => database.close())

async function insertRelease(products: number): Promise<Ref> {
  made += 1
  const ref = { owner_id: newId(made), release_id: newId(made) }
  await query(
    database.db,
    `insert into release_products (owner_id, release_id, id, updated_at, sku, name, description, slug, commodity_type,
       definition, options, tags, weight, extensions, external_ref, node_ids, category_ids, prices, digest)
     select $1, $2, gen_random_uuid(), now(), 'MANY-' || n, 'Lamp', '', '', 'physical', '', '[]', '{}', 0, '{}', '', '{}',
            '{}', '{}', '' from generate_series(1, $3::integer) as n`,
    [ref.owner_id, ref.release_id, products],
  )
  return ref
}

test('products of a release without planner statistics are looked up individually', async () => {
  const first = await insertRelease(MANY)
  await expectLooks(first)
  for (let other = 0; other < 300; other += 1) await insertRelease(10)
  await query(database.db, 'vacuum analyze release_products', [])
  const newest = await insertRelease(MANY)
  await expectLooks(newest)
})

/**
 * Looks up three products by SKU and by id: one row each, plus the rows that the planner reads at the ends of an index.
 */
function expectLooks(ref: Ref) {
  const skus = [1, 77, MANY].map((number) => `MANY-${number}`)
  return database.db.transaction(async (tx) => {
    const before = await counters(tx)
    const ids = await idsBySku(tx, ref, skus)
    const products = await releasedProducts(tx, ref, [...ids.values()])
    const after = await counters(tx)
    expect(products.size).toBe(skus.length)
    expect(after.scans - before.scans).toBe(0)
    expect(after.rows - before.rows).toBeLessThan(20)
  })
}

/** Statistics of this session that the server has not published yet. */
async function counters(tx: Executor) {
  const read = `select seq_scan::integer as scans, (seq_tup_read + idx_tup_fetch)::integer as rows
    from pg_stat_xact_user_tables where relname = 'release_products'`
  const [counted = { scans: 0, rows: 0 }] = await query<{ scans: number; rows: number }>(tx, read, [])
  return counted
}
