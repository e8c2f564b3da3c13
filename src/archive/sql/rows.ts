import { type Executor, query } from '../../db/database.ts'
import type { Partitioned } from '../../db/partitions/partition-names.ts'

// JSON contains no control characters, so using them as quote and delimiter leaves each line unchanged.
const LINES = String.raw`with (format csv, quote e'\x01', delimiter e'\x02')`

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type Span = { after: string | null; last: string }

/** Returns the next rows of a partition, at most `most`; null at the end. */
export async function nextSpan(db: Executor, name: string, after: string | null, most: number): Promise<Span | null> {
  const next = `select id from ${name} where id > $1 order by id limit $2`
  const [row] = await query<{ last: string | null }>(
    db,
    `select id as last from (${next}) as next order by id desc limit 1`,
    [after ?? FIRST_ID, most],
  )
  return row?.last == null ? null : { after, last: row.last }
}

/** Returns the statement that copies rows of a partition as JSON lines. */
export function copyOutText(name: string, { after, last }: Span): string {
  const rows = `select * from ${name} where id > '${after ?? FIRST_ID}' and id <= '${last}' order by id`
  return `copy (select row_to_json(r)::text from (${rows}) as r) to stdout ${LINES}`
}

export async function columnsOf(db: Executor, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Begins a transaction that receives lines; returns its copy statement. */
export async function beginLines(session: Executor): Promise<string> {
  await query(session, 'begin', [])
  await query(session, 'create temporary table archived_lines (line text) on commit drop', [])
  return `copy archived_lines from stdin ${LINES}`
}

/** Jobs that were unfinished when archived must never be attempted. */
const NEVER_DUE: Readonly<Record<string, string>> = {
  status: `case when r.status in ('pending', 'delivering') then 'cancelled' else r.status end`,
  next_at: 'null',
  worker_id: 'null',
  lease_until: 'null',
  order_key: 'null',
}

/** Inserts the lines into their partition and commits; existing rows stay unchanged. */
export async function insertLines(
  session: Executor,
  { name, table, columns }: { name: string; table: Partitioned; columns: readonly string[] },
): Promise<void> {
  const values = columns.map((column) => (table === 'jobs' ? NEVER_DUE[column] : undefined) ?? `r.${column}`)
  await query(
    session,
    `insert into ${name} (${columns.join(', ')})
     select ${values.join(', ')} from archived_lines cross join lateral json_populate_record(null::${table}, line::json) as r
     on conflict (id) do nothing`,
    [],
  )
  await query(session, 'commit', [])
}

export async function countRows(db: Executor, name: string): Promise<number> {
  const [row] = await query<{ rows: number }>(db, `select count(*)::integer as rows from ${name}`, [])
  return row?.rows ?? 0
}
