import { query } from '../../../db/pool.ts'
import type { Database } from '../../../db/tables.ts'

/**
 * Analyzes those of the tables that have grown much since they last were. PostgreSQL does so by itself a minute later; until
 * then it would choose indexes as if they were nearly empty.
 */
export async function freshenStatistics(db: Database, tables: readonly string[]): Promise<void> {
  const grown = await query<{ name: string }>(
    db,
    `select c.oid::regclass::text as name from pg_class c
      where c.oid = any($1::text[]::regclass[]) and pg_relation_size(c.oid) > 1.2 * 8192 * (greatest(c.relpages, 0) + 8)`,
    [tables],
  )
  for (const { name } of grown) await query(db, `analyze ${name}`, [])
}
