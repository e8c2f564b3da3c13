import type { Executor } from '../../db/database.ts'
import { integrationExists } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type LogRow, selectOwnedJob, selectOwnedLog } from '../jobs/read.ts'
import { selectDeliveryState, selectJobAhead, selectLastAttempt } from '../jobs/waiting.ts'
import { type JobDetailResource, presentJobDetail } from './job-detail.ts'

export type DetailDeps = {
  db: Executor
  clock: Clock
  base_url: string
  retry_schedule: readonly number[]
}

type JobPath = { integration_id: string; job_id: string }

/** Returns a job and the reason why it waits. Runs four statements. Throws `not_found`. */
export async function readJob(
  deps: DetailDeps,
  owner: Owner,
  { integration_id, job_id }: JobPath,
): Promise<JobDetailResource> {
  const { db } = deps
  const job = await selectOwnedJob(db, owner, { integration_id, id: job_id })
  if (job === undefined) throw await notFoundBelow(db, owner, integration_id, 'job')
  const [state, last, ahead] = await Promise.all([
    selectDeliveryState(db, integration_id),
    selectLastAttempt(db, job_id),
    selectJobAhead(db, job),
  ])
  return presentJobDetail({ job, state, last, ahead }, { ...deps, now: deps.clock() })
}

/** Throws `not_found`. */
export async function readLog(
  db: Executor,
  owner: Owner,
  { integration_id, log_id }: { integration_id: string; log_id: string },
): Promise<LogRow> {
  const log = await selectOwnedLog(db, owner, { integration_id, id: log_id })
  if (log === undefined) throw await notFoundBelow(db, owner, integration_id, 'log')
  return log
}

async function notFoundBelow(db: Executor, owner: Owner, integration_id: string, what: 'job' | 'log') {
  return notFound((await integrationExists(db, owner, integration_id)) ? what : 'integration')
}
