import { type Database, query } from '../../../src/db/database.ts'
import type { Rows } from '../../../src/db/rows.ts'

/** Inserts rows that share the same columns; JSON columns as text. */
export async function insertRows<Table extends keyof Rows>(
  db: Database,
  table: Table,
  rows: readonly { [Column in keyof Rows[Table]]?: unknown }[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((_, row) => `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`)})`)
  const text = `insert into ${table} (${columns.join(', ')}) values ${lines.join(', ')}`
  await query(
    db,
    text,
    rows.flatMap((row) => Object.values(row)),
  )
}
