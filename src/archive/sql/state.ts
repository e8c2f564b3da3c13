import { Value } from 'typebox/value'
import { type Database, type Executor, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import { type ArchivePart, Parts } from '../manifest.ts'

type Row = Rows['archived_partitions']
export type ArchiveState = Omit<Row, 'parts'> & { parts: ArchivePart[] }

/** Returns the state of a partition that was archived or restored here; null for any other. */
export async function findState(db: Executor, name: string): Promise<ArchiveState | null> {
  const [row] = await query<Row>(
    db,
    `select name, archive_id, started_at, parts, last_id, row_count, archived_at, kept_until
       from archived_partitions where name = $1`,
    [name],
  )
  return row === undefined ? null : { ...row, parts: Value.Parse(Parts, JSON.parse(row.parts)) }
}

/** Starts or restarts the archive of a partition. */
export async function begin(db: Executor, name: string, archive_id: string): Promise<ArchiveState> {
  await query(
    db,
    `insert into archived_partitions (name, archive_id, started_at) values ($1, $2, now())
     on conflict (name) do update set started_at = now(), parts = '[]', last_id = null, row_count = null, archived_at = null`,
    [name, archive_id],
  )
  const state = await findState(db, name)
  if (state === null) throw new Error(`The archive of ${name} was not begun.`)
  return state
}

export async function addPart(db: Executor, name: string, parts: readonly ArchivePart[], last_id: string) {
  const text = 'update archived_partitions set parts = $2, last_id = $3 where name = $1'
  await query(db, text, [name, JSON.stringify(parts), last_id])
}

export async function complete(db: Executor, name: string, row_count: number): Promise<void> {
  await query(
    db,
    `with done as (update archived_partitions set row_count = $2, archived_at = now() where name = $1)
     insert into partition_changes (name, change, row_estimate) values ($1, 'archived', $2)`,
    [name, row_count],
  )
}

/** Tolerance for job changes by a process whose clock is behind that of the database. */
const CLOCK_SKEW = `interval '5 minutes'`

/** True if the archive contains the current rows of a partition. */
export async function isArchived(db: Database, name: string): Promise<boolean> {
  const state = await findState(db, name)
  if (state === null || state.row_count === null) return false
  const changed = name.startsWith('jobs_') ? `updated_at >= $1::timestamptz - ${CLOCK_SKEW}` : '$1::timestamptz is null'
  const [found] = await query<{ rows: number; changed: number }>(
    db,
    `select count(*) as rows, count(*) filter (where ${changed}) as changed from ${name}`,
    [state.started_at],
  )
  return found?.rows === state.row_count && found.changed === 0
}
