import { type Database, query } from '../database.ts'
import { prepared } from '../prepared.ts'

/**
 * SQL that is true if work may be due at the time `$1`. It is evaluated several times a second, so it must read one
 * index entry, or a table that is usually empty.
 */
export type DueCondition = string

/** True if a row is due by an indexed column. Null is never due. */
export function dueBy(table: string, column: string): DueCondition {
  // PostgreSQL may run `exists` by reading the whole table.
  return `(select min(${column}) from ${table}) <= $1::timestamptz`
}

/**
 * Evaluates the conditions in one statement and returns their values in order. `now` is in milliseconds since the
 * epoch.
 */
export async function evaluateDue(db: Database, conditions: readonly DueCondition[], now: number): Promise<boolean[]> {
  const columns = conditions.map((condition) => `coalesce((${condition}), false)`)
  const text = prepared(`select array[${columns.join(', ')}] as holding, $1::timestamptz as at`)
  const [row] = await query<{ holding: boolean[] }>(db, text, [new Date(now)])
  return row?.holding ?? []
}
