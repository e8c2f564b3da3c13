import { type Database, query } from '../../src/db/database.ts'
import { paced } from './paced.ts'
import { quantile } from './quantile.ts'

/** Where the rows go; a bench that counts statements leaves those that name it out. */
export const COMMITS = 'bench_commits'

/** They count as PostgreSQL's CPU: at 100 events a second, 50 of them would be a quarter of it. */
const PER_SECOND = 5

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
  const commit = async () => {
    const started = performance.now()
    await query(db, `insert into ${COMMITS} values (now())`, [])
    times.push(performance.now() - started)
  }
  // Each at its time: one slow commit does not keep the next ones from being counted.
  await paced(commit, PER_SECOND, () => !isOver)
  return quantile(times, 0.99)
}
