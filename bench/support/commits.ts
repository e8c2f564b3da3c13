import { setTimeout as wait } from 'node:timers/promises'
import { query } from '../../src/db/pool.ts'
import type { Database } from '../../src/db/tables.ts'
import { quantile } from './cost.ts'

/** Where the rows go; a bench that counts statements leaves those that name it out. */
export const COMMITS = 'bench_commits'

const EVERY_MS = 20

/**
 * The 99th percentile of how long a commit of one row takes, in milliseconds, until `under` is settled: what the machine and
 * its disk do to whoever waits for a commit. No event can be accepted sooner.
 */
export async function commitsDuring(db: Database, under: Promise<unknown>): Promise<number> {
  await query(db, `create table if not exists ${COMMITS} (at timestamptz)`, [])
  const times: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  under.then(end, end)
  while (!isOver) {
    const started = performance.now()
    await query(db, `insert into ${COMMITS} values (now())`, [])
    times.push(performance.now() - started)
    await wait(EVERY_MS)
  }
  return quantile(times, 0.99)
}
