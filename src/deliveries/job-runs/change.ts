import { recordChange } from '../../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { isOver, type ProgressChange, statusAfter, timesOf } from '../rules/progress.ts'
import { type JobRunRow, jobRunLimit, lockJobRun, updateStatus } from './store.ts'

/**
 * Pauses, resumes or cancels a run. Jobs that it has already changed stay as they are, and setting the current status is a no-op.
 * Throws `not_found`, and `conflict` if the run is over or the limit is reached.
 */
export async function changeJobRun(
  { db, clock }: { db: Database; clock: Clock },
  owner: ActingOwner,
  id: string,
  change: ProgressChange,
): Promise<JobRunRow> {
  return transact(db, async (tx) => {
    const run = await lockJobRun(tx, id, ownerId(owner))
    if (run === undefined) throw notFound('job run')
    const status = statusAfter(run.status, change)
    if (status === null) throw isOver('run', run.status, change)
    if (run.status === status) return run
    if (status === 'running') await requireCapacity(tx, jobRunLimit, ownerId(owner))
    const now = clock()
    const [before, after] = [{ status: run.status }, { status }]
    await recordChange(tx, owner, { type: 'integration-job-run', id, before, after }, now)
    return updateStatus(tx, id, { status, ...timesOf(status, now) }, now)
  })
}
