import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'

type Credentials = Pick<Rows['customers'], 'id' | 'password_hash'>

/** Returns the customer with an e-mail address in lower case, or undefined. */
export async function selectCredentials(
  db: Database,
  owner_id: string,
  email: string,
): Promise<Credentials | undefined> {
  const rows = await query<Credentials>(
    db,
    'select id, password_hash from customers where owner_id = $1 and email = $2',
    [owner_id, email],
  )
  return rows[0]
}
