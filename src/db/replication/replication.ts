import { type Database, query } from '../database.ts'

/** The number of machines besides the primary that confirm a commit. */
export type Replication = {
  /** Connected synchronous standbys; 0 if commits do not wait for any, null if the role may not see them. */
  standbys: number | null
  required: number
}

type Row = { names: string; commits: string; standbys: number; hidden: number }

/** `required` is the required number of standbys; null for that of the server's own setting. */
export async function readReplication(db: Database, required: number | null): Promise<Replication> {
  const [row] = await query<Row>(db, REPLICATION, [])
  const { names, commits, standbys, hidden } = row ?? { names: '', commits: 'on', standbys: 0, hidden: 0 }
  const waits = names.trim() !== '' && commits !== 'off' && commits !== 'local'
  const seen = hidden > 0 ? null : standbys
  return { standbys: waits ? seen : 0, required: required ?? requiredBy(names) }
}

// A role without pg_read_all_stats sees that standbys exist, but no details.
const REPLICATION = `select current_setting('synchronous_standby_names') as names,
       current_setting('synchronous_commit') as commits,
       count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum')) as standbys,
       count(*) filter (where state is null) as hidden
  from pg_stat_replication`

/**
 * The number of standbys that a value of `synchronous_standby_names` waits for: `ANY 2 (a, b, c)` for two, `a, b` and
 * `*` for one.
 */
export function requiredBy(names: string): number {
  if (names.trim() === '') return 0
  return Number(/^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
}
