import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Client } from '../app.ts'
import type { TestDatabase } from './cluster.ts'

const EMPTY: Record<string, unknown> = { bigint: 0, integer: 0, boolean: false, jsonb: {}, ARRAY: [] }

/**
 * Inserts a due row into a queue for each owner, due in their order, without referenced rows. Fills required columns
 * that have no value with empty values. Returns the ids.
 */
export async function insertDue(
  { db }: TestDatabase,
  table: string,
  owners: readonly Client[],
  valuesOf: (index: number) => object = () => ({}),
): Promise<string[]> {
  const columns = await query<{ name: string; type: string; needed: boolean }>(
    db,
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as needed
       from information_schema.columns where table_name = $1`,
    [table],
  )
  const rows = owners.map(({ organization_id, store_id: owner_id }, index) => {
    const [id, time] = [newId(Date.now()), new Date(index)]
    const times = { next_at: time, message_at: time, mail_at: time, expires_at: time, decided_at: time }
    const values: Record<string, unknown> = { ...times, organization_id, owner_id, id, ...valuesOf(index) }
    const emptyOf = (type: string) => (/^(date|timestamp)/.test(type) ? time : (EMPTY[type] ?? id))
    const needed = columns.map(({ name, type, needed }) => [name, values[name] ?? (needed ? emptyOf(type) : undefined)])
    return { id, ...Object.fromEntries(needed.filter(([, value]) => value !== undefined)) }
  })
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await db.transaction(async (tx) => {
    await query(tx, 'set local session_replication_role = replica', [])
    const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`
    await query(tx, text, [JSON.stringify(rows)])
  })
  return rows.map(({ id }) => id)
}
