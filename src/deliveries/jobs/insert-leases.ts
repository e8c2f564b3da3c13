import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { freed } from './claim.ts'
import { LEASE, MAY_COMMIT_FOR } from './lease.ts'

// Leases that jobs are born with. To hold them in an index would cost most jobs three entries in indexes, for the
// milliseconds until they are over. They are the newest: of jobs made before a time that is kept in the database, none is left.

/** A job that was made so long ago is committed by now, or never will be. */
const COMMITTED_AFTER = MAY_COMMIT_FOR + 10_000
/** How far the time moves in one step, in milliseconds: a step reads every job in between once. */
const STEP = 60_000

/** Of a row of jobs: whether it holds such a lease. No index knows it; ask for ids from `lowestInsertLease` on. */
export const LEASED_AT_BIRTH = 'worker_id is not null and lease_until is null'

/** The lowest id that a job with a lease taken on insert can have. One row. */
export async function lowestInsertLease(db: Database): Promise<string> {
  const rows = await query<{ none_before: Date }>(db, 'select none_before from leases_at_birth', [])
  return lowestIdAt(rows[0]?.none_before.getTime() ?? 0)
}

/** Frees what the workers hold since the birth of the jobs. Returns the integrations of what was freed, one for each job. */
export async function releaseInsertLeases(tx: Transaction, worker_ids: readonly number[]): Promise<string[]> {
  const rows = await query<{ integration_id: string }>(
    tx,
    `update jobs set ${freed('now()')} where id >= $1 and worker_id = any($2) and lease_until is null returning integration_id`,
    [await lowestInsertLease(tx), worker_ids],
  )
  return rows.map(({ integration_id }) => integration_id)
}

/**
 * Moves on the time before which no lease taken on insert is left, past jobs that are over, and frees those of them that
 * a living worker has lost sight of. Returns how many it freed. One process at a time does it. By the database's clock: one
 * that is ahead would make others give up leasing on insert.
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
    const until = Math.min(from + STEP, now - COMMITTED_AFTER)
    if (until <= from) return 0
    const lost = await query(
      tx,
      `update jobs set ${freed('now()')} where id >= $1 and id < $2 and ${LEASED_AT_BIRTH} returning 1`,
      [lowestIdAt(from), lowestIdAt(Math.min(until, now - LEASE))],
    )
    const held = await query<{ id: string }>(
      tx,
      `select id from jobs where id >= $1 and id < $2 and ${LEASED_AT_BIRTH} order by id limit 1`,
      [lowestIdAt(from), lowestIdAt(until)],
    )
    const moved = held[0] === undefined ? until : timeOfId(held[0].id)
    await query(tx, 'update leases_at_birth set none_before = $1', [new Date(moved)])
    return lost.length
  })
}
