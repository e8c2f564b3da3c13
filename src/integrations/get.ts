import type { Database } from '../db/database.ts'
import { notFound } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { findIntegration } from './store.ts'

/** Throws `not_found`. */
export async function getIntegration(
  deps: { db: Database; cipher: Cipher },
  owner: Owner,
  id: string,
): Promise<Integration> {
  const integration = await findIntegration(deps.db, deps.cipher, owner, id)
  if (integration === undefined) throw notFound('integration')
  return integration
}
