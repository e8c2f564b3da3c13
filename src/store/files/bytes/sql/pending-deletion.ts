import { NO_BACKUP_RUNS } from '../../../../db/backup-lock.ts'
import { type Database, query, type Transaction } from '../../../../db/database.ts'
import { dueBy } from '../../../../db/due/due.ts'
import { MINUTE } from '../../../../kernel/duration.ts'
import type { FileStorage } from '../file-storage.ts'

/** Keys deleted per step. */
const BATCH = 20
/** Time for one step, after which another process may delete the same keys. */
const LEASE_MS = 10 * MINUTE

/** Schedules the deletion of the bytes of keys; `due_at` is in milliseconds since the epoch. */
export async function scheduleDeletion(db: Database, keys: readonly string[], due_at: number): Promise<void> {
  await query(
    db,
    `insert into doomed_bytes (key, due_at) select key, $2 from unnest($1::text[]) as key
         on conflict (key) do update set due_at = excluded.due_at`,
    [keys, new Date(due_at)],
  )
}

/** Cancels scheduled deletions. Returns false if any bytes have been deleted or are about to be. */
export async function cancelDeletion(tx: Transaction, keys: readonly string[], due_at: number): Promise<boolean> {
  const text = 'delete from doomed_bytes where key = any($1::text[]) and due_at = $2 returning 1'
  const rows = await query(tx, text, [keys, new Date(due_at)])
  return rows.length === keys.length
}

export const DELETIONS_DUE = dueBy('doomed_bytes', 'due_at')

/** Deletes a batch of due keys, but none while a backup runs, which may read them. Returns the number of keys. */
export async function deletePending(db: Database, { bytes }: Pick<FileStorage, 'bytes'>, now: number): Promise<number> {
  const keys = await leaseDue(db, now)
  for (const key of keys) {
    await bytes.remove(key)
    await query(db, 'delete from doomed_bytes where key = $1 and due_at = $2', [key, new Date(now + LEASE_MS)])
  }
  return keys.length
}

async function leaseDue(db: Database, now: number): Promise<string[]> {
  const rows = await query<{ key: string }>(
    db,
    `update doomed_bytes set due_at = $2
      where key in (select key from doomed_bytes where due_at <= $1 order by due_at for update skip locked limit $3)
        and ${NO_BACKUP_RUNS}
      returning key`,
    [new Date(now), new Date(now + LEASE_MS), BATCH],
  )
  return rows.map(({ key }) => key)
}
