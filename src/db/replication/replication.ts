import { type Database, query } from '../database.ts'

/** On how many machines besides the primary a commit is confirmed. */
export type Replication = {
  /** Synchronous standbys that are connected; 0 where commits wait for none, null when the role may not see them. */
  standbys: number | null
  /** How many there must be. */
  required: number
}

type Row = { names: string; commits: string; standbys: number; hidden: number }

/** `required` is how many there must be; null for as many as the server's own setting requires. */
export async function readReplication(db: Database, required: number | null): Promise<Replication> {
  const [row] = await query<Row>(db, REPLICATION, [])
  const { names, commits, standbys, hidden } = row ?? { names: '', commits: 'on', standbys: 0, hidden: 0 }
  const waits = names.trim() !== '' && commits !== 'off' && commits !== 'local'
  const seen = hidden > 0 ? null : standbys
  return { standbys: waits ? seen : 0, required: required ?? requiredBy(names) }
}

// Without pg_read_all_stats a role sees that there are standbys, and nothing of them.
const REPLICATION = `select current_setting('synchronous_standby_names') as names,
       current_setting('synchronous_commit') as commits,
       count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum')) as standbys,
       count(*) filter (where state is null) as hidden
  from pg_stat_replication`

/** How many standbys a value of `synchronous_standby_names` waits for: `ANY 2 (a, b, c)` for two, `a, b` and `*` for one. */
export function requiredBy(names: string): number {
  if (names.trim() === '') return 0
  return Number(/^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
}
