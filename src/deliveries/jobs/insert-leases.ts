import { type Database, type Executor, query, type Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { ATTEMPTS, type Attempts, freed } from './claim.ts'
import { LEASE_MS, MAY_COMMIT_FOR_MS } from './lease.ts'

// Leases that are taken on insert. An index on them would cost most jobs three index entries for the milliseconds until they are
// settled. Instead the database stores a time before which no such leases exist, since only the newest jobs have them.

/** A job that was created this long ago is either committed or never will be. */
const COMMITTED_AFTER = MAY_COMMIT_FOR_MS + 10 * SECOND
/** Maximum advance of the time in one step, because a step reads every job in between once. */
const STEP_MS = MINUTE

/** Condition for a row of jobs with a lease taken on insert. It is not indexed, so restrict the ids with `lowestInsertLease`. */
export const LEASED_ON_INSERT = 'worker_id is not null and lease_until is null'

/** Lowest id that a job with an insert lease can have. Reads one row. */
export async function lowestInsertLease(db: Executor): Promise<string> {
  const rows = await query<{ none_before: Date }>(db, 'select none_before from leases_at_birth', [])
  return lowestIdAt(rows[0]?.none_before.getTime() ?? 0)
}

/** Frees the insert leases of the workers. Returns the integration of each freed job. */
export async function releaseInsertLeases(
  tx: Transaction,
  worker_ids: readonly number[],
  made: Attempts,
): Promise<string[]> {
  const rows = await query<{ integration_id: string }>(
    tx,
    `update jobs set ${freed('now()')}, attempts = ${ATTEMPTS[made]}
      where id >= $1 and worker_id = any($2) and lease_until is null returning integration_id`,
    [await lowestInsertLease(tx), worker_ids],
  )
  return rows.map(({ integration_id }) => integration_id)
}

/**
 * Advances the time before which there are no insert leases past settled jobs, and frees leases that a live worker has lost track
 * of. Returns the number of freed leases. Only one process at a time does so, and by the database's clock, since a clock that is
 * ahead would make other processes stop leasing on insert.
 */
export function sweepInsertLeases(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    const rows = await query<{ none_before: Date; now: Date }>(
      tx,
      'select none_before, now() from leases_at_birth for update skip locked',
      [],
    )
    if (rows[0] === undefined) return 0
    const [from, now] = [rows[0].none_before.getTime(), rows[0].now.getTime()]
    const until = Math.min(from + STEP_MS, now - COMMITTED_AFTER)
    if (until <= from) return 0
    const lost = await query(
      tx,
      `update jobs set ${freed('now()')} where id >= $1 and id < $2 and ${LEASED_ON_INSERT} returning 1`,
      [lowestIdAt(from), lowestIdAt(Math.min(until, now - LEASE_MS))],
    )
    const leased = await query<{ id: string }>(
      tx,
      `select id from jobs where id >= $1 and id < $2 and ${LEASED_ON_INSERT} order by id limit 1`,
      [lowestIdAt(from), lowestIdAt(until)],
    )
    const moved = leased[0] === undefined ? until : timeOfId(leased[0].id)
    await query(tx, 'update leases_at_birth set none_before = $1', [new Date(moved)])
    return lost.length
  })
}
