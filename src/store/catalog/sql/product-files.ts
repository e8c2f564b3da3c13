import { plainArray } from '../../../db/arrays.ts'
import { query, type Transaction } from '../../../db/database.ts'

/** Locks files against deletion until the transaction ends. Returns the ids of those that exist. */
export async function lockFiles(
  tx: Transaction,
  owner_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query<{ id: string }>(
    tx,
    'select id from files where owner_id = $1 and id = any($2::uuid[]) order by id for key share',
    [owner_id, plainArray(ids)],
  )
  return new Set(rows.map(({ id }) => id))
}
