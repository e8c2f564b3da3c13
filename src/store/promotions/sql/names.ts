import { type Database, query } from '../../../db/database.ts'

const SELECT = ['products', 'nodes', 'accounts', 'shipping_options']
  .map((table) => `select id, name from ${table} where owner_id = $1 and id = any($2)`)
  .join(' union all ')

/** The names of products, categories, accounts and shipping options, by id. */
export async function selectNames(
  db: Database,
  owner_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; name: string }>(db, SELECT, [owner_id, ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
