import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { type JobRunRow, listJobRunRows, selectJobRun } from './store.ts'

export function listJobRuns(db: Database, owner: Owner, request: ListRequest): Promise<Listed<JobRunRow>> {
  return listJobRunRows(db, ownerId(owner), request)
}

export async function getJobRun(db: Database, owner: Owner, id: string): Promise<JobRunRow> {
  const run = await selectJobRun(db, id, ownerId(owner))
  if (run === undefined) throw notFound('job run')
  return run
}
