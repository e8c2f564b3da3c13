import { type Executor, query } from './database.ts'

/**
 * An SQL condition for statements that remove data which a backup may be reading. False while a backup runs; if true,
 * no backup starts before the statement's transaction ends.
 */
export const NO_BACKUP_RUNS = `(select pg_try_advisory_xact_lock(hashtext('tidings.backup')))`

/** True if no backup runs. Then no backup starts before the transaction ends. */
export async function excludesBackups(tx: Executor): Promise<boolean> {
  const [row] = await query<{ excluded: boolean }>(tx, `select ${NO_BACKUP_RUNS} as excluded`, [])
  return row?.excluded === true
}

/**
 * Protects the data that a backup reads from removal until the session ends. Call this before the backup's transaction
 * begins, because a transaction sees the database as of its first statement.
 */
export async function lockForBackup(session: Executor): Promise<void> {
  await query(session, `select pg_advisory_lock_shared(hashtext('tidings.backup'))`, [])
  // Migrations wait for this lock rather than for a table lock, behind which all statements on the table would queue.
  await query(session, `select pg_advisory_lock_shared(hashtext('tidings.migrations'))`, [])
}
