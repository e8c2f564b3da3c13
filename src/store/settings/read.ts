import type { Database } from '../../db/tables.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { DEFAULT_PAGE_LENGTH, type Settings } from './settings.ts'
import { selectSettings } from './store.ts'

/** Throws `not_found`. */
export async function readSettings(db: Database, store_id: string): Promise<Settings> {
  const settings = await selectSettings(db, store_id)
  if (settings === undefined) throw notFound('store')
  return settings
}

/** Records per page for a list of this owner, read anew each time: a change holds from its commit on, in every process. */
export async function pageLength(db: Database, owner: Owner): Promise<number> {
  if (owner.store_id === null) return DEFAULT_PAGE_LENGTH
  return (await selectSettings(db, owner.store_id))?.page_length ?? DEFAULT_PAGE_LENGTH
}
