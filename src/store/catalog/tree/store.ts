import { plainArray } from '../../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../../db/database.ts'
import { type Bind, list } from '../../../db/list.ts'
import type { Criteria } from '../../../kernel/lists/list.ts'

/** SQL condition for rows of `nodes` directly below a node, or at the top if null. */
export function isChildOf(parent_id: string | null) {
  return (bind: Bind) => (parent_id === null ? 'parent_id is null' : `parent_id = ${bind(parent_id)}`)
}

export function containsProduct({ owner_id, product_id }: { owner_id: string; product_id: string }) {
  return (bind: Bind) =>
    `id in (select node_id from node_products where owner_id = ${bind(owner_id)} and product_id = ${bind(product_id)})`
}

export async function deleteOtherNodeProducts(
  tx: Transaction,
  { owner_id, node_id }: { owner_id: string; node_id: string },
  ids: readonly string[],
): Promise<void> {
  await query(tx, 'delete from node_products where owner_id = $1 and node_id = $2 and product_id <> all($3::uuid[])', [
    owner_id,
    node_id,
    plainArray(ids),
  ])
}

/** Ids of the first `limit` matching products, sorted. */
export async function selectProductIds(
  db: Database,
  owner_id: string,
  where: Criteria,
  limit: number,
): Promise<string[]> {
  const sort = [{ source: { column: 'id' }, direction: 'asc' }] as const
  const request = { limit, offset: 0, total_method: 'observed', max_offset: null, sort, where } as const
  const products = { columns: 'id', from: 'products', where: (bind: Bind) => `owner_id = ${bind(owner_id)}` }
  const { rows } = await list<{ id: string }>(db, products, request)
  return rows.map(({ id }) => id)
}

type Ref = { owner_id: string; hierarchy_id: string }

export async function selectNodeIds(
  tx: Transaction,
  { owner_id, hierarchy_id }: Ref,
  limit: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    'select id from nodes where owner_id = $1 and hierarchy_id = $2 order by id limit $3',
    [owner_id, hierarchy_id, limit],
  )
  return rows.map(({ id }) => id)
}

/** Nodes to copy and the ids of their copies, by index. */
export type Copies = { from: readonly string[]; to: readonly string[] }

/** Copies nodes with their parents into another hierarchy, as new rows created at `now`. */
export async function insertNodeCopies(
  tx: Transaction,
  { owner_id, hierarchy_id }: Ref,
  { from, to }: Copies,
  now: Date,
): Promise<void> {
  await query(
    tx,
    `with copies as (select * from unnest($3::uuid[], $4::uuid[]) as c(old_id, new_id))
     insert into nodes (owner_id, id, version, updated_at, hierarchy_id, parent_id, name, slug, description, locales,
                        admin_attributes, shopper_attributes, sort_order)
     select $1, c.new_id, 1, $5, $2, p.new_id, n.name, n.slug, n.description, n.locales, n.admin_attributes,
            n.shopper_attributes, n.sort_order
       from copies c
       join nodes n on n.owner_id = $1 and n.id = c.old_id
       left join copies p on p.old_id = n.parent_id`,
    [owner_id, hierarchy_id, plainArray(from), plainArray(to), now],
  )
}

/** Counts the products of nodes, once per node, up to `limit`. */
export async function countPlacements(
  tx: Transaction,
  owner_id: string,
  node_ids: readonly string[],
  limit: number,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    `select count(*) as count from (
       select from node_products where owner_id = $1 and node_id = any($2::uuid[]) limit $3) as placed`,
    [owner_id, plainArray(node_ids), limit],
  )
  return row?.count ?? 0
}

export async function insertPlacementCopies(tx: Transaction, owner_id: string, { from, to }: Copies): Promise<void> {
  await query(
    tx,
    `insert into node_products (owner_id, node_id, product_id)
     select $1, c.new_id, m.product_id
       from unnest($2::uuid[], $3::uuid[]) as c(old_id, new_id)
       join node_products m on m.owner_id = $1 and m.node_id = c.old_id`,
    [owner_id, plainArray(from), plainArray(to)],
  )
}
