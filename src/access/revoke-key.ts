import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { type RequestedBy, recordKey } from './audit.ts'
import { type Key, revokeKey } from './keys.ts'

/** Ends a key, with an entry in the audit log unless it was revoked before. Throws `not_found`. */
export function revokeAudited(db: Database, id: string, requested_by: RequestedBy, now: number): Promise<Key> {
  return transact(db, async (tx) => {
    const after = await revokeKey(tx, id, now)
    const isNew = after.revoked_at?.getTime() === now
    if (isNew) await recordKey(tx, requested_by, { before: { ...after, revoked_at: null }, after }, now)
    return after
  })
}
