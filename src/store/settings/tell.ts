import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'
import { present } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { type Settings, settings } from './settings.ts'

/** Settings as the API and events show them. `base_url` ends in `/v2`. */
export async function showSettings(db: Database, row: Settings, base_url: string): Promise<Record<string, unknown>> {
  const { links, meta, ...own } = present(settings, row, base_url)
  return { ...own, default_currency: await selectDefaultCurrency(db, row.owner_id), links, meta }
}

export async function tellOfSettings(work: Work, occasion: 'created' | 'updated', row: Settings): Promise<void> {
  work.events.push({
    triggered_by: `settings.${occasion}`,
    payload: { data: await showSettings(work.tx, row, work.base_url) },
    resource_version: row.version,
  })
}

async function selectDefaultCurrency(db: Database, owner_id: string): Promise<string | null> {
  const text = `select code from currencies where owner_id = $1 and "default"`
  const rows = await query<{ code: string }>(db, text, [owner_id])
  return rows[0]?.code ?? null
}
