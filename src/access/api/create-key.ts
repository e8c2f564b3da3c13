import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import { ALL_OF_OWNER, type Permission } from '../../kernel/permissions.ts'
import { recordKey } from '../audit.ts'
import { createKey, type NewKey } from '../keys.ts'
import type { KeyCreate } from './key.ts'

/**
 * Creates a key of the store or organization that the caller acts on. Throws `forbidden` for permissions that the caller does not
 * have, and `invalid`.
 */
export function createKeyOf(db: Database, caller: Caller, input: KeyCreate, now: number): Promise<NewKey> {
  const { name, permissions = null, expires_at } = input
  checkPermitted(caller, permissions)
  const { organization_id, store_id, person_id, key_id, requested_by } = caller
  const key = { organization_id, store_id, name, permissions, created_by: person_id ?? key_id }
  return transact(db, async (tx) => {
    const created = await createKey(tx, { ...key, expires_at: expires_at ? Date.parse(expires_at) : null }, now)
    await recordKey(tx, requested_by, { before: null, after: created }, now)
    return created
  })
}

function checkPermitted(caller: Caller, permissions: readonly Permission[] | null): void {
  const missing = [...(permissions ?? ALL_OF_OWNER)].filter((permission) => !caller.permissions.has(permission))
  if (missing.length === 0) return
  const names = missing.map((permission) => `\`${permission}\``).join(', ')
  const detail =
    permissions === null
      ? `Without \`permissions\` the key could do everything. You lack ${names}: send the permissions that it needs.`
      : `You cannot give permissions that you lack: ${names}.`
  throw new AppError('forbidden', [{ detail, pointer: '/data/permissions' }])
}
