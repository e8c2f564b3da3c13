import { type Database, query, type Transaction } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import type { Rows } from '../../db/rows.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'

export type JobRow = Rows['jobs']
export type LogRow = Rows['logs']

export async function selectJob(db: Database, integration_id: string, id: string): Promise<JobRow | undefined> {
  const text = 'select * from jobs where id = $1 and integration_id = $2'
  return (await query<JobRow>(db, text, [id, integration_id]))[0]
}

/** The same, locked until the transaction ends. */
export async function lockJob(tx: Transaction, integration_id: string, id: string): Promise<JobRow | undefined> {
  const text = 'select * from jobs where id = $1 and integration_id = $2 for update'
  return (await query<JobRow>(tx, text, [id, integration_id]))[0]
}

export function listJobRows(db: Database, integration_id: string, request: ListRequest): Promise<Listed<JobRow>> {
  const where = (bind: (id: string) => string) => `integration_id = ${bind(integration_id)}`
  return list(db, { columns: '*', from: 'jobs', where }, request)
}

/** The attempts of an owner, of an integration or of a job. */
export function listLogRows(
  db: Database,
  [column, id]: ['owner_id' | 'integration_id' | 'job_id', string],
  request: ListRequest,
): Promise<Listed<LogRow>> {
  return list(db, { columns: '*', from: 'logs', where: (bind) => `${column} = ${bind(id)}` }, request)
}

/** Makes a locked job due now, with the whole retry schedule before it. */
export async function resetJob(tx: Transaction, id: string, now: number): Promise<JobRow> {
  const [job] = await query<JobRow>(
    tx,
    `update jobs set status = 'pending', next_at = $2, updated_at = $2, worker_id = null, step = 0, priority = 0,
            manual_retries = manual_retries + 1
      where id = $1 returning *`,
    [id, new Date(now)],
  )
  if (job === undefined) throw new Error('The locked job is gone.')
  return job
}
