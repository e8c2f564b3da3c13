import type { Database } from '../../db/database.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { selectRow } from '../kit/store.ts'
import { DEFAULT_PAGE_LENGTH, type Settings, settings } from './settings.ts'

/** Reads the settings of a store by primary key. Throws `not_found`. */
export async function readSettings(db: Database, store_id: string): Promise<Settings> {
  const row = await selectRow(db, settings, { owner_id: store_id })
  if (row === undefined) throw notFound('store')
  return row
}

/** True if a store accepts unknown members of bodies. Called only if a body has any. */
export async function reportsUnknown(db: Database, store_id: string | null): Promise<boolean> {
  return store_id !== null && (await readSettings(db, store_id)).unknown_members === 'report'
}

/** Default page length of an owner's lists. Not cached, so that a change takes effect in every process at once. */
export async function pageLength(db: Database, owner: Owner): Promise<number> {
  if (owner.store_id === null) return DEFAULT_PAGE_LENGTH
  return (await selectRow(db, settings, { owner_id: owner.store_id }))?.page_length ?? DEFAULT_PAGE_LENGTH
}
