import type { Executor } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { type Admit, expectEvent } from '../../events/read.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { expectRange } from '../../kernel/lists/range.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { listEventJobRows } from '../jobs/of-event.ts'
import { type JobRow, listJobRows, listLogRows, listOwnedJobRows, selectJob } from '../jobs/read.ts'
import { UNINDEXED_JOB_FIELDS } from './job.ts'
import { EVENT_FIELDS } from './log.ts'

/** Lists all attempts of the owner's integrations. Throws `malformed_query` for a filter by events without a time range. */
export function listStoreLogs(db: Executor, owner: Owner, request: ListRequest, admit: Admit) {
  expectRange(request, EVENT_FIELDS, 'logs')
  return listLogRows(db, ['owner_id', ownerId(owner)], request, admit)
}

/** Lists the attempts of one integration. Throws `not_found`, and `malformed_query` as `listStoreLogs` does. */
export async function listIntegrationLogs(
  db: Executor,
  owner: Owner,
  integration_id: string,
  request: ListRequest,
  admit: Admit,
) {
  expectRange(request, EVENT_FIELDS, 'logs')
  await expectIntegration(db, owner, integration_id)
  return listLogRows(db, ['integration_id', integration_id], request, admit)
}

/** Lists the jobs of all integrations of the owner. Throws `malformed_query` for an unindexed filter without a time range. */
export function listOwnedJobs(db: Executor, owner: Owner, request: ListRequest): Promise<Listed<JobRow>> {
  expectRange(request, UNINDEXED_JOB_FIELDS, 'jobs')
  return listOwnedJobRows(db, owner, request)
}

/** Throws `not_found`. */
export async function listEventJobs(
  db: Executor,
  owner: Owner,
  event_id: string,
  request: ListRequest,
): Promise<Listed<JobRow>> {
  await expectEvent(db, owner, event_id)
  return listEventJobRows(db, owner, event_id, request)
}

/** Throws `not_found`. */
export async function listJobs(
  db: Executor,
  owner: Owner,
  integration_id: string,
  request: ListRequest,
): Promise<Listed<JobRow>> {
  await expectIntegration(db, owner, integration_id)
  return listJobRows(db, integration_id, request)
}

/** Throws `not_found` for the integration or the job. */
export async function listJobLogs(
  db: Executor,
  owner: Owner,
  { integration_id, job_id }: { integration_id: string; job_id: string },
  request: ListRequest,
  admit: Admit,
) {
  await expectIntegration(db, owner, integration_id)
  if ((await selectJob(db, integration_id, job_id)) === undefined) throw notFound('job')
  return listLogRows(db, ['job_id', job_id], request, admit)
}

async function expectIntegration(db: Executor, owner: Owner, integration_id: string): Promise<void> {
  if (!(await integrationExists(db, owner, integration_id))) throw notFound('integration')
}
