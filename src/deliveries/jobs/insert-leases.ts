import { type Database, type Executor, query, type Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { ATTEMPTS, type Attempts, freed } from './claim.ts'
import { LEASE_MS, MAY_COMMIT_FOR_MS } from './lease.ts'

// Leases that are taken on insert. To index them would cost most jobs three index entries, for the milliseconds until they
// are settled. They are the newest jobs: before a time that is kept in the database, there are none.

/** A job that was created this long ago is committed by now, or never will be. */
const COMMITTED_AFTER = MAY_COMMIT_FOR_MS + 10 * SECOND
/** How far the time moves in one step, in milliseconds: a step reads every job in between once. */
const STEP_MS = MINUTE

/** Whether a row of jobs has such a lease. It is not indexed: select ids from `lowestInsertLease` on only. */
export const LEASED_ON_INSERT = 'worker_id is not null and lease_until is null'

/** The lowest id that a job with a lease taken on insert can have. One row. */
export async function lowestInsertLease(db: Executor): Promise<string> {
  const rows = await query<{ none_before: Date }>(db, 'select none_before from leases_at_birth', [])
  return lowestIdAt(rows[0]?.none_before.getTime() ?? 0)
}

/** Frees the insert leases of the workers. Returns the integrations of the freed jobs, one for each job. */
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
 * Advances the time before which there are no insert leases, past settled jobs, and frees those that a living worker no
 * longer knows of. Returns how many it freed. One process at a time does it, by the database's clock: a clock that is ahead
 * would make other processes stop leasing on insert.
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
    const held = await query<{ id: string }>(
      tx,
      `select id from jobs where id >= $1 and id < $2 and ${LEASED_ON_INSERT} order by id limit 1`,
      [lowestIdAt(from), lowestIdAt(until)],
    )
    const moved = held[0] === undefined ? until : timeOfId(held[0].id)
    await query(tx, 'update leases_at_birth set none_before = $1', [new Date(moved)])
    return lost.length
  })
}
