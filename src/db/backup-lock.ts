import { type Executor, query } from './database.ts'

/**
 * A condition of a statement that removes what a backup may be reading: false while a backup runs. If it is true, none
 * begins before the transaction of the statement has ended.
 */
export const NO_BACKUP_RUNS = `(select pg_try_advisory_xact_lock(hashtext('tidings.backup')))`

/** Whether no backup runs; then none begins before the transaction has ended. */
export async function excludesBackups(tx: Executor): Promise<boolean> {
  const [row] = await query<{ excluded: boolean }>(tx, `select ${NO_BACKUP_RUNS} as excluded`, [])
  return row?.excluded === true
}

/**
 * Keeps what a backup reads from being removed until the session ends. To be called before its transaction begins, because
 * a transaction sees the database as of its first statement.
 */
export async function lockForBackup(session: Executor): Promise<void> {
  await query(session, `select pg_advisory_lock_shared(hashtext('tidings.backup'))`, [])
  // Migrations wait here rather than for a table, where every statement on that table would wait behind them.
  await query(session, `select pg_advisory_lock_shared(hashtext('tidings.migrations'))`, [])
}
