import { ownerId } from '../../kernel/owner.ts'
import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { emitSettings } from './events.ts'
import { type Settings, settings } from './settings.ts'

/** Creates the settings of a new store in the transaction that creates the store, and emits `settings.created`. */
export async function createSettings(work: Work): Promise<Settings> {
  const row = await insert(work, settings, { id: ownerId(work.owner) })
  await emitSettings(work, 'created', row)
  return row
}
