import { recordChange } from '../../audit/record.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { isOneTime } from '../../event-types/event.ts'
import type { JobSink } from '../../events/jobs.ts'
import { sendableUntil } from '../../events/sealed.ts'
import { selectEvent } from '../../events/store.ts'
import { lockEnabled } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { type JobRow, lockJob, resetJob } from '../jobs/read.ts'
import { type RetryRefusal, retryRefusal } from '../rules/retryable.ts'

export type RetryDeps = { db: Database; clock: Clock; jobSink: JobSink }

/**
 * Makes a job due now and restarts its retry schedule. Throws `not_found`, and `conflict` if the job is being delivered, its
 * integration is disabled, or the content of its event has expired.
 */
export async function retryJob(
  { db, clock, jobSink }: RetryDeps,
  owner: ActingOwner,
  { integration_id, job_id }: { integration_id: string; job_id: string },
): Promise<JobRow> {
  const job = await transact(db, async (tx) => {
    const isEnabled = await lockEnabled(tx, owner, integration_id)
    if (isEnabled === undefined) throw notFound('integration')
    const found = await lockJob(tx, integration_id, job_id)
    if (found === undefined) throw notFound('job')
    const now = clock()
    const refusal = retryRefusal(found.status, { isEnabled, isExpired: await hasExpired(tx, found, now) })
    if (refusal !== null) throw new AppError('conflict', [{ detail: REFUSALS[refusal] }])
    const reset = await resetJob(tx, job_id, now)
    const [before, after] = [{ status: found.status }, { status: reset.status }]
    await recordChange(tx, owner, { type: 'integration-job', id: job_id, before, after }, now)
    return reset
  })
  jobSink.wake([integration_id])
  return job
}

const REFUSALS: Readonly<Record<RetryRefusal, string>> = {
  integration_disabled: 'The integration is disabled: enable it first.',
  delivering: 'The job is being delivered right now.',
  expired: 'The one-time password of the event has expired.',
}

async function hasExpired(tx: Transaction, { event_id, triggered_by }: JobRow, now: number): Promise<boolean> {
  const event = isOneTime(triggered_by) ? await selectEvent(tx, event_id) : undefined
  const until = event === undefined ? null : sendableUntil(event)
  return until !== null && until <= now
}
