import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'

export async function selectCredentials(
  db: Database,
  owner_id: string,
  email: string,
): Promise<{ id: string; password_hash: string | null } | undefined> {
  const rows = await query<{ id: string; password_hash: string | null }>(
    db,
    'select id, password_hash from customers where owner_id = $1 and email = $2',
    [owner_id, email],
  )
  return rows[0]
}
