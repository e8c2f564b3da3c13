import { ownerId } from '../../kernel/owner.ts'
import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { type Settings, settings } from './settings.ts'
import { tellOfSettings } from './tell.ts'

/** Gives a new store its settings, in the transaction that makes the store, and fires `settings.created`. */
export async function createSettings(work: Work): Promise<Settings> {
  const row = await insert(work, settings, { id: ownerId(work.owner) })
  await tellOfSettings(work, 'created', row)
  return row
}
