import { type Database, query, type Transaction } from '../../../db/database.ts'

/** The parts of the demo shop that are loaded into a store. */
export async function selectParts(db: Database, store_id: string): Promise<string[]> {
  const rows = await query<{ part: string }>(db, 'select part from demo_parts where store_id = $1', [store_id])
  return rows.map(({ part }) => part)
}

/** Returns false if the part is already loaded; waits while another process loads it. */
export async function insertPart(tx: Transaction, store_id: string, part: string, now: number): Promise<boolean> {
  const rows = await query(
    tx,
    `insert into demo_parts (store_id, part, loaded_at) values ($1, $2, $3) on conflict do nothing returning part`,
    [store_id, part, new Date(now)],
  )
  return rows.length > 0
}
