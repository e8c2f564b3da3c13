import { query, type Transaction } from '../../../../db/database.ts'
import { transact } from '../../../../db/transaction.ts'
import type { StoreDeps } from '../../../kit/work.ts'

/** Rows per delete statement. */
const BATCH = 5_000

const TABLES = [
  'release_places',
  'release_products',
  'release_parents',
  'release_positions',
  'release_words',
  'release_facets',
  'release_amounts',
  'release_changes',
  'release_nodes',
  'release_hierarchies',
] as const

export const REMAINS_DUE = 'exists (select from release_remains)'

/** Deletes a batch of rows of a deleted release. Returns false if no rows are left. */
export function sweepReleases({ db }: Pick<StoreDeps, 'db'>): Promise<boolean> {
  return transact(db, async (tx) => {
    const [remains] = await query<{ owner_id: string; release_id: string }>(
      tx,
      'select owner_id, release_id from release_remains limit 1 for update skip locked',
      [],
    )
    if (remains === undefined) return false
    const values = [remains.owner_id, remains.release_id]
    for (const table of TABLES) if (await deleteBatch(tx, table, values)) return true
    await query(tx, 'delete from release_remains where owner_id = $1 and release_id = $2', values)
    return true
  })
}

async function deleteBatch(tx: Transaction, table: (typeof TABLES)[number], values: readonly string[]) {
  const rows = await query<{ deleted: number }>(
    tx,
    `with deleted_rows as (
       delete from ${table} where ctid = any(array(
         select ctid from ${table} where owner_id = $1 and release_id = $2 limit ${BATCH})) returning 1
     )
     select count(*) as deleted from deleted_rows`,
    values,
  )
  return (rows[0]?.deleted ?? 0) > 0
}
