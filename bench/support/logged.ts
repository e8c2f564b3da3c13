import { setTimeout as wait } from 'node:timers/promises'
import { type Database, query } from '../../src/db/database.ts'
import { lowestInsertLease } from '../../src/deliveries/jobs/insert-leases.ts'

const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 50

/** Seconds from `started` (monotonic) until all jobs are finished; then checks the number of logs. */
export async function allLogged(db: Database, expected: number, started: number): Promise<number> {
  const deadline = performance.now() + TIMEOUT_MS
  const isUnfinished = lookAfter(db, await lowestInsertLease(db))
  while (performance.now() < deadline) {
    if (!(await isUnfinished())) {
      const took = (performance.now() - started) / 1000
      if ((await countLogs(db)) >= expected) return took
    }
    await wait(POLL_INTERVAL_MS)
  }
  throw new Error(`Some accepted events were not delivered within ${TIMEOUT_MS / 1000} seconds.`)
}

/**
 * True if unfinished jobs are left. Continues where the last check found one, because counting would slow down the
 * measured system.
 */
function lookAfter(db: Database, from: string): () => Promise<boolean> {
  let place = from
  return async () => {
    const text = `select id from jobs where id >= $1 and worker_id is not null order by id limit 1`
    const [leased] = await query<{ id: string }>(db, text, [place])
    place = leased?.id ?? place
    return leased !== undefined || (await query(db, FREE, [])).length > 0
  }
}

const FREE = 'select 1 from jobs where next_at is not null order by integration_id limit 1'

export async function countLogs(db: Database): Promise<number> {
  const rows = await query<{ count: number }>(db, 'select count(*) as count from logs', [])
  return rows[0]?.count ?? 0
}

export async function countEvents(db: Database): Promise<number> {
  const rows = await query<{ count: number }>(db, 'select count(*) as count from events', [])
  return rows[0]?.count ?? 0
}
