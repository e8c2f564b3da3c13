import { type Listed, list } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { JobRow } from './job.ts'

/** All attempts of the owner's integrations. */
export function listStoreLogs(db: Database, owner: Owner, request: ListRequest) {
  return list(db, db.selectFrom('logs').selectAll().where('owner_id', '=', ownerId(owner)), request)
}

/** The attempts of one integration. Throws `not_found`. */
export async function listIntegrationLogs(db: Database, owner: Owner, integration_id: string, request: ListRequest) {
  await expectIntegration(db, owner, integration_id)
  return list(db, db.selectFrom('logs').selectAll().where('integration_id', '=', integration_id), request)
}

/** The jobs of one integration. Throws `not_found`. */
export async function listJobs(
  db: Database,
  owner: Owner,
  integration_id: string,
  request: ListRequest,
): Promise<Listed<JobRow>> {
  await expectIntegration(db, owner, integration_id)
  return list(db, db.selectFrom('jobs').selectAll().where('integration_id', '=', integration_id), request)
}

/** The attempts of one job. Throws `not_found` for the integration or the job. */
export async function listJobLogs(
  db: Database,
  owner: Owner,
  { integration_id, job_id }: { integration_id: string; job_id: string },
  request: ListRequest,
) {
  await expectIntegration(db, owner, integration_id)
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job_id)
    .where('integration_id', '=', integration_id)
    .executeTakeFirst()
  if (job === undefined) throw notFound('job')
  return list(db, db.selectFrom('logs').selectAll().where('job_id', '=', job_id), request)
}

async function expectIntegration(db: Database, owner: Owner, integration_id: string): Promise<void> {
  if (!(await integrationExists(db, owner, integration_id))) throw notFound('integration')
}
