import { type Database, query, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'

export const MAX_LINES = 500

export type WishlistKey = { owner_id: string; shopper_id: string }

/** The products on a wishlist, oldest line first. */
export async function selectLines(db: Database, { owner_id, shopper_id }: WishlistKey): Promise<string[]> {
  const rows = await query<{ product_id: string }>(db, SELECT, [owner_id, shopper_id])
  return rows.map(({ product_id }) => product_id)
}

const SELECT = prepared('select product_id from wishlist_lines where owner_id = $1 and shopper_id = $2 order by id')

type Insertion = 'inserted' | 'present' | 'full'

/** Adds a line unless the product has one or the wishlist is full. The caller has locked the shopper's record. */
export async function insertLine(
  tx: Transaction,
  { owner_id, shopper_id }: WishlistKey,
  { product_id, id }: { product_id: string; id: string },
): Promise<Insertion> {
  const [row] = await query<{ insertion: Insertion }>(tx, INSERT, [owner_id, shopper_id, product_id, id, MAX_LINES])
  if (row === undefined) throw new Error('An aggregate returned no row.')
  return row.insertion
}

const INSERT = prepared(
  `with decided as (
     select case when count(*) filter (where product_id = $3) > 0 then 'present'
                 when count(*) >= $5 then 'full' else 'inserted' end as insertion
       from wishlist_lines where owner_id = $1 and shopper_id = $2
   ), added as (
     insert into wishlist_lines (owner_id, shopper_id, product_id, id)
     select $1, $2, $3, $4 from decided where insertion = 'inserted'
   )
   select insertion from decided`,
)

/** Returns true if the line existed. Among concurrent deletions of a line, only one returns true. */
export async function deleteLine(
  db: Database,
  { owner_id, shopper_id }: WishlistKey,
  product_id: string,
): Promise<boolean> {
  const text =
    'delete from wishlist_lines where owner_id = $1 and shopper_id = $2 and product_id::text = $3 returning 1'
  return (await query(db, text, [owner_id, shopper_id, product_id])).length > 0
}

export async function deleteLines(db: Database, { owner_id, shopper_id }: WishlistKey): Promise<void> {
  await query(db, 'delete from wishlist_lines where owner_id = $1 and shopper_id = $2', [owner_id, shopper_id])
}

/**
 * Moves the lines to another wishlist, the latest lines if not all fit. The caller has locked the records of both
 * shoppers.
 */
export async function mergeLines(tx: Transaction, { owner_id, shopper_id }: WishlistKey, to: string): Promise<void> {
  await query(tx, MERGE, [owner_id, shopper_id, to, MAX_LINES])
}

const MERGE = prepared(
  `with own as (
     select product_id from wishlist_lines where owner_id = $1 and shopper_id = $3
   ), moved as (
     delete from wishlist_lines where owner_id = $1 and shopper_id = $2 returning product_id, id
   )
   insert into wishlist_lines (owner_id, shopper_id, product_id, id)
   select $1, $3, product_id, id from moved where product_id not in (select product_id from own)
    order by id desc limit $4 - (select count(*) from own)`,
)
