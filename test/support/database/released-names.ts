import { type Executor, query } from '../../../src/db/database.ts'

export type Named = { name: string; sku?: string; tags?: string[]; description?: string }

/** Inserts products of a release, without the lists that searches read. Returns their names by id. */
export async function insertReleased(
  db: Executor,
  { owner_id, release_id }: { owner_id: string; release_id: string },
  products: readonly Named[],
): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string }>(
    db,
    `insert into release_products (owner_id, release_id, id, updated_at, sku, name, description, slug, commodity_type,
                                   definition, options, tags, weight, extensions, external_ref, node_ids, category_ids, prices, digest)
     select $1, $2, gen_random_uuid(), now(), coalesce(p.sku, 'S' || number), p.name, coalesce(p.description, ''), '', 'physical',
            '', '[]', coalesce(p.tags, '{}'), 0, '{}', '', '{}', '{}', '{}', ''
       from rows from (jsonb_to_recordset($3) as (name text, sku text, tags text[], description text)) with ordinality
            as p(name, sku, tags, description, number)
     returning id, name`,
    [owner_id, release_id, JSON.stringify(products)],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
