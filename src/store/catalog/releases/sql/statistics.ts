import { type Database, query } from '../../../../db/database.ts'

/**
 * Analyzes tables that grew by more than a fifth since their last analysis. Autovacuum would take a minute, and until
 * then the planner treats the tables as nearly empty.
 */
export async function analyzeGrownTables(db: Database, tables: readonly string[]): Promise<void> {
  const grown = await query<{ name: string }>(
    db,
    `select c.oid::regclass::text as name from pg_class c
      where c.oid = any($1::text[]::regclass[]) and pg_relation_size(c.oid) > 1.2 * 8192 * (greatest(c.relpages, 0) + 8)`,
    [tables],
  )
  for (const { name } of grown) await query(db, `analyze ${name}`, [])
}
