import { type Database, query } from '../../db/database.ts'

export async function selectDefaultCurrency(db: Database, owner_id: string): Promise<string | null> {
  const text = `select code from currencies where owner_id = $1 and "default"`
  const rows = await query<{ code: string }>(db, text, [owner_id])
  return rows[0]?.code ?? null
}
