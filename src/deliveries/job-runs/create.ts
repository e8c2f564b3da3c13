import { recordChange } from '../../audit/record.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { type JobRunDeps, readRequest } from './request.ts'
import { type JobRunCreate, type JobRunPreview, presentTotal } from './run.ts'
import { insertJobRun, type JobRunRow, jobRunLimit } from './store.ts'

/**
 * Starts a run that retries or cancels jobs. Throws `invalid` with every problem, and `conflict` at the limit or if all
 * integrations to retry are disabled.
 */
export async function createJobRun(deps: JobRunDeps, owner: ActingOwner, input: JobRunCreate): Promise<JobRunRow> {
  const { run, integrations } = await readRequest(deps, owner, input)
  if (run.action === 'retry' && integrations.length > 0 && integrations.every(({ enabled }) => !enabled)) {
    const detail = 'Every integration of the run is disabled: enable one first.'
    throw new AppError('conflict', [{ detail }])
  }
  const now = deps.clock()
  const { id, action, job_ids, integration_ids, statuses, keys, from_time: from, to_time: to, rate } = run
  const after = { action, job_ids, integration_ids, statuses, keys, from, to, rate }
  return transact(deps.db, async (tx) => {
    await requireCapacity(tx, jobRunLimit, ownerId(owner))
    await recordChange(tx, owner, { type: 'integration-job-run', id, before: null, after }, now)
    return insertJobRun(tx, run, now)
  })
}

/** Counts the jobs that a run would change. Throws `invalid` with every problem. */
export async function previewJobRun(deps: JobRunDeps, owner: Owner, input: JobRunCreate): Promise<JobRunPreview> {
  const { run, integrations } = await readRequest(deps, owner, input)
  return {
    type: 'integration-job-run-preview',
    action: run.action,
    total: presentTotal(run),
    integrations: integrations.filter(({ count }) => count > 0),
  }
}
