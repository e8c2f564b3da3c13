import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { Cart, CartItem } from './cart.ts'

export type CartKey = { owner_id: string; id: string }

type CartRow = Omit<Cart, 'created_at' | 'updated_at' | 'expires_at' | 'items'> & {
  created_at: Date
  updated_at: Date
  expires_at: Date
  items: CartItem[] | null
}

const COLUMNS = `owner_id, id, version, created_at, updated_at, expires_at, name, description, currency, country, region,
  customer_ids, account_id, coupons, shipping_option_id`

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

/** One statement, whatever is in the cart. */
const SELECT = `select ${COLUMNS}, (
    select json_agg(json_build_object(
      'id', item.id, 'created_at', ${MS('item.created_at')}, 'updated_at', ${MS('item.updated_at')},
      'product_id', item.product_id, 'sku', item.sku, 'name', item.name, 'description', item.description,
      'quantity', item.quantity, 'unit_amount', item.unit_amount, 'includes_tax', item.includes_tax,
      'tax_class_id', item.tax_class_id, 'tax_items', coalesce((
        select json_agg(json_build_object('id', tax.id, 'name', tax.name, 'jurisdiction', tax.jurisdiction,
                                          'code', tax.code, 'rate', tax.rate, 'amount', tax.amount) order by tax.id)
          from cart_tax_items as tax
         where tax.owner_id = item.owner_id and tax.cart_id = item.cart_id and tax.cart_item_id = item.id), '[]'::json)
    ) order by item.id)
      from cart_items as item where item.owner_id = carts.owner_id and item.cart_id = carts.id) as items
  from carts where owner_id = $1 and id = $2`

export async function selectCart(db: Database, { owner_id, id }: CartKey): Promise<Cart | undefined> {
  const rows = await query<CartRow>(db, SELECT, [owner_id, id])
  return rows.map(read)[0]
}

export async function lockCart(tx: Transaction, { owner_id, id }: CartKey): Promise<Cart | undefined> {
  // The lock first: what is read with it could be older than what its former holder has committed.
  await query(tx, 'select from carts where owner_id = $1 and id = $2 for update', [owner_id, id])
  return selectCart(tx, { owner_id, id })
}

/** Returns whether there was none: another request may have opened it at the same time. */
export async function insertCart(tx: Transaction, cart: Cart): Promise<boolean> {
  const rows = await query(
    tx,
    `insert into carts (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict do nothing returning 1`,
    valuesOf(cart),
  )
  return rows.length > 0
}

export async function updateCart(tx: Transaction, cart: Cart): Promise<void> {
  await query(
    tx,
    `update carts set version = $3, created_at = $4, updated_at = $5, expires_at = $6, name = $7, description = $8,
            currency = $9, country = $10, region = $11, customer_ids = $12, account_id = $13, coupons = $14,
            shipping_option_id = $15
      where owner_id = $1 and id = $2`,
    valuesOf(cart),
  )
}

export async function deleteCart(tx: Transaction, { owner_id, id }: CartKey): Promise<void> {
  await query(tx, 'delete from carts where owner_id = $1 and id = $2', [owner_id, id])
}

/** Writes the items as they are now; those that are not named any more go. */
export async function writeItems(
  tx: Transaction,
  { owner_id, id }: CartKey,
  before: readonly CartItem[],
  after: readonly CartItem[],
): Promise<void> {
  const kept = new Set(after.map((item) => item.id))
  const gone = before.filter((item) => !kept.has(item.id)).map((item) => item.id)
  const known = new Map(before.map((item) => [item.id, item]))
  const changed = after.filter((item) => known.get(item.id) !== item)
  if (gone.length > 0)
    await query(tx, 'delete from cart_items where owner_id = $1 and cart_id = $2 and id = any($3::uuid[])', [
      owner_id,
      id,
      gone,
    ])
  if (changed.length === 0) return
  await upsertItems(tx, { owner_id, id }, changed)
  const taxed = changed.filter((item) => item.tax_items.length + (known.get(item.id)?.tax_items.length ?? 0) > 0)
  if (taxed.length > 0) await writeTaxItems(tx, { owner_id, id }, taxed)
}

async function upsertItems(tx: Transaction, { owner_id, id }: CartKey, items: readonly CartItem[]): Promise<void> {
  await query(
    tx,
    `insert into cart_items (owner_id, cart_id, id, created_at, updated_at, product_id, sku, name, description, quantity,
                             unit_amount, includes_tax, tax_class_id)
     select $1, $2, item.id, to_timestamp(item.created_at / 1000.0), to_timestamp(item.updated_at / 1000.0),
            item.product_id, item.sku, item.name, item.description, item.quantity, item.unit_amount, item.includes_tax,
            item.tax_class_id
       from jsonb_to_recordset($3::jsonb) as item (
         id uuid, created_at bigint, updated_at bigint, product_id uuid, sku text, name text, description text,
         quantity integer, unit_amount bigint, includes_tax boolean, tax_class_id uuid)
     on conflict (owner_id, cart_id, id) do update
       set updated_at = excluded.updated_at, sku = excluded.sku, name = excluded.name,
           description = excluded.description, quantity = excluded.quantity, unit_amount = excluded.unit_amount,
           includes_tax = excluded.includes_tax, tax_class_id = excluded.tax_class_id`,
    [owner_id, id, JSON.stringify(items)],
  )
}

async function writeTaxItems(tx: Transaction, { owner_id, id }: CartKey, items: readonly CartItem[]): Promise<void> {
  const taxes = items.flatMap((item) => item.tax_items.map((tax) => ({ ...tax, cart_item_id: item.id })))
  await query(
    tx,
    `delete from cart_tax_items where owner_id = $1 and cart_id = $2 and cart_item_id = any($3::uuid[])`,
    [owner_id, id, items.map((item) => item.id)],
  )
  if (taxes.length === 0) return
  await query(
    tx,
    `insert into cart_tax_items (owner_id, cart_id, cart_item_id, id, name, jurisdiction, code, rate, amount)
     select $1, $2, tax.cart_item_id, tax.id, tax.name, tax.jurisdiction, tax.code, tax.rate, tax.amount
       from jsonb_to_recordset($3::jsonb) as tax (
         cart_item_id uuid, id uuid, name text, jurisdiction text, code text, rate integer, amount bigint)`,
    [owner_id, id, JSON.stringify(taxes)],
  )
}

/** A cart whose time is over, locked; those that somebody is at are passed over. */
export async function takeExpired(
  tx: Transaction,
  now: number,
): Promise<(CartKey & { organization_id: string; version: number }) | undefined> {
  const rows = await query<CartKey & { organization_id: string; version: number }>(
    tx,
    `select carts.owner_id, carts.id, carts.version, stores.organization_id
       from carts join stores on stores.id = carts.owner_id
      where expires_at <= to_timestamp($1 / 1000.0) order by expires_at limit 1 for update of carts skip locked`,
    [now],
  )
  return rows[0]
}

function read(row: CartRow): Cart {
  return {
    ...row,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
    expires_at: row.expires_at.getTime(),
    items: row.items ?? [],
  }
}

function valuesOf(cart: Cart): unknown[] {
  const { owner_id, id, version, name, description, currency, country, region } = cart
  const times = [cart.created_at, cart.updated_at, cart.expires_at].map((at) => new Date(at))
  const { customer_ids, account_id, coupons, shipping_option_id } = cart
  const rest = [customer_ids, account_id, coupons, shipping_option_id]
  return [owner_id, id, version, ...times, name, description, currency, country, region, ...rest]
}
