import { setTimeout as wait } from 'node:timers/promises'
import { query } from '../../src/db/pool.ts'
import type { Database } from '../../src/db/tables.ts'

const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 50

/** Seconds from `started` (monotonic) until nothing is unfinished any more; then so many logs must stand in the table. */
export async function allLogged(db: Database, expected: number, started: number): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    if (!(await isUnfinished(db))) {
      const took = (performance.now() - started) / 1000
      if ((await countLogs(db)) >= expected) return took
    }
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(`Not everything accepted was delivered ${PATIENCE_MS / 1000} seconds later.`)
}

/** Costs next to nothing while there is something: to count would slow down what is measured. */
async function isUnfinished(db: Database): Promise<boolean> {
  const unfinished = `(select 1 from jobs where worker_id is not null limit 1)
    union all (select 1 from jobs where worker_id is null and next_at is not null limit 1) limit 1`
  return (await query(db, unfinished, [])).length > 0
}

export async function countLogs(db: Database): Promise<number> {
  const rows = await query<{ count: number }>(db, 'select count(*) as count from logs', [])
  return rows[0]?.count ?? 0
}
