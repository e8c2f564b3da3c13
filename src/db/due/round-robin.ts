import { type Database, query, type Transaction } from '../database.ts'

export type StoreRow = { organization_id: string; owner_id: string; id: string }

type Queue<Row> = {
  /** A table with an index on `owner_id` and the column. */
  table: string
  /** The column with the due time; null is never due. */
  column: string
  /** The last value of the column that is due. */
  until: unknown
  passed: readonly string[]
  lock: (row: StoreRow) => Promise<Row | undefined>
}

/** Rows read by one statement, in total and per store. */
const BATCH = 200
const MAX_OF_STORE = 50

/** Rows of the next steps, and the organizations served in the current round. */
type Upcoming = { rows: StoreRow[]; served: Set<string> }

const upcoming = new WeakMap<Database, Map<string, Upcoming>>()

/**
 * Locks a due row by round robin over organizations and their stores, however many rows a store has. One statement
 * reads the rows of the next steps. `passed`: see `stepDueRow`.
 */
export async function takeRoundRobin<Row>(
  db: Database,
  tx: Transaction,
  { table, column, until, passed, lock }: Queue<Row>,
): Promise<Row | undefined> {
  const tables = upcoming.get(db) ?? new Map<string, Upcoming>()
  upcoming.set(db, tables)
  const next = tables.get(table) ?? { rows: [], served: new Set<string>() }
  tables.set(table, next)
  const locked = await lockFirst(next.rows, lock)
  if (locked !== undefined) return locked
  next.rows = await query<StoreRow>(tx, nextBatch(table, column), [until, passed, [...next.served]])
  if (next.rows.every(({ organization_id }) => next.served.has(organization_id))) next.served.clear()
  for (const { organization_id } of next.rows) next.served.add(organization_id)
  return lockFirst(next.rows, lock)
}

/** The first row that can be locked. Removes it and the rows before it. */
async function lockFirst<Row>(rows: StoreRow[], lock: Queue<Row>['lock']): Promise<Row | undefined> {
  for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
    const locked = await lock(row)
    if (locked !== undefined) return locked
  }
  return undefined
}

/**
 * Only the index led by `owner_id` serves these inequalities and orders. PostgreSQL would read an index on the column
 * alone once per store.
 */
function nextBatch(table: string, column: string): string {
  const order = `order by owner_id, ${column}`
  return `select organization_id, owner_id, id from (
    select organization_id, owner_id, due.id, due_by,
           row_number() over (partition by organization_id order by of_store, due_by) as round
      from stores cross join lateral (
        select owner_id, id, ${column} as due_by, row_number() over (${order}) as of_store from ${table}
         where owner_id >= stores.id and (owner_id, ${column}) <= (stores.id, $1) and ${column} is not null
           and id::text <> all($2::text[])
         ${order} limit ${MAX_OF_STORE}) as due) as rounds
    order by round + (organization_id = any($3::uuid[]))::integer, due_by limit ${BATCH}`
}
