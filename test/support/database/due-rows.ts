import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Client } from '../app.ts'
import type { TestDatabase } from './cluster.ts'

/** Inserts a due row of a queue for each of the owners, due in their order, without what it refers to. */
export async function insertDue(
  { db }: TestDatabase,
  table: string,
  owners: readonly Client[],
  common: () => object,
): Promise<void> {
  const columns = await query<{ name: string }>(
    db,
    `select column_name as name from information_schema.columns where table_name = $1`,
    [table],
  )
  const known = new Set(columns.map(({ name }) => name))
  const rows = owners.map(({ organization_id, store_id: owner_id }, index) => {
    const time = new Date(index)
    const ids = { organization_id, owner_id, id: newId(Date.now()), version: 1, updated_at: time }
    const all = { ...ids, ...common(), next_at: time, message_at: time, mail_at: time }
    return Object.fromEntries(Object.entries(all).filter(([name]) => known.has(name)))
  })
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await db.transaction(async (tx) => {
    await query(tx, 'set local session_replication_role = replica', [])
    const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`
    await query(tx, text, [JSON.stringify(rows)])
  })
}
