import { recordChange } from '../../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { type ProgressChange, statusAfter } from '../rules/progress.ts'
import { type JobRunRow, lockJobRun, updateStatus } from './store.ts'

/**
 * Pauses, resumes or cancels a run; jobs that it has changed stay as they are. Requesting its current status changes nothing.
 * Throws `not_found`, and `conflict` when the run is over.
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
    if (status === null) {
      throw new AppError('conflict', [{ detail: `The run is ${run.status}: it cannot ${change} any more.` }])
    }
    if (run.status === status) return run
    const now = clock()
    const [before, after] = [{ status: run.status }, { status }]
    await recordChange(tx, owner, { type: 'integration-job-run', id, before, after }, now)
    const next_at = status === 'running' ? new Date(now) : null
    return updateStatus(tx, id, { status, next_at, finished_at: status === 'cancelled' ? new Date(now) : null }, now)
  })
}
