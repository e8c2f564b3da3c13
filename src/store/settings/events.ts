import type { Database } from '../../db/database.ts'
import type { ActionOf } from '../../event-types/catalog.ts'
import { present } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { type Settings, settings } from './settings.ts'
import { selectDefaultCurrency } from './store.ts'

/** Returns settings as in the API and in events. `base_url` ends in `/v2`. */
export async function showSettings(db: Database, row: Settings, base_url: string) {
  const { links, meta, ...own } = present(settings, row, base_url)
  return { ...own, default_currency: await selectDefaultCurrency(db, row.owner_id), links, meta }
}

export async function emitSettings(work: Work, action: ActionOf<'settings'>, row: Settings): Promise<void> {
  work.events.push({
    triggered_by: `settings.${action}`,
    payload: { data: await showSettings(work.tx, row, work.base_url) },
    resource_version: row.version,
  })
}
