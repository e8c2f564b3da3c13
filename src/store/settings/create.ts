import type { Transaction } from '../../db/tables.ts'
import type { Record } from '../../events/event.ts'
import { DEFAULT_PAGE_LENGTH, presentSettings, type Settings } from './settings.ts'
import { insertSettings } from './store.ts'

/** Gives a new store its settings, in the transaction that makes the store, and fires `settings.created`. */
export async function createSettings(
  deps: { record: Record; base_url: string },
  tx: Transaction,
  owner: { organization_id: string; store_id: string },
  now: number,
): Promise<Settings> {
  const settings = {
    store_id: owner.store_id,
    page_length: DEFAULT_PAGE_LENGTH,
    version: 1,
    created_at: new Date(now),
    updated_at: new Date(now),
  }
  await insertSettings(tx, settings)
  await deps.record(tx, [
    {
      ...owner,
      triggered_by: 'settings.created',
      payload: { data: presentSettings(settings, deps.base_url) },
      resource_version: settings.version,
    },
  ])
  return settings
}
