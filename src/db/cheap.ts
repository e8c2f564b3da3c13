import { type Database, query, type Transaction } from './database.ts'

/** For metrics: what takes longer than `timeout_ms` fails, and no table is read from end to end. */
export async function limitCost(tx: Transaction, timeout_ms: number): Promise<void> {
  // Without statistics a day's whole partition may look as cheap as the index of its unfinished jobs.
  await query(tx, `set local statement_timeout = ${timeout_ms}; set local enable_seqscan = off`, [])
}

/** A write of nothing: throws on a standby, and where transactions are read-only. */
export async function expectWritable(db: Database): Promise<void> {
  await query(db, 'delete from migrations where false', [])
}
