import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selectConfirmed } from '../../src/alerts/recipients/store.ts'
import { query } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newId } from '../../src/db/new-id.ts'
import { selectCart } from '../../src/store/carts/store.ts'
import { indexProducts } from '../../src/store/catalog/releases/sql/index-products.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase } from '../support/database/database.ts'
import { insertReleased } from '../support/database/released-names.ts'
import { insertManyOrders } from '../support/store/many-orders.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.close())

test('one of two concurrent starters runs the migrations, and the other finds none to run', async () => {
  const [first, second] = await Promise.all([migrate(database.db), migrate(database.db)])
  expect([first, second]).toContainEqual([])
  expect([...first, ...second]).toContain('0001-tidings.sql')
  expect(await migrate(database.db)).toEqual([])
})

test('rejects a migration that changed after it ran', async () => {
  await migrate(database.db)
  await query(database.db, `update migrations set checksum = 'other' where name = '0001-tidings.sql'`, [])
  await expect(migrate(database.db)).rejects.toThrow('0001-tidings.sql was changed after it ran')
})

test('rejects a migration that this release does not know', async () => {
  await migrate(database.db)
  await query(database.db, `insert into migrations (name, checksum) values ('9999-future.sql', 'x')`, [])
  await expect(migrate(database.db)).rejects.toThrow('9999-future.sql, which this release does not know')
})

test('a rejection does not lock out the next starter', async () => {
  await migrate(database.db)
  await query(database.db, `insert into migrations (name, checksum) values ('9999-future.sql', 'x')`, [])
  await expect(migrate(database.db)).rejects.toThrow()
  await query(database.db, `delete from migrations where name = '9999-future.sql'`, [])
  expect(await migrate(database.db)).toEqual([])
})

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The schema before the given migration. */
async function migrateUntil(end: string): Promise<void> {
  await query(
    database.db,
    'create table migrations (name text primary key, checksum text, ran_at timestamptz default now())',
    [],
  )
  for (const name of (await readdir(FOLDER)).filter((each) => each < end).sort()) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    await query(database.db, text, [])
    await query(database.db, 'insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

test('alert recipients keep getting messages of their owner alone', async () => {
  await migrateUntil('0075')
  const { db } = database
  const [owner, other] = [newId(Date.now()), newId(Date.now())]
  const insert = (owner_id: string, recipients: string[] | null) =>
    query(
      db,
      `insert into alerts (owner_id, id, version, updated_at, name, enabled, channel, recipients, format, disabled)
       values ($1, $2, 1, now(), 'x', true, 'email', $3, 'text', true)`,
      [owner_id, newId(Date.now()), recipients === null ? null : JSON.stringify(recipients)],
    )
  await insert(owner, ['Ops@Example.com', 'erp@example.com'])
  await insert(owner, ['ops@example.com'])
  await insert(owner, null)
  await insert(other, ['other@example.com'])
  await migrate(db)
  const addresses = ['ops@example.com', 'erp@example.com', 'other@example.com']
  expect((await selectConfirmed(db, owner, addresses)).sort()).toEqual(['erp@example.com', 'ops@example.com'])
  expect(await selectConfirmed(db, other, addresses)).toEqual(['other@example.com'])
})

test('carts keep their lines and taxes when both become part of the cart row', async () => {
  await migrateUntil('0015')
  const { db } = database
  const [owner_id, product_id, first, second, tax, other] = Array.from({ length: 6 }, () => newId(Date.now()))
  const at = '2026-03-01T10:00:00.123Z'
  for (const id of ['full', 'empty'])
    await query(
      db,
      `insert into carts (owner_id, id, version, created_at, updated_at, expires_at, name, description, customer_ids, coupons)
       values ($1, $2, 7, $3, $3, $3, 'Name', '', '{}', '{}')`,
      [owner_id, id, at],
    )
  await query(
    db,
    `insert into cart_items values ($1, 'full', $2, $4, $4, $3, '', '', '', 2, null, false, null),
       ($1, 'full', $5, $4, $4, null, 'GIFT', 'Wrapping', 'Blue', 1, 500, true, $3)`,
    [owner_id, first, product_id, at, second],
  )
  await query(
    db,
    `insert into cart_tax_items values ($1, 'full', $2, $3, 'VAT', 'GB', 'S', 200000, null), ($1, 'full', $2, $4, 'Duty', '', '', null, 99)`,
    [owner_id, second, tax, other],
  )
  await migrate(db)
  const key = { owner_id: owner_id ?? '', id: 'full' }
  const custom = { custom_inputs: {}, custom_attributes: {} }
  const line = { created_at: Date.parse(at), updated_at: Date.parse(at), tax_items: [], ...custom }
  const words = { sku: 'GIFT', name: 'Wrapping', description: 'Blue', includes_tax: true }
  const none = { sku: '', name: '', description: '', includes_tax: false }
  expect(await selectCart(db, key)).toMatchObject({ version: 7, name: 'Name', expires_at: Date.parse(at) })
  expect((await selectCart(db, key))?.items).toEqual([
    { ...line, ...none, id: first, product_id, quantity: 2, unit_amount: null, tax_class_id: null },
    {
      ...line,
      ...words,
      id: second,
      product_id: null,
      quantity: 1,
      unit_amount: 500,
      tax_class_id: product_id,
      tax_items: [
        { id: tax, name: 'VAT', jurisdiction: 'GB', code: 'S', rate: 200000, amount: null },
        { id: other, name: 'Duty', jurisdiction: '', code: '', rate: null, amount: 99 },
      ],
    },
  ])
  expect((await selectCart(db, { ...key, id: 'empty' }))?.items).toEqual([])
})

test('products that were published before are found by other spellings of their names', async () => {
  await migrateUntil('0085')
  const { db } = database
  const ref = { owner_id: newId(Date.now()), release_id: newId(Date.now()) }
  const names = await insertReleased(db, ref, [
    { name: 'Cafe Table' },
    { name: 'Café Chair' },
    { name: '東京タワー模型' },
  ])
  const parts = [...names]
    .sort(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([id], position) => ({ id, position }))
  await query(
    db,
    `insert into release_positions (owner_id, release_id, position, product_id)
     select $1, $2, position, id from jsonb_to_recordset($3) as p(id uuid, position integer)`,
    [ref.owner_id, ref.release_id, JSON.stringify(parts)],
  )
  const words = `select word, in_name, in_tags, elsewhere from release_words where release_id = $1 order by word`
  await migrate(db)
  const migrated = await query<{ word: string }>(db, words, [ref.release_id])
  expect(migrated.map(({ word }) => word)).toContain('~cafe')
  expect(migrated.map(({ word }) => word)).toContain('~模型')
  await query(db, 'delete from release_positions', [])
  await query(db, 'delete from release_words', [])
  await db.transaction((tx) => indexProducts(tx, ref, new AbortController().signal))
  expect(
    (await query<{ word: string }>(db, words, [ref.release_id])).filter(({ word }) => word.startsWith('~')),
  ).toEqual(migrated)
})

test('units refunded beyond the shipped ones count as withdrawn, except those in pending shipments', async () => {
  await migrateUntil('0086')
  const { db } = database
  const owner_id = newId(Date.now())
  await insertManyOrders(db, { owner_id, rows: 6, from: Date.now() - 1000, until: Date.now() })
  const ids = (await query<{ id: string }>(db, 'select id from orders order by id', [])).map(({ id }) => id)
  /** Of six units each: how many are refunded, shipped, and in a pending shipment. */
  const sold = [
    { open: true, shippable: true, refunded: 4, shipped: 1, planned: 0, withdrawn: 3 },
    { open: true, shippable: true, refunded: 4, shipped: 0, planned: 5, withdrawn: 1 },
    { open: true, shippable: true, refunded: 2, shipped: 3, planned: 0, withdrawn: 0 },
    { open: false, shippable: true, refunded: 6, shipped: 6, planned: 0, withdrawn: 0 },
    { open: false, shippable: false, refunded: 6, shipped: 0, planned: 0, withdrawn: 0 },
    { open: true, shippable: false, refunded: 2, shipped: 0, planned: 0, withdrawn: 2 },
  ]
  for (const [at, { open, shippable, refunded, shipped, planned }] of sold.entries()) {
    const order = [owner_id, ids[at]]
    const id = newId(Date.now())
    const shipping = open ? 'unfulfilled' : 'fulfilled'
    await query(db, 'update orders set shipping = $3 where owner_id = $1 and id = $2', [...order, shipping])
    await query(
      db,
      `insert into order_items (owner_id, order_id, id, cart_item_id, sku, name, quantity, unit_amount, includes_tax, net, tax,
         discount, taxes, shippable, refunded_quantity, shipped_quantity, custom_inputs, custom_attributes)
       values ($1, $2, $3, $3, 'L', 'Lamp', 6, 1, false, 6, 0, 0, '[]', $4, $5, $6, '{}', '{}')`,
      [...order, id, shippable, refunded, shipped],
    )
    if (planned === 0) continue
    await query(
      db,
      `insert into shipments (owner_id, order_id, id, version, updated_at, status, carrier, tracking_number, items)
       values ($1, $2, $3, 1, now(), 'pending', '', '', $4)`,
      [...order, id, JSON.stringify([{ id, quantity: planned }])],
    )
  }
  await migrate(db)
  const rows = await query(db, 'select withdrawn_quantity as withdrawn from order_items order by order_id', [])
  expect(rows).toEqual(sold.map(({ withdrawn }) => ({ withdrawn })))
})

test('products and prices whose SKUs differ only in case survive, and new ones are refused', async () => {
  await migrateUntil('0087')
  const [owner, book] = [newId(0), newId(1)]
  const insertProduct = (sku: string) =>
    query(
      database.db,
      `insert into products (owner_id, id, version, updated_at, sku, name, description, slug, status, commodity_type,
         definition, options, tags, modifier_names, weight, extensions, external_ref)
       values ($1, $2, 1, now(), $3, 'Lamp', '', '', 'live', 'physical', '', '[]', '{}', '{}', 0, '{}', '')`,
      [owner, newId(Date.now()), sku],
    )
  const insertPrice = (sku: string) =>
    query(
      database.db,
      `insert into product_prices (owner_id, id, version, updated_at, pricebook_id, sku, currencies)
       values ($1, $2, 1, now(), $3, $4, '{}')`,
      [owner, newId(Date.now()), book, sku],
    )
  await query(
    database.db,
    `insert into pricebooks (owner_id, id, version, updated_at, name, description, external_ref)
     values ($1, $2, 1, now(), 'Retail', '', '')`,
    [owner, book],
  )
  for (const sku of ['SKU-1', 'sku-1', 'Sku-1', 'sku-2']) {
    await insertProduct(sku)
    await insertPrice(sku)
  }
  await migrate(database.db)
  for (const table of ['products', 'product_prices'])
    expect(await query(database.db, `select sku, sku_twin from ${table} order by id`, [])).toEqual([
      { sku: 'SKU-1', sku_twin: '' },
      { sku: 'sku-1', sku_twin: 'sku-1' },
      { sku: 'Sku-1', sku_twin: 'Sku-1' },
      { sku: 'sku-2', sku_twin: '' },
    ])
  for (const sku of ['sKu-1', 'SKU-2']) {
    await expect(insertProduct(sku)).rejects.toMatchObject({ constraint: 'products_sku_alike' })
    await expect(insertPrice(sku)).rejects.toMatchObject({ constraint: 'product_prices_sku_alike' })
  }
})
