import { type Database, query, type Transaction } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'

/** Serializes moves of accounts, because two concurrent moves below each other would create a cycle. */
export async function lockTree(tx: Transaction, owner_id: string): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('accounts ' || $1, 0))`, [owner_id])
}

/** Ids from the account's parent to the root; undefined if there is no such account. */
export async function selectAncestors(db: Database, owner_id: string, id: string): Promise<string[] | undefined> {
  const rows = await query<Pick<Rows['accounts'], 'ancestors'>>(
    db,
    'select ancestors from accounts where owner_id = $1 and id = $2',
    [owner_id, id],
  )
  return rows[0]?.ancestors
}

/** Ids of the descendants of an account, ancestors before their descendants. */
export async function selectDescendants(db: Database, owner_id: string, id: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `select id from accounts where owner_id = $1 and ancestors @> array[$2]::uuid[] order by cardinality(ancestors), id`,
    [owner_id, id],
  )
  return rows.map((row) => row.id)
}
