import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { JobSink } from '../../events/jobs.ts'
import { sendableUntil } from '../../events/sealed.ts'
import { selectEvent } from '../../events/store.ts'
import { lockEnabled } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type JobRow, lockJob, resetJob } from '../jobs/read.ts'

export type RetryDeps = { db: Database; clock: Clock; jobSink: JobSink }

/**
 * Makes a job due now and starts its retry schedule over. Throws `not_found`, and `conflict` while the job is being
 * delivered, its integration is disabled, or the content of its event has expired.
 */
export async function retryJob(
  { db, clock, jobSink }: RetryDeps,
  owner: Owner,
  { integration_id, job_id }: { integration_id: string; job_id: string },
): Promise<JobRow> {
  const job = await transact(db, async (tx) => {
    const isEnabled = await lockEnabled(tx, owner, integration_id)
    if (isEnabled === undefined) throw notFound('integration')
    const found = await lockJob(tx, integration_id, job_id)
    if (found === undefined) throw notFound('job')
    if (!isEnabled) throw conflict('The integration is disabled: enable it first.')
    if (found.status === 'delivering') throw conflict('The job is being delivered right now.')
    const now = clock()
    if (await hasExpired(tx, found.event_id, now)) throw conflict('The one-time password of the event has expired.')
    return resetJob(tx, job_id, now)
  })
  jobSink.wake([integration_id])
  return job
}

async function hasExpired(tx: Transaction, event_id: string, now: number): Promise<boolean> {
  const event = await selectEvent(tx, event_id)
  const until = event === undefined ? null : sendableUntil(event)
  return until !== null && until <= now
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
