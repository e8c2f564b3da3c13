import { type Database, query } from '../database.ts'
import { prepared } from '../prepared.ts'

/**
 * SQL that says whether work may be due at the time `$1`. It is evaluated several times a second, so it reads one entry of
 * an index, or a table that is empty as a rule.
 */
export type DueCondition = string

/** Something is due by a column that has an index; null is never due. */
export function dueBy(table: string, column: string): DueCondition {
  // PostgreSQL may run `exists` by reading the whole table.
  return `(select min(${column}) from ${table}) <= $1::timestamptz`
}

/** Which of the conditions hold, in their order, by one statement. `now` in milliseconds since the epoch. */
export async function evaluateDue(db: Database, conditions: readonly DueCondition[], now: number): Promise<boolean[]> {
  const columns = conditions.map((condition) => `coalesce((${condition}), false)`)
  const text = prepared(`select array[${columns.join(', ')}] as holding, $1::timestamptz as at`)
  const [row] = await query<{ holding: boolean[] }>(db, text, [new Date(now)])
  return row?.holding ?? []
}
