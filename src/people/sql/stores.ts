import { type Database, query } from '../../db/database.ts'

export async function selectStoresOf(db: Database, organization_id: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const text = `select id from stores where organization_id = $1 and id = any($2::uuid[])`
  return (await query<{ id: string }>(db, text, [organization_id, ids])).map(({ id }) => id)
}

export type NamedStore = { id: string; name: string; scope: string }

/** Returns the stores of an organization by name, at most `limit`; only those with these ids, or all if null. */
export function selectNamedStores(
  db: Database,
  { organization_id, ids, limit }: { organization_id: string; ids: readonly string[] | null; limit: number },
): Promise<NamedStore[]> {
  return query(
    db,
    `select id, name, scope from stores where organization_id = $1 and ($2::uuid[] is null or id = any($2))
      order by name, id limit $3`,
    [organization_id, ids, limit],
  )
}

export async function selectOrganizationNames(db: Database, ids: readonly string[]) {
  return query<{ id: string; name: string }>(
    db,
    `select id, name from organizations where id = any($1::uuid[]) order by name, id`,
    [ids],
  )
}

/** Returns the only organization; null if there are none or several. */
export async function selectOnlyOrganization(db: Database): Promise<string | null> {
  const rows = await query<{ id: string }>(db, `select id from organizations order by id limit 2`, [])
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
