import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'

/** Products per recommendation. */
export const MAX_RECOMMENDED = 50
/** Products bought together most often to consider, of which those in the release are recommended. */
const MAX_CANDIDATES = 200

/** A catalog release. Its owner can be the organization of the store. */
type Release = { owner_id: string; release_id: string }

/** Products of a release that were bought together with each product, most often first, by product id. */
export async function selectBoughtTogether(
  db: Database,
  store_id: string,
  { owner_id, release_id }: Release,
  product_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const values = [store_id, owner_id, release_id, plainArray(product_ids), MAX_CANDIDATES, MAX_RECOMMENDED]
  const rows = await query<{ id: string; ids: string[] }>(db, SELECT, values)
  return new Map(rows.map(({ id, ids }) => [id, ids]))
}

const SELECT = prepared(
  `select requested.id, array(
            select candidate.other_id from (
              select other_id, orders from bought_together
               where owner_id = $1 and product_id = requested.id order by orders desc, other_id limit $5) as candidate
             where exists (select from release_products
                            where owner_id = $2 and release_id = $3 and id = candidate.other_id)
             order by candidate.orders desc, candidate.other_id limit $6) as ids
     from unnest($4::uuid[]) as requested(id)`,
)
