import { type Database, query, type Transaction } from './database.ts'
import { isUnreachable } from './unreachable.ts'

/** For metrics: what takes longer than `timeout_ms` fails, and no table is read from end to end. */
async function limitCost(tx: Transaction, timeout_ms: number): Promise<void> {
  // Without statistics a day's whole partition may look as cheap as the index of its unfinished jobs.
  await query(tx, `set local statement_timeout = ${timeout_ms}; set local enable_seqscan = off`, [])
}

/**
 * Reads what must not burden the database: null, and `onFailed`, when a statement fails or takes longer than `timeout_ms`.
 * Throws when the database is unreachable.
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

/** A write of nothing: throws on a standby, and where transactions are read-only. */
export async function expectWritable(db: Database): Promise<void> {
  await query(db, 'delete from migrations where false', [])
}
