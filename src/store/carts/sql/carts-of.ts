import { type Database, query } from '../../../db/database.ts'

/** A customer or an account. */
export type Holder = { column: 'customer_ids' | 'account_ids'; id: string }

/**
 * Ids of the carts of a customer or an account. The carts of a customer in the storefront API are named by the customer
 * and a number, up to that of the current cart.
 */
export async function selectCartIdsOf(db: Database, owner_id: string, { column, id }: Holder): Promise<string[]> {
  const text = `select id from carts where owner_id = $1 and ${column} <> '{}' and ${column} @> array[$2::uuid]
    union
    select carts.id from generate_series(0, coalesce((select number from storefront_shoppers
                                                       where owner_id = $1 and shopper_id = $2), 0)) as n
      join carts on carts.owner_id = $1 and carts.id = 'sf.' || $2::uuid || '.' || n
     order by id`
  const rows = await query<{ id: string }>(db, text, [owner_id, id])
  return rows.map((row) => row.id)
}
