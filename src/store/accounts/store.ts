import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'

/** One account at a time changes its place: two that move below each other at once would make a circle. */
export async function lockTree(tx: Transaction, owner_id: string): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('accounts ' || $1, 0))`, [owner_id])
}

/** From the account's parent to the root; undefined when there is no such account. */
export async function selectAncestors(db: Database, owner_id: string, id: string): Promise<string[] | undefined> {
  const rows = await query<{ ancestors: string[] }>(
    db,
    'select ancestors from accounts where owner_id = $1 and id = $2',
    [owner_id, id],
  )
  return rows[0]?.ancestors
}

/** Ids of the accounts below one, those nearer to the root first. */
export async function selectDescendants(db: Database, owner_id: string, id: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `select id from accounts where owner_id = $1 and ancestors @> array[$2]::uuid[] order by cardinality(ancestors), id`,
    [owner_id, id],
  )
  return rows.map((row) => row.id)
}
