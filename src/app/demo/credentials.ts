import { recordKey } from '../../access/audit.ts'
import { createKey } from '../../access/keys.ts'
import { secretMatches } from '../../access/secret.ts'
import { selectKeyByClientId } from '../../access/sql/keys.ts'
import { byCommandLine } from '../../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { Owner } from '../../kernel/owner.ts'

export type Credentials = { client_id: string; client_secret: string }

/** Returns the saved key if it is still valid for the owner, otherwise a new key. */
export async function findOrCreateKey(
  db: Database,
  owner: Owner,
  saved: Credentials | null,
  now: number,
): Promise<Credentials> {
  if (saved !== null && (await isValid(db, owner, saved)))
    return { client_id: saved.client_id, client_secret: saved.client_secret }
  const name = owner.store_id === null ? 'Demo, whole organization' : 'Demo'
  return transact(db, async (tx) => {
    const created = await createKey(tx, { ...owner, name }, now)
    await recordKey(tx, byCommandLine('CreateKey'), { before: null, after: created }, now)
    return { client_id: created.client_id, client_secret: created.client_secret }
  })
}

async function isValid(db: Database, owner: Owner, { client_id, client_secret }: Credentials): Promise<boolean> {
  const key = await selectKeyByClientId(db, client_id)
  if (key === null || key.revoked_at !== null || key.expires_at !== null || key.permissions !== null) return false
  if (key.organization_id !== owner.organization_id || key.store_id !== owner.store_id) return false
  return secretMatches(client_secret, key.secret_hash)
}
