import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { Settings } from './settings.ts'

const COLUMNS = 'store_id, page_length, version, created_at, updated_at'

export async function insertSettings(tx: Transaction, settings: Settings): Promise<void> {
  await query(tx, `insert into settings (${COLUMNS}) values ($1, $2, $3, $4, $5)`, [
    settings.store_id,
    settings.page_length,
    settings.version,
    settings.created_at,
    settings.updated_at,
  ])
}

export async function selectSettings(db: Database, store_id: string): Promise<Settings | undefined> {
  const rows = await query<Settings>(db, `select ${COLUMNS} from settings where store_id = $1`, [store_id])
  return rows[0]
}

export async function lockSettings(tx: Transaction, store_id: string): Promise<Settings | undefined> {
  const rows = await query<Settings>(tx, `select ${COLUMNS} from settings where store_id = $1 for update`, [store_id])
  return rows[0]
}

export async function updateSettingsRow(tx: Transaction, settings: Settings): Promise<void> {
  await query(tx, `update settings set page_length = $2, version = $3, updated_at = $4 where store_id = $1`, [
    settings.store_id,
    settings.page_length,
    settings.version,
    settings.updated_at,
  ])
}
