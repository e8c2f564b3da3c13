import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { deleteExpiredGuests } from '../../src/storefront/shoppers/sql/checkout-details.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('data and wishlists of guests are deleted once the retention is over, and no sooner', async () => {
  const { db } = database
  const now = Date.UTC(2026, 0, 1)
  const [store_id, late, soon, customer] = [0, 1, 2, 3].map(() => crypto.randomUUID())
  const rows = [
    [late, new Date(now)],
    [soon, new Date(now + 1)],
    [customer, null],
  ]
  const insert = 'insert into storefront_shoppers (owner_id, shopper_id, number, expires_at) values ($1, $2, 0, $3)'
  for (const [shopper_id, expires_at] of rows) await query(db, insert, [store_id, shopper_id, expires_at])
  const wish = 'insert into wishlist_lines (owner_id, shopper_id, product_id, id) values ($1, $2, $3, $3)'
  for (const [shopper_id] of rows) await query(db, wish, [store_id, shopper_id, crypto.randomUUID()])
  expect([await deleteExpiredGuests(db, now), await deleteExpiredGuests(db, now)]).toEqual([true, false])
  for (const table of ['storefront_shoppers', 'wishlist_lines']) {
    const left = await query<{ shopper_id: string }>(db, `select shopper_id from ${table}`, [])
    expect(left.map(({ shopper_id }) => shopper_id).sort()).toEqual([soon, customer].sort())
  }
})
