import { type Database, query } from '../../db/database.ts'

/** Returns false if the log-in was already used, in any process. */
export async function takeProviderLogIn(db: Database, state: string, expires_at: Date): Promise<boolean> {
  const text = `insert into used_provider_log_ins (state, expires_at) values ($1, $2) on conflict do nothing returning state`
  return (await query(db, text, [state, expires_at])).length > 0
}

export async function deleteExpiredProviderLogIns(db: Database, now: Date): Promise<void> {
  await query(db, `delete from used_provider_log_ins where expires_at < $1`, [now])
}
