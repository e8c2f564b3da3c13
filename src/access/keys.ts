import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { notFound } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import type { Owner } from '../kernel/owner.ts'
import { checkName } from './name.ts'
import { hashSecret, newClientId, newClientSecret } from './secret.ts'
import {
  insertKey,
  type KeyRow,
  organizationExists,
  organizationOfStore,
  selectKeys,
  updateKeyRevoked,
} from './store.ts'

/** A key as it can be shown: without its secret, which is not even known. */
export type Key = Omit<KeyRow, 'secret_hash'>

/** The only time that the secret is shown. */
export type NewKey = Key & { client_secret: string }

/**
 * Makes a key of a store, or of an organization when `store_id` is null. Throws `invalid` for the name and `not_found` for
 * the organization, or for a store that is not of it.
 */
export async function createKey(db: Database, input: Owner & { name: string }, now: number): Promise<NewKey> {
  checkName(input.name)
  await checkOwner(db, input)
  const client_secret = newClientSecret()
  const key: Key = {
    id: newId(now),
    organization_id: input.organization_id,
    store_id: input.store_id,
    name: input.name,
    client_id: newClientId(),
    created_at: new Date(now),
    revoked_at: null,
  }
  await insertKey(db, { ...key, secret_hash: hashSecret(client_secret) })
  return { ...key, client_secret }
}

async function checkOwner(db: Database, { organization_id, store_id }: Owner): Promise<void> {
  if (!isUuid(organization_id) || !(await organizationExists(db, organization_id))) throw notFound('organization')
  if (store_id === null) return
  if (!isUuid(store_id) || (await organizationOfStore(db, store_id)) !== organization_id) throw notFound('store')
}

/** Those of one organization, or all of this server, revoked ones included; oldest first. */
export async function listKeys(db: Database, organization_id: string | null): Promise<Key[]> {
  return (await selectKeys(db, organization_id)).map(withoutHash)
}

/** Ends a key: it gets no more tokens, and those it has stop working within 5 s. Throws `not_found`. */
export async function revokeKey(db: Database, id: string, now: number): Promise<Key> {
  const key = isUuid(id) ? await updateKeyRevoked(db, id, now) : null
  if (key === null) throw notFound('key')
  return withoutHash(key)
}

function withoutHash({ secret_hash: _, ...key }: KeyRow): Key {
  return key
}
