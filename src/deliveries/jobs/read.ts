import { uuidArray } from '../../db/arrays.ts'
import { type Executor, query, type Transaction } from '../../db/database.ts'
import { type Bind, type Listed, type ListSource, list } from '../../db/list.ts'
import type { Rows } from '../../db/rows.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { columnsOf } from '../../kernel/lists/range.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'

export type JobRow = Rows['jobs']
/** `event` is null if retention has dropped the job. */
export type LogRow = Rows['logs'] & { event: JobEvent | null }

type JobEvent = Pick<JobRow, 'event_id' | 'triggered_by'>

export async function selectJob(db: Executor, integration_id: string, id: string): Promise<JobRow | undefined> {
  const text = 'select * from jobs where id = $1 and integration_id = $2'
  return (await query<JobRow>(db, text, [id, integration_id]))[0]
}

type Path = { integration_id: string; id: string }

/** Returns a job of an owner, even if its integration is deleted. */
export async function selectOwnedJob(db: Executor, owner: Owner, { integration_id, id }: Path) {
  const text = 'select * from jobs where id = $1 and integration_id = $2 and owner_id = $3'
  return (await query<JobRow>(db, text, [id, integration_id, ownerId(owner)]))[0]
}

/** Returns a log of an owner, even if its integration is deleted. */
export async function selectOwnedLog(
  db: Executor,
  owner: Owner,
  { integration_id, id }: Path,
): Promise<LogRow | undefined> {
  const text = 'select * from logs where id = $1 and integration_id = $2 and owner_id = $3'
  const found = await query<Rows['logs']>(db, text, [id, integration_id, ownerId(owner)])
  return (await withEvents(db, found))[0]
}

export async function lockJob(tx: Transaction, integration_id: string, id: string): Promise<JobRow | undefined> {
  const text = 'select * from jobs where id = $1 and integration_id = $2 for update'
  return (await query<JobRow>(tx, text, [id, integration_id]))[0]
}

export function listJobRows(db: Executor, integration_id: string, request: ListRequest): Promise<Listed<JobRow>> {
  const where = (bind: Bind) => `integration_id = ${bind(integration_id)}`
  return list(db, { columns: '*', from: 'jobs', where }, request)
}

/**
 * Lists the jobs of all integrations of an owner, including deleted ones. Goes by integration because no index starts with the
 * owner of a job.
 */
export function listOwnedJobRows(db: Executor, owner: Owner, request: ListRequest): Promise<Listed<JobRow>> {
  const source: ListSource = {
    columns: '*',
    from: 'jobs',
    where: () => 'integration_id = each.value',
    each: (bind) => `select id from integrations where owner_id = ${bind(ownerId(owner))}`,
  }
  return list(db, source, request)
}

/**
 * Lists the attempts of an owner, an integration or a job. Calls `admit` with the size of a page in bytes before it loads the
 * page.
 */
export async function listLogRows(
  db: Executor,
  [column, id]: ['owner_id' | 'integration_id' | 'job_id', string],
  request: ListRequest,
  admit: (bytes: number) => Promise<void>,
): Promise<Listed<LogRow>> {
  const source = {
    columns: `logs.id, ${LOG_BYTES} as bytes`,
    from: filtersEvents(request) ? WITH_EVENTS : 'logs',
    where: (bind: Bind) => `logs.${column} = ${bind(id)}`,
  }
  const { rows: sizes, ...page } = await list<{ id: string; bytes: number }>(db, source, request)
  await admit(sizes.reduce((sum, { bytes }) => sum + bytes, 0))
  const ids = sizes.map(({ id }) => id)
  const found = await query<Rows['logs']>(db, 'select * from logs where id = any($1::uuid[])', [uuidArray(ids)])
  const logs = new Map((await withEvents(db, found)).map((row) => [row.id, row]))
  return { ...page, rows: ids.flatMap((id) => logs.get(id) ?? []) }
}

const LOG_BYTES = `octet_length(logs.request_headers) + coalesce(octet_length(logs.response_headers), 0)
  + coalesce(octet_length(logs.body), 0)`

function filtersEvents({ where }: ListRequest): boolean {
  return where !== null && ['event_id', 'triggered_by'].some((column) => columnsOf(where).has(column))
}

// The limit makes the planner look up the job of each log instead of scanning all jobs.
const WITH_EVENTS = `logs cross join lateral (
  select event_id, triggered_by from jobs where jobs.id = logs.job_id limit 1
) as job`

/** Adds the events of a page of logs through their jobs, because a column of logs would cost every attempt. */
async function withEvents(db: Executor, logs: readonly Rows['logs'][]): Promise<LogRow[]> {
  if (logs.length === 0) return []
  const jobs = await query<JobEvent & { id: string }>(
    db,
    'select id, event_id, triggered_by from jobs where id = any($1::uuid[])',
    [uuidArray([...new Set(logs.map((log) => log.job_id))])],
  )
  const events = new Map(jobs.map(({ id, ...event }) => [id, event]))
  return logs.map((log) => ({ ...log, event: events.get(log.job_id) ?? null }))
}

/** Makes a locked job due now and restarts its retry schedule. */
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
