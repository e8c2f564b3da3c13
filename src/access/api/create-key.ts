import type { Database, Transaction } from '../../db/database.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { OWNER_PERMISSIONS, type Permission } from '../../kernel/permissions.ts'
import { recordKey } from '../audit.ts'
import { createKey, type Key, type NewKey } from '../keys.ts'
import { checkRevocable, revokeIn } from '../revoke-key.ts'
import { keyLimit, selectOwnKey } from '../sql/keys.ts'
import type { KeyCreate } from './key.ts'

export type KeyDeps = {
  db: Database
  /**
   * Current permissions of a caller, locked until the transaction ends, because its token may be older than a change of
   * roles.
   */
  lockRights: (tx: Transaction, caller: Caller) => Promise<ReadonlySet<Permission>>
}

/**
 * Creates a key of the caller's store or organization. Throws `invalid`, `conflict` at the limit, and `forbidden` for
 * permissions that the caller lacks.
 */
export function createKeyOf(
  { db, lockRights }: KeyDeps,
  caller: Caller,
  input: KeyCreate,
  now: number,
): Promise<NewKey> {
  const { name, permissions = null, expires_at } = input
  const { organization_id, store_id, person_id, key_id, requested_by } = caller
  const key = { organization_id, store_id, name, permissions, created_by: person_id ?? key_id }
  return transact(db, async (tx) => {
    checkPermitted(await lockRights(tx, caller), permissions)
    await requireCapacity(tx, keyLimit, ownerId(caller))
    const created = await createKey(tx, { ...key, expires_at: expires_at ? Date.parse(expires_at) : null }, now)
    await recordKey(tx, requested_by, { before: null, after: created }, now)
    return created
  })
}

/** Revokes a key of the caller's store or organization. Throws `forbidden` and `not_found`. */
export function revokeKeyOf({ db, lockRights }: KeyDeps, caller: Caller, id: string, now: number): Promise<Key> {
  return transact(db, async (tx) => {
    const rights = await lockRights(tx, caller)
    const key = await selectOwnKey(tx, caller, id)
    if (key === undefined) throw notFound('key')
    checkRevocable(rights, key)
    return revokeIn(tx, id, caller.requested_by, now)
  })
}

function checkPermitted(rights: ReadonlySet<Permission>, permissions: readonly Permission[] | null): void {
  const missing = [...(permissions ?? OWNER_PERMISSIONS)].filter((permission) => !rights.has(permission))
  if (missing.length === 0) return
  const names = missing.map((permission) => `\`${permission}\``).join(', ')
  const detail =
    permissions === null
      ? `Without \`permissions\` the key could do everything. You lack ${names}: send the permissions that it needs.`
      : `You cannot give permissions that you lack: ${names}.`
  throw new AppError('forbidden', [{ detail, pointer: '/data/permissions' }])
}
