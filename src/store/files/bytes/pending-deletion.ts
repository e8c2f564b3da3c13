import { query } from '../../../db/pool.ts'
import type { Database, Transaction } from '../../../db/tables.ts'
import type { Depot } from './depot.ts'

const HOUR = 3_600_000
/** Keys whose bytes one step removes. */
const MOST_REMOVED = 20
/** Milliseconds that a step may take before another process tries the same keys. */
const LEASE = 600_000

/** Notes that the bytes of a key are to be removed at a time, in milliseconds since the epoch. */
export async function scheduleDeletion(db: Database, key: string, due_at: number): Promise<void> {
  await query(
    db,
    `insert into doomed_bytes (key, due_at) values ($1, $2) on conflict (key) do update set due_at = excluded.due_at`,
    [key, new Date(due_at)],
  )
}

/** Takes a note back; false when the bytes have been removed, or are about to be. */
export async function cancelDeletion(tx: Transaction, key: string, due_at: number): Promise<boolean> {
  const rows = await query(tx, 'delete from doomed_bytes where key = $1 and due_at = $2 returning 1', [
    key,
    new Date(due_at),
  ])
  return rows.length > 0
}

/** Removes the bytes of some keys that are due, and what a crash has left in the spool. Returns how many keys. */
export async function deletePending(db: Database, { bytes, spool }: Depot, now: number): Promise<number> {
  await spool.sweep(now - HOUR)
  const keys = await leaseDue(db, now)
  for (const key of keys) {
    await bytes.remove(key)
    await query(db, 'delete from doomed_bytes where key = $1 and due_at = $2', [key, new Date(now + LEASE)])
  }
  return keys.length
}

async function leaseDue(db: Database, now: number): Promise<string[]> {
  const rows = await query<{ key: string }>(
    db,
    `update doomed_bytes set due_at = $2
      where key in (select key from doomed_bytes where due_at <= $1 order by due_at for update skip locked limit $3)
      returning key`,
    [new Date(now), new Date(now + LEASE), MOST_REMOVED],
  )
  return rows.map(({ key }) => key)
}
