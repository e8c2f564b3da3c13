import { type Database, query } from '../../db/database.ts'

/** Number of starts of attempts to reserve, and the interval between them. */
export type StartRequest = { starts: number; interval_ms: number }

/**
 * Reserves the next starts of an integration, after those that any process has reserved. Returns the milliseconds until the first
 * start, by the database's clock.
 */
export async function reserveStarts(
  db: Database,
  integration_id: string,
  { starts, interval_ms }: StartRequest,
): Promise<number> {
  const rows = await query<{ wait_ms: number }>(
    db,
    `insert into delivery_rates as r (integration_id, next_at) values ($1, clock_timestamp() + $2 * interval '1 ms')
     on conflict (integration_id) do update
       set next_at = greatest(r.next_at, clock_timestamp()) + $2 * interval '1 ms'
     returning (extract(epoch from next_at - clock_timestamp()) * 1000)::double precision - $2 as wait_ms`,
    [integration_id, starts * interval_ms],
  )
  return Math.max(0, rows[0]?.wait_ms ?? 0)
}
