import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { AppError } from '../kernel/errors.ts'
import { OWNER_PERMISSIONS, type Permission } from '../kernel/permissions.ts'
import { type RequestedBy, recordKey } from './audit.ts'
import { type Key, revokeKey } from './keys.ts'

/** Revokes a key, with an audit entry unless it was already revoked. Throws `not_found`. */
export function revokeAudited(db: Database, id: string, requested_by: RequestedBy, now: number): Promise<Key> {
  return transact(db, (tx) => revokeIn(tx, id, requested_by, now))
}

export async function revokeIn(tx: Transaction, id: string, requested_by: RequestedBy, now: number): Promise<Key> {
  const after = await revokeKey(tx, id, now)
  const isNew = after.revoked_at?.getTime() === now
  if (isNew) await recordKey(tx, requested_by, { before: { ...after, revoked_at: null }, after }, now)
  return after
}

/**
 * Throws `forbidden` for a key with permissions that its revoker lacks, because a caller may not act on anything above
 * its own rights.
 */
export function checkRevocable(
  rights: ReadonlySet<Permission>,
  { name, permissions }: Pick<Key, 'name' | 'permissions'>,
) {
  const missing = [...(permissions ?? OWNER_PERMISSIONS)].filter((permission) => !rights.has(permission))
  if (missing.length === 0) return
  const names = missing.map((permission) => `\`${permission}\``).join(', ')
  throw new AppError('forbidden', [{ detail: `The key "${name}" has permissions that you lack: ${names}.` }])
}
