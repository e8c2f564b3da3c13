import { hashSecret } from '../../access/secret.ts'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { insertConfirmed, retryUnsent, selectConfirming } from './store.ts'

/** `invalid`: the code is unknown or has expired. */
export type Confirmation = 'invalid' | 'unconfirmed' | 'confirmed'

const CODE = /^[A-Za-z0-9_-]{43}$/

/** Returns the current state of a link without confirming it. */
export async function readConfirmation(db: Database, code: string, now: number): Promise<Confirmation> {
  if (!CODE.test(code)) return 'invalid'
  const found = await selectConfirming(db, hashSecret(code), new Date(now))
  if (found === undefined) return 'invalid'
  return found.is_confirmed ? 'confirmed' : 'unconfirmed'
}

/**
 * Confirms the recipient of a code for the owner of the alert, and makes unsent messages due. A reused code changes
 * nothing.
 */
export async function confirmRecipient(db: Database, code: string, at: number): Promise<Confirmation> {
  if (!CODE.test(code)) return 'invalid'
  const now = new Date(at)
  return transact(db, async (tx) => {
    const found = await selectConfirming(tx, hashSecret(code), now)
    if (found === undefined) return 'invalid'
    if (found.is_confirmed) return 'confirmed'
    await insertConfirmed(tx, { ...found, now })
    await retryUnsent(tx, found.owner_id, now)
    return 'confirmed'
  })
}
