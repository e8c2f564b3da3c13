import type { Database } from '../../db/tables.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { selectRow } from '../kit/store.ts'
import { DEFAULT_PAGE_LENGTH, type Settings, settings } from './settings.ts'

/** One read by primary key. Throws `not_found`. */
export async function readSettings(db: Database, store_id: string): Promise<Settings> {
  const row = await selectRow(db, settings, { owner_id: store_id })
  if (row === undefined) throw notFound('store')
  return row
}

/** Records per page for a list of this owner, read anew each time: a change holds from its commit on, in every process. */
export async function pageLength(db: Database, owner: Owner): Promise<number> {
  if (owner.store_id === null) return DEFAULT_PAGE_LENGTH
  return (await selectRow(db, settings, { owner_id: owner.store_id }))?.page_length ?? DEFAULT_PAGE_LENGTH
}
