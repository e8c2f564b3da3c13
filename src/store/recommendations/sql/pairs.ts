import { plainArray } from '../../../db/arrays.ts'
import { query, type Transaction } from '../../../db/database.ts'

/** Products of one order that count, its first ones: 20 products make 380 pairs, twice as many would make 1,560. */
export const MAX_PRODUCTS = 20

/** Gifts of promotions do not count, since the shopper did not choose them. */
const SOLD = `select order_id, product_id from (
    select order_id, product_id, row_number() over (partition by order_id order by min(id::text)) as position
      from order_items
     where owner_id = $1 and order_id = any($2::uuid[]) and product_id is not null and promotion_id is null
     group by order_id, product_id) as product
   where position <= ${MAX_PRODUCTS}`

/**
 * Adds the orders to the counts of their pairs, or subtracts them. Returns the locations of pairs that no order
 * contains anymore. An insertion looks each pair up; a joined update would read all pairs of a large store.
 */
export async function countPairs(
  tx: Transaction,
  owner_id: string,
  order_ids: readonly string[],
  change: 1 | -1,
): Promise<string[]> {
  const rows = await query<{ place: string }>(
    tx,
    `with sold as materialized (${SOLD}), counted as (
       insert into bought_together as pair (owner_id, product_id, other_id, orders)
       select $1, one.product_id, other.product_id, $3::integer * count(*)
         from sold as one join sold as other on other.order_id = one.order_id and other.product_id <> one.product_id
        group by one.product_id, other.product_id
       on conflict (owner_id, product_id, other_id) do update set orders = pair.orders + excluded.orders
       returning ctid, orders
     )
     select ctid::text as place from counted where orders <= 0`,
    [owner_id, plainArray(order_ids), change],
  )
  return rows.map(({ place }) => place)
}

/** Deletes pairs by their locations, which are valid until the end of the transaction that counted them. */
export async function deletePairs(tx: Transaction, places: readonly string[]): Promise<void> {
  await query(tx, 'delete from bought_together where ctid = any($1::tid[])', [places])
}
