import { recordChange } from '../audit/record.ts'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { type KnownTypes, matchingPatterns } from '../event-types/catalog.ts'
import { ANY_KEY } from '../event-types/rules/patterns.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound, type Problem } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import { checkVersion } from '../kernel/version.ts'
import { contentOf, rejectBuiltIn, type StoreOwner } from './put.ts'
import { orphanedBy } from './rules/in-use.ts'
import { deleteOwnType, lockDeclaring, lockKeys, selectOwnType } from './store.ts'

/** A user of event types by keys and patterns: an integration or a running replay. `title` names it in sentences. */
export type User = { title: string; texts: readonly string[] }

export type RemoveDeps = {
  db: Database
  clock: Clock
  /** Returns the integrations and running replays of an owner that use any of these texts. */
  usersOf: (tx: Transaction, owner: Owner, texts: readonly string[]) => Promise<readonly User[]>
}

/** Maximum number of users that one response names. */
const MAX_NAMED = 20

/**
 * Deletes an own event type; its events stay. Throws `forbidden` for a built-in key, `not_found`, and `conflict` on a
 * stale version and while an integration or running replay needs the type: by its key, or by a pattern that matches no
 * other type.
 */
export async function removeEventType(
  { db, clock, usersOf }: RemoveDeps,
  owner: StoreOwner,
  { key, expected_version }: { key: string; expected_version: number | null },
): Promise<void> {
  rejectBuiltIn(key)
  const { store_id } = owner
  await transact(db, async (tx) => {
    await lockDeclaring(tx, store_id)
    const known: KnownTypes = { level: 'store', own: new Set(await lockKeys(tx, store_id)) }
    const type = await selectOwnType(tx, store_id, key)
    if (type === undefined) throw notFound('event type')
    checkVersion('event type', type.version, expected_version)
    const users = await usersOf(tx, owner, namesOf(key))
    const problems = users.flatMap((user) => problemOf(user, key, known))
    if (problems.length > 0) throw new AppError('conflict', problems.slice(0, MAX_NAMED))
    await deleteOwnType(tx, store_id, key)
    await recordChange(tx, owner, { type: 'event-type', id: key, before: contentOf(type), after: null }, clock())
  })
}

/** Returns the key and the patterns that match it, except for the pattern of all keys, which needs no specific type. */
function namesOf(key: string): readonly string[] {
  return [key, ...matchingPatterns(key).filter((pattern) => pattern !== ANY_KEY)]
}

function problemOf({ title, texts }: User, key: string, known: KnownTypes): Problem[] {
  const orphaned = orphanedBy(key, texts, known)
  if (orphaned.length === 0) return []
  return [{ detail: `${title} still needs this event type: it names ${orphaned.join(', ')}.` }]
}
