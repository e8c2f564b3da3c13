import { type Database, query } from '../../../src/db/database.ts'

export type ManyOrders = {
  owner_id: string
  /** Number of orders, created evenly over the time, and changed up to a tenth of it later. */
  rows: number
  from: number
  until: number
}

/** Writes orders of one store as checkouts and payments would; every hundredth customer buys a lot. */
export async function insertManyOrders(db: Database, { owner_id, rows, from, until }: ManyOrders): Promise<void> {
  for (let first = 0; first < rows; first += AT_ONCE)
    await insertSome(db, [owner_id, rows, from, until, first, Math.min(first + AT_ONCE, rows) - 1])
  await query(db, 'vacuum analyze orders', [])
}

// Limits a statement, so that it does not time out.
const AT_ONCE = 10_000

function insertSome(db: Database, values: unknown[]): Promise<unknown> {
  return query(
    db,
    `insert into orders (owner_id, id, version, updated_at, order_number, external_ref, status, payment, shipping, anonymized,
       currency, customer, shipping_address, billing_address, customer_id, account_id, account_member_id, session_id, cart_id,
       with_tax, without_tax, tax, discount, shipping_cost, authorized, captured, refunded, item_ids, product_ids,
       product_skus, money_format, expires_at)
     select $1, (lpad(to_hex(at), 12, '0') || '7' || lpad(to_hex(row % 4096), 3, '0') || '8' || substr(hex, 1, 15))::uuid,
       2, to_timestamp((at + spread % (($4::bigint - $3::bigint) / 10)) / 1000.0), 'N-' || row, 'erp-' || row,
       state[1], state[2], state[3], false, 'USD',
       jsonb_build_object('name', 'Ada Marsh', 'email', 'ada.' || row % 50000 || '@example.com'), address, address,
       md5((row % 50000)::text)::uuid, null, null, null, 'cart-' || row, 1100 + row % 9000, 1000 + row % 9000, 100, 0, 0, 0,
       case state[2] when 'paid' then 1100 + row % 9000 else 0 end, 0,
       array[hex], array[md5((row % 1000)::text)::uuid::text], array['SKU-' || row % 1000],
       '{"currency":"USD","format":"\${price}","decimal_point":".","thousand_separator":",","decimal_places":2}', null
     from generate_series($5::bigint, $6::bigint) as row,
       lateral (select $3::bigint + row * ($4::bigint - $3::bigint) / $2::bigint as at, md5(row::text) as hex,
                       ('x' || substr(md5(row::text), 1, 8))::bit(32)::bigint as spread,
                       jsonb_build_object('first_name', 'Ada', 'last_name', 'Marsh', 'company_name', '', 'phone_number', '',
                         'line_1', '41 Juniper Street', 'line_2', '', 'city', 'Portland', 'county', '', 'region', 'OR',
                         'postcode', (97000 + row % 900)::text, 'country', 'US', 'instructions', '') as address) as one,
       lateral (select case when row % 100 = 0 then array['incomplete', 'unpaid', 'unfulfilled']
                            when row % 10 = 1 then array['cancelled', 'unpaid', 'unfulfilled']
                            else array['complete', 'paid', 'fulfilled'] end as state) as states`,
    values,
  )
}
