import { plainArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import { lowestIdAt } from '../../kernel/ids.ts'

/**
 * Failures without a success in between: `since` is the first failure (milliseconds since the epoch), `periods` counts the
 * periods with failures.
 */
export type Failing = { since: number; periods: number; last_period: number }

/** Number of the period that contains a time; the first failure starts period 0. */
export function periodOf({ since }: Pick<Failing, 'since'>, time: number, period_ms: number): number {
  return Math.max(0, Math.floor((time - since) / period_ms))
}

/** Records a failed attempt; returns the failures recorded by all workers so far. */
export async function recordFailure(
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

type NotedRow = FailingRow & { integration_id: string }
const COLUMNS = 'integration_id, failing_since, failing_periods, last_period'

export async function readFailing(db: Database, integration_ids: readonly string[]): Promise<Map<string, Failing>> {
  const text = `select ${COLUMNS} from integration_states where failing_since is not null and integration_id = any($1::uuid[])`
  const rows = await query<NotedRow>(db, text, [plainArray(integration_ids)])
  return new Map(rows.map((row) => [row.integration_id, failingOf(row, 0)]))
}

/** Integrations that one pass compares with their logs. */
const MAX_COMPARED = 200

/**
 * Deletes the failures of integrations whose latest attempt succeeded, which remain if a worker crashes before it records the
 * success. Starts after the id `after`; returns the last id of the pass, or null at the end.
 */
export async function deleteSucceeded(db: Database, after: string): Promise<string | null> {
  const rows = await query<NotedRow>(
    db,
    `select ${COLUMNS} from integration_states where failing_since is not null and integration_id > $1
      order by integration_id limit $2`,
    [after, MAX_COMPARED],
  )
  if (rows.length === 0) return null
  const since = rows.map(({ failing_since }) => failing_since ?? new Date(0))
  await query(
    db,
    `delete from integration_states as s using unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as noted (id, since, lowest)
      where s.integration_id = noted.id and s.failing_since = noted.since
        and (select succeeded from logs where logs.integration_id = noted.id and logs.id >= noted.lowest order by logs.id desc limit 1)`,
    [
      plainArray(rows.map(({ integration_id }) => integration_id)),
      since,
      plainArray(since.map((time) => lowestIdAt(time.getTime()))),
    ],
  )
  return rows.length < MAX_COMPARED ? null : (rows.at(-1)?.integration_id ?? null)
}

type FailingRow = Pick<Rows['integration_states'], 'failing_since' | 'failing_periods' | 'last_period'>

const PERIOD = `floor(extract(epoch from excluded.failing_since - s.failing_since) * 1000 / $3::double precision)::integer`

export async function deleteFailures(db: Database, integration_id: string): Promise<void> {
  await query(db, 'delete from integration_states where integration_id = $1', [integration_id])
}

/** True if any worker has made a successful attempt since then. */
export async function hasSucceededSince(db: Database, integration_id: string, since: number): Promise<boolean> {
  const text = 'select 1 from logs where integration_id = $1 and id >= $2 and succeeded limit 1'
  return (await query(db, text, [integration_id, lowestIdAt(since)])).length > 0
}
