import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import { lowestIdAt } from '../../kernel/ids.ts'

/** Since when (milliseconds since the epoch) an integration has only failed, and in how many periods since then it has. */
export type Failing = { since: number; periods: number; last_period: number }

/** The number of the period in which a time is, the first one being that of the first failure. */
export function periodOf({ since }: Pick<Failing, 'since'>, time: number, period_ms: number): number {
  return Math.max(0, Math.floor((time - since) / period_ms))
}

/** Records that an attempt has failed; returns what is known of the failures until then, of all workers. */
export async function noteFailing(
  db: Database,
  integration_id: string,
  now: number,
  period_ms: number,
): Promise<Failing> {
  const [row] = await query<FailingRow>(
    db,
    `insert into integration_states as s (integration_id, failing_since) values ($1, $2)
     on conflict (integration_id) do update set
       failing_since = coalesce(s.failing_since, excluded.failing_since),
       failing_periods = s.failing_periods + case when s.last_period < ${PERIOD} then 1 else 0 end,
       last_period = greatest(s.last_period, ${PERIOD})
     returning failing_since, failing_periods, last_period`,
    [integration_id, new Date(now), period_ms],
  )
  return failingOf(row, now)
}

function failingOf(row: FailingRow | undefined, now: number): Failing {
  return {
    since: row?.failing_since?.getTime() ?? now,
    periods: row?.failing_periods ?? 1,
    last_period: row?.last_period ?? 0,
  }
}

/** Integrations read at once. */
const MAX_READ = 10_000

/** What is known of all integrations that fail, or of the first ten thousand. */
export async function readFailing(db: Database): Promise<{ noted: Map<string, Failing>; isComplete: boolean }> {
  const rows = await query<FailingRow & { integration_id: string }>(
    db,
    `select integration_id, failing_since, failing_periods, last_period from integration_states
      where failing_since is not null order by integration_id limit $1`,
    [MAX_READ],
  )
  const noted = new Map(rows.map((row) => [row.integration_id, failingOf(row, 0)]))
  return { noted, isComplete: rows.length < MAX_READ }
}

type FailingRow = Pick<Rows['integration_states'], 'failing_since' | 'failing_periods' | 'last_period'>

const PERIOD = `floor(extract(epoch from excluded.failing_since - s.failing_since) * 1000 / $3::double precision)::integer`

export async function noteSucceeding(db: Database, integration_id: string): Promise<void> {
  await query(db, 'delete from integration_states where integration_id = $1', [integration_id])
}

/** Whether any attempt, of any worker, has succeeded since. */
export async function hasSucceededSince(db: Database, integration_id: string, since: number): Promise<boolean> {
  const text = 'select 1 from logs where integration_id = $1 and id >= $2 and succeeded limit 1'
  return (await query(db, text, [integration_id, lowestIdAt(since)])).length > 0
}
