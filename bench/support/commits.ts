import { type Database, query } from '../../src/db/database.ts'
import { paced } from './paced.ts'
import { quantile } from './quantile.ts'

/** Table of the rows; benches that count statements exclude those that name the table. */
export const COMMITS = 'bench_commits'

/** These commits count as PostgreSQL's CPU: at 100 events a second, 50 of them would be a quarter. */
const PER_SECOND = 5

/**
 * The 99th percentile of the commit time of one row, in milliseconds, until `under` is settled: the share of the
 * machine and its disk. No event can be accepted faster.
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
  // An open loop, because one slow commit must not delay the next ones.
  await paced(commit, PER_SECOND, () => !isOver)
  return quantile(times, 0.99)
}
