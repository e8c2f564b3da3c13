import { plainArray } from '../../../../db/arrays.ts'
import { type Database, type Executor, query } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import { plainText } from '../../../../kernel/text/case-key.ts'
import type { Ref } from '../../cache/release-cache.ts'
import { productsOfSkus, rowOf } from '../../sql/named-rows.ts'
import { PRODUCT_COLUMNS, type ReleasedProduct } from '../../sql/product-rows.ts'
import { type PackedList, packed, unpack } from '../rules/lists.ts'

export async function countProducts(db: Executor, { owner_id, release_id }: Ref): Promise<number> {
  const rows = await query<{ products: number }>(db, COUNT_PRODUCTS, [owner_id, release_id])
  return rows[0]?.products ?? 0
}

const COUNT_PRODUCTS = prepared(`select position + 1 as products from release_positions
 where owner_id = $1 and release_id = $2 order by position desc limit 1`)

export function selectProductsAt(
  db: Executor,
  { owner_id, release_id }: Ref,
  positions: readonly number[],
): Promise<(ReleasedProduct & { position: number })[]> {
  return query(db, PRODUCTS_AT, [owner_id, release_id, plainArray(positions)])
}

const PRODUCTS_AT = prepared(`select l.position, ${PRODUCT_COLUMNS}
  from release_positions l
  cross join ${rowOf('release_products', 'l.product_id')} as p
 where l.owner_id = $1 and l.release_id = $2 and l.position = any($3::integer[])`)

export async function selectPositionsOfSkus(
  db: Executor,
  { owner_id, release_id }: Ref,
  skus: readonly string[],
): Promise<number[]> {
  const found = await query<{ id: string }>(db, IDS_OF_SKUS, [owner_id, release_id, skus, skus.map(plainText)])
  return found.length === 0
    ? []
    : selectPositionsOf(
        db,
        { owner_id, release_id },
        found.map(({ id }) => id),
      )
}

export async function selectPositionsOf(
  db: Executor,
  { owner_id, release_id }: Ref,
  ids: readonly string[],
): Promise<number[]> {
  const rows = await query<{ position: number }>(db, POSITIONS_OF, [owner_id, release_id, plainArray(ids)])
  return rows.map(({ position }) => position)
}

const IDS_OF_SKUS = prepared(productsOfSkus('p.id'))
const POSITIONS_OF = prepared(`select position from release_positions
 where owner_id = $1 and release_id = $2 and product_id = any($3::uuid[]) order by position`)

/** All positions, most recently created product first. */
export async function selectNewestFirst(db: Executor, { owner_id, release_id }: Ref): Promise<Uint32Array> {
  const rows = await query<{ list: PackedList | null }>(db, NEWEST_FIRST, [owner_id, release_id])
  return unpack(rows[0]?.list ?? new Uint8Array())
}

/** Ids begin with their creation time, so they sort by age. */
const NEWEST_FIRST = `select string_agg(${packed('position')}, '' order by product_id desc) as list
  from release_positions where owner_id = $1 and release_id = $2`

export async function selectSoldOut(
  db: Database,
  { owner_id, release_id }: Ref,
  store_id: string,
): Promise<Uint32Array> {
  const rows = await query<{ list: PackedList | null }>(db, SOLD_OUT, [owner_id, release_id, store_id])
  return unpack(rows[0]?.list ?? new Uint8Array())
}

const SOLD_OUT = `select string_agg(${packed('l.position')}, '') as list
  from inventories i
  join release_positions l on l.owner_id = $1 and l.release_id = $2 and l.product_id = i.id
 where i.owner_id = $3 and i.available <= 0`
