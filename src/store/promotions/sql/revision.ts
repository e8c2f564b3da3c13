import { type Database, query, type Transaction } from '../../../db/database.ts'

/** Notifies every process, once the transaction commits, that the promotions of the store have changed. */
export async function raiseRevision(tx: Transaction, owner_id: string): Promise<void> {
  await query(
    tx,
    `insert into promotion_revisions as it (owner_id, value) values ($1, 1)
     on conflict (owner_id) do update set value = it.value + 1`,
    [owner_id],
  )
}

/** Undefined for a store that never had a promotion. */
export async function selectRevision(db: Database, owner_id: string): Promise<number | undefined> {
  const [row] = await query<{ value: number }>(db, 'select value from promotion_revisions where owner_id = $1', [
    owner_id,
  ])
  return row?.value
}
