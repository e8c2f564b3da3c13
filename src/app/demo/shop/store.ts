import { type Database, query, type Transaction } from '../../../db/database.ts'

/** Returns the loaded parts of the demo shop in a store. */
export async function selectParts(db: Database, store_id: string): Promise<string[]> {
  const rows = await query<{ part: string }>(db, 'select part from demo_parts where store_id = $1', [store_id])
  return rows.map(({ part }) => part)
}

/** Returns file ids by name; the newest of several files with one name. */
export async function selectFileIds(
  tx: Transaction,
  owner_id: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ file_name: string; id: string }>(
    tx,
    'select file_name, id from files where owner_id = $1 and file_name = any($2::text[]) order by id',
    [owner_id, names],
  )
  return new Map(rows.map(({ file_name, id }) => [file_name, id]))
}

export async function selectSkusWithoutImage(tx: Transaction, owner_id: string): Promise<string[]> {
  const text = 'select sku from products where owner_id = $1 and main_image_file_id is null'
  const rows = await query<{ sku: string }>(tx, text, [owner_id])
  return rows.map(({ sku }) => sku)
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
