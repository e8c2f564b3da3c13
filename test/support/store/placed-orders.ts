import { type Database, query } from '../../../src/db/database.ts'

/** The parts of an order that counts read. Times are in milliseconds since the epoch. */
export type PlacedOrder = {
  owner_id: string
  id: string
  updated_at: number
  status: 'incomplete' | 'complete' | 'cancelled'
  items: readonly { product_id: string | null; promotion_id?: string }[]
}

/** Writes an order with items as a checkout would, limited to what the counts read. */
export async function insertPlacedOrder(db: Database, order: PlacedOrder): Promise<void> {
  const { owner_id, id, updated_at, status, items } = order
  await query(
    db,
    `insert into orders (owner_id, id, version, updated_at, order_number, external_ref, status, payment, shipping, anonymized,
       currency, customer, shipping_address, billing_address, cart_id, with_tax, without_tax, tax, discount, shipping_cost,
       authorized, captured, refunded, item_ids, product_ids, product_skus, money_format)
     values ($1, $2::uuid, 1, $3, $2::uuid::text, '', $4, 'unpaid', 'unfulfilled', false, 'USD', '{}', '{}', '{}', '', 0, 0, 0, 0, 0, 0, 0,
       0, '{}', '{}', '{}', '{}')`,
    [owner_id, id, new Date(updated_at), status],
  )
  await query(
    db,
    `insert into order_items (owner_id, order_id, id, cart_item_id, product_id, promotion_id, sku, name, quantity, unit_amount,
       includes_tax, net, tax, discount, taxes, shippable)
     select $1, $2, (lpad(position::text, 8, '0') || '-0000-0000-0000-000000000000')::uuid, $2, product_id, promotion_id, '', '',
            1, 0, false, 0, 0, 0, '[]', true
       from jsonb_to_recordset($3::jsonb) as item (position integer, product_id uuid, promotion_id uuid)`,
    [owner_id, id, JSON.stringify(items.map((item, position) => ({ position, ...item })))],
  )
}
