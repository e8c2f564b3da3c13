import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { readEachCached } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { namedRows } from './named-rows.ts'

/** Other products in the same nodes of a release, newest first, by product id. */
export function nodeNeighbors(
  db: Database,
  ref: Ref,
  product_ids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return readEachCached(db, ref, `${limit} neighbors`, product_ids, async (read, missing) => {
    const values = [ref.owner_id, ref.release_id, plainArray(missing), limit]
    const rows = await query<{ id: string; ids: string[] }>(read, SELECT, values)
    return rows.map(({ id, ids }) => [id, ids])
  })
}

// Reads one more product per node than is returned, since the product itself may be among them.
const SELECT = prepared(
  `select product.id, array(
            select distinct near.product_id
              from unnest(product.node_ids) as node(id)
              cross join lateral (
                select place.product_id from release_places as place
                 where place.owner_id = $1 and place.release_id = $2 and place.place_id = node.id
                 order by place.product_id desc limit $4::integer + 1) as near
             where near.product_id <> product.id
             order by near.product_id desc limit $4) as ids
     from (${namedRows('release_products', 'p.*')}) as product`,
)
