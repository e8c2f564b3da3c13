import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { invalid, notFound, type Problem } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import { isOfDeployment, PERMISSIONS, type Permission } from '../kernel/permissions.ts'
import { checkName } from './name.ts'
import { hashSecret, newClientId, newClientSecret } from './secret.ts'
import { insertKey, type KeyOwner, type KeyRow, selectKeys, updateKeyRevoked } from './sql/keys.ts'
import { organizationExists, organizationOfStore } from './store.ts'

export type Key = Omit<KeyRow, 'secret_hash'>

/** A new key with its secret, which is never shown again. */
export type NewKey = Key & { client_secret: string }

type KeyInput = KeyOwner & {
  name: string
  /** Permissions of the key. Default: all of its store, organization or deployment. */
  permissions?: readonly Permission[] | null
  /** Milliseconds since the epoch. Default: never. */
  expires_at?: number | null
  created_by?: string | null
}

/**
 * Creates a key of a store, of an organization (`store_id` is null), or of the deployment (`organization_id` is null
 * too). Throws `invalid`, and `not_found` for an unknown organization or a store outside of it.
 */
export async function createKey(db: Database, input: KeyInput, now: number): Promise<NewKey> {
  checkName(input.name)
  const problems = [...problemsOfPermissions(input), ...problemsOfExpiry(input, now)]
  if (problems.length > 0) throw invalid(problems)
  await checkOwner(db, input)
  const client_secret = newClientSecret()
  const { organization_id, store_id, name, permissions, expires_at, created_by = null } = input
  const key: Key = {
    id: newId(now),
    organization_id,
    store_id,
    name,
    client_id: newClientId(),
    permissions: permissions ? PERMISSIONS.filter((each) => permissions.includes(each)) : everythingOf(input),
    created_at: new Date(now),
    created_by,
    expires_at: expires_at ? new Date(expires_at) : null,
    last_used_at: null,
    revoked_at: null,
  }
  await insertKey(db, { ...key, secret_hash: hashSecret(client_secret) })
  return { ...key, client_secret }
}

function everythingOf({ organization_id }: KeyOwner): Permission[] | null {
  return organization_id === null ? PERMISSIONS.filter(isOfDeployment) : null
}

function problemsOfPermissions({ organization_id, permissions }: KeyInput): Problem[] {
  const pointer = '/data/permissions'
  if (permissions?.length === 0) return [{ detail: 'permissions must name one permission or more.', pointer }]
  if (organization_id !== null || (permissions ?? []).every(isOfDeployment)) return []
  return [{ detail: 'A key of the deployment has permissions of `deployment` only.', pointer }]
}

function problemsOfExpiry({ expires_at }: KeyInput, now: number): Problem[] {
  if (!expires_at || expires_at > now) return []
  return [{ detail: 'expires_at must be in the future.', pointer: '/data/expires_at' }]
}

async function checkOwner(db: Database, { organization_id, store_id }: KeyOwner): Promise<void> {
  if (organization_id === null) return
  if (!isUuid(organization_id) || !(await organizationExists(db, organization_id))) throw notFound('organization')
  if (store_id === null) return
  if (!isUuid(store_id) || (await organizationOfStore(db, store_id)) !== organization_id) throw notFound('store')
}

/** Returns the keys of one organization, or of all, oldest first, including revoked keys. */
export async function listKeys(db: Database, organization_id: string | null): Promise<Key[]> {
  return (await selectKeys(db, organization_id)).map(withoutHash)
}

/** Revokes a key: it gets no more tokens, and its tokens stop working within 5 s. Throws `not_found`. */
export async function revokeKey(db: Database, id: string, now: number): Promise<Key> {
  const key = isUuid(id) ? await updateKeyRevoked(db, id, now) : null
  if (key === null) throw notFound('key')
  return withoutHash(key)
}

export function withoutHash({ secret_hash: _, ...key }: KeyRow): Key {
  return key
}
