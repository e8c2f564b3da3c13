import { createKey } from '../../access/keys.ts'
import { secretMatches } from '../../access/secret.ts'
import { selectKeyByClientId } from '../../access/store.ts'
import type { Database } from '../../db/tables.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'

export type Credentials = { client_id: string; client_secret: string }

/** The key that was kept if it still opens what it should, otherwise a new one. */
export async function findOrMakeKey(
  db: Database,
  owner: Owner,
  kept: Credentials | null,
  now: number,
): Promise<Credentials> {
  if (kept !== null && (await opens(db, owner, kept)))
    return { client_id: kept.client_id, client_secret: kept.client_secret }
  const name = owner.store_id === null ? 'Demo, whole organization' : 'Demo'
  const { client_id, client_secret } = await createKey(db, { ...owner, name }, now)
  return { client_id, client_secret }
}

async function opens(db: Database, owner: Owner, { client_id, client_secret }: Credentials): Promise<boolean> {
  const key = await selectKeyByClientId(db, client_id)
  if (key === null || key.revoked_at !== null || ownerId(key) !== ownerId(owner)) return false
  return secretMatches(client_secret, key.secret_hash)
}
