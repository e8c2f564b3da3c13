import { plainArray } from '../../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../../db/database.ts'
import type { Bind } from '../../../db/list.ts'
import type { Locales } from '../../../kernel/text/languages.ts'

export async function isVariationUsed(tx: Transaction, owner_id: string, id: string): Promise<boolean> {
  const text = 'select from products where owner_id = $1 and variation_ids @> array[$2::text] limit 1'
  return (await query(tx, text, [owner_id, id])).length > 0
}

export function isAmong(ids: readonly string[]) {
  return (bind: Bind) => `id = any(${bind(plainArray(ids))}::uuid[])`
}

/** Adds children to the nodes of their parent, if they are not there already. */
export async function copyPlacements(
  tx: Transaction,
  { owner_id, id }: { owner_id: string; id: string },
  children: readonly string[],
): Promise<void> {
  await query(
    tx,
    `insert into node_products (owner_id, node_id, product_id)
     select $1, n.node_id, c.id from node_products n cross join unnest($3::uuid[]) as c(id)
      where n.owner_id = $1 and n.product_id = $2
      order by n.node_id, c.id on conflict do nothing`,
    [owner_id, id, plainArray(children)],
  )
}

type BuildOption = {
  variation_id: string
  id: string
  name: string
  description: string
  locales: Locales<'name'>
}

/** Options of variations, in display order. */
export function selectBuildOptions(
  db: Database,
  owner_id: string,
  variation_ids: readonly string[],
): Promise<BuildOption[]> {
  return query(
    db,
    `select product_variation_id as variation_id, id, name, description, locales from variation_options
      where owner_id = $1 and product_variation_id = any($2::uuid[]) order by sort_order, id`,
    [owner_id, plainArray(variation_ids)],
  )
}

type BuildModifier = {
  product_variation_option_id: string
  type: string
  value: string | null
  seek: string | null
  set: string | null
  reference_name: string | null
}

/** Modifiers of the variations' options, oldest first. */
export function selectBuildModifiers(
  db: Database,
  owner_id: string,
  variation_ids: readonly string[],
): Promise<BuildModifier[]> {
  return query(
    db,
    `select product_variation_option_id, type, value, seek, set, reference_name from variation_modifiers
      where owner_id = $1 and product_variation_id = any($2::uuid[]) order by id`,
    [owner_id, plainArray(variation_ids)],
  )
}
