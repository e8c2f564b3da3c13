import { query } from '../../db/pool.ts'
import type { Transaction } from '../../db/tables.ts'

/** Tells every process that the promotions of the store have changed, once the transaction commits. */
export async function raiseRevision(tx: Transaction, owner_id: string): Promise<void> {
  await query(
    tx,
    `insert into promotion_revisions as it (owner_id, value) values ($1, 1)
     on conflict (owner_id) do update set value = it.value + 1`,
    [owner_id],
  )
}
