import type { Database, Transaction } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import type { JobSink } from '../../events/jobs.ts'
import { sendableUntil } from '../../events/sealed.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { JobRow } from './job.ts'

export type RetryDeps = { db: Database; clock: Clock; jobSink: JobSink }

/**
 * Makes a job due now, with the whole retry schedule before it again. Throws `not_found`, and `conflict` while the job is
 * being delivered, its integration is disabled, or what it was to send has expired.
 */
export async function retryJob(
  { db, clock, jobSink }: RetryDeps,
  owner: Owner,
  { integration_id, job_id }: { integration_id: string; job_id: string },
): Promise<JobRow> {
  const job = await transact(db, async (tx) => {
    const integration = await tx
      .selectFrom('integrations')
      .select('enabled')
      .where('id', '=', integration_id)
      .where('owner_id', '=', ownerId(owner))
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (integration === undefined) throw notFound('integration')
    const found = await tx
      .selectFrom('jobs')
      .select(['status', 'event_id'])
      .where('id', '=', job_id)
      .where('integration_id', '=', integration_id)
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) throw notFound('job')
    if (!integration.enabled) throw conflict('The integration is disabled: enable it first.')
    if (found.status === 'delivering') throw conflict('The job is being delivered right now.')
    const now = new Date(clock())
    if (await hasExpired(tx, found.event_id, now)) throw conflict('The one-time password of the event has expired.')
    return tx
      .updateTable('jobs')
      .set((eb) => ({
        status: 'pending',
        next_at: now,
        updated_at: now,
        worker_id: null,
        step: 0,
        priority: 0,
        manual_retries: eb('manual_retries', '+', 1),
      }))
      .where('id', '=', job_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  jobSink.wake([integration_id])
  return job
}

async function hasExpired(tx: Transaction, event_id: string, now: Date): Promise<boolean> {
  const event = await tx
    .selectFrom('events')
    .select(['id', 'triggered_by', 'payload'])
    .where('id', '=', event_id)
    .executeTakeFirst()
  const until = event === undefined ? null : sendableUntil(event)
  return until !== null && until <= now.getTime()
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
