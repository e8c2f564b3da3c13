import type { Database } from '../db/database.ts'
import { findEventType } from '../event-types/catalog.ts'
import { notFound } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import { type EventTypeResource, presentBuiltIn, presentOwn } from './own-type.ts'
import { isOwnKeyForm } from './rules/key.ts'
import { type OwnTypeRow, selectOwnType } from './store.ts'

/** A built-in type, a type of a custom API, or a type that the store declares, which has a version. */
type Found = { data: EventTypeResource; version: number | null }

/** Returns the event type of a key. Throws `not_found`. */
export async function getEventType(
  { db, base_url }: { db: Database; base_url: string },
  owner: Owner,
  key: string,
): Promise<Found> {
  const type = findEventType(key)
  if (type !== undefined) return { data: presentBuiltIn(type, base_url), version: null }
  const row = await findOwn(db, owner, key)
  if (row === undefined) throw notFound('event type')
  return { data: presentOwn(row, base_url), version: row.version }
}

async function findOwn(db: Database, { store_id }: Owner, key: string): Promise<OwnTypeRow | undefined> {
  return store_id === null || !isOwnKeyForm(key) ? undefined : selectOwnType(db, store_id, key)
}
