import { type Database, query, type Transaction } from './database.ts'
import { isUnreachable } from './unreachable.ts'

/** Limits a query of metrics: it fails after `timeout_ms`, and prefers indexes to full scans. */
async function limitCost(tx: Transaction, timeout_ms: number): Promise<void> {
  // Disables sequential scans, because without statistics a day's whole partition may look as cheap as the index of its
  // unfinished jobs.
  await query(tx, `set local statement_timeout = ${timeout_ms}; set local enable_seqscan = off`, [])
}

/**
 * Reads without burdening the database. Calls `onFailed` and returns null if a statement fails or exceeds `timeout_ms`.
 * Throws if the database is unreachable.
 */
export async function readWithin<T>(
  db: Database,
  timeout_ms: number,
  work: (tx: Transaction) => Promise<T>,
  onFailed: (error: unknown) => void,
): Promise<T | null> {
  try {
    return await db.transaction(async (tx) => {
      await limitCost(tx, timeout_ms)
      return work(tx)
    })
  } catch (error) {
    if (isUnreachable(error)) throw error
    onFailed(error)
    return null
  }
}

/** Writes nothing. Throws on a standby and if transactions are read-only. */
export async function expectWritable(db: Database): Promise<void> {
  await query(db, 'delete from migrations where false', [])
}
