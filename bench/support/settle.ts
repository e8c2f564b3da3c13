import { setTimeout as wait } from 'node:timers/promises'
import { type Database, query } from '../../src/db/database.ts'

/** All jobs must be finished within this time after the last failure and the last acceptance. */
const TIMEOUT_MS = 60_000

/** Waits until all jobs are finished; returns the number of others at the timeout, and prints them. */
export async function settle(db: Database): Promise<number> {
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end) {
    if ((await countUnfinished(db)) === 0) return 0
    await wait(100)
  }
  const stuck = await query<{ status: string; count: number }>(
    db,
    `select status, worker_id, worker_id in (select id from workers) as worker_lives, attempts, count(*) as count,
            min(updated_at) as oldest
       from jobs where next_at is not null or worker_id is not null group by 1, 2, 3, 4`,
    [],
  )
  for (const group of stuck) console.log(`stuck: ${JSON.stringify(group)}`)
  return stuck.reduce((sum, { count }) => sum + count, 0)
}

async function countUnfinished(database: Database): Promise<number> {
  const sql = `select count(*) as count from jobs where next_at is not null or worker_id is not null or status <> 'succeeded'`
  const rows = await query<{ count: number }>(database, sql, []).catch(() => [])
  return rows[0]?.count ?? Number.POSITIVE_INFINITY
}
