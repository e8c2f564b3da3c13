import { plainArray, textArray, uuidArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import { dueBy } from '../../db/due/due.ts'
import { firstDueRow } from '../../db/due/owner-order.ts'
import { type Listed, list } from '../../db/list.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { Rows } from '../../db/rows.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'

export type JobRunRow = Omit<Rows['job_runs'], 'skipped'> & { skipped: Record<string, number> }

/** Concurrent runs of one owner; the runs of all owners advance in round-robin order. */
const MAX_RUNNING = 200

export const jobRunLimit: RowLimit = {
  max: MAX_RUNNING,
  holder: 'A store or an organization',
  things: 'running job runs',
  rows: 'job_runs where owner_id = $1 and next_at is not null',
  advice: 'Pause or cancel one, or wait until one is finished.',
}

/** Columns that a new run sets; the others start empty or at 0. */
export type NewJobRun = Pick<
  JobRunRow,
  | 'id'
  | 'organization_id'
  | 'owner_id'
  | 'action'
  | 'job_ids'
  | 'integration_ids'
  | 'statuses'
  | 'keys'
  | 'from_time'
  | 'to_time'
  | 'rate'
  | 'total'
  | 'is_total_exact'
  | 'positions'
>

export async function insertJobRun(db: Database, run: NewJobRun, now: number): Promise<JobRunRow> {
  const columns = Object.keys(run)
  const values = columns.map((_, index) => `$${index + 2}`)
  const rows = await query<JobRunRow>(
    db,
    `insert into job_runs (${columns.join(', ')}, status, next_at, updated_at)
     values (${values.join(', ')}, 'running', $1, $1) returning *`,
    [new Date(now), ...Object.values(run)],
  )
  return only(rows)
}

const ONE = 'select * from job_runs where id = $1 and owner_id = $2'

export async function selectJobRun(db: Database, id: string, owner_id: string): Promise<JobRunRow | undefined> {
  return (await query<JobRunRow>(db, ONE, [id, owner_id]))[0]
}

export async function lockJobRun(tx: Transaction, id: string, owner_id: string): Promise<JobRunRow | undefined> {
  return (await query<JobRunRow>(tx, `${ONE} for update`, [id, owner_id]))[0]
}

export function listJobRunRows(db: Database, owner_id: string, request: ListRequest): Promise<Listed<JobRunRow>> {
  const where = (bind: (id: string) => string) => `owner_id = ${bind(owner_id)}`
  return list(db, { columns: '*', from: 'job_runs', where }, request)
}

type StatusChange = Pick<JobRunRow, 'status' | 'next_at' | 'finished_at'>

/** Changes the status of a locked run. */
export async function updateStatus(tx: Transaction, id: string, change: StatusChange, now: number): Promise<JobRunRow> {
  const rows = await query<JobRunRow>(
    tx,
    `update job_runs set status = $2, next_at = $3, finished_at = $4, version = version + 1, updated_at = $5
      where id = $1 returning *`,
    [id, change.status, change.next_at, change.finished_at, new Date(now)],
  )
  return only(rows)
}

export type JobRunProgress = Pick<JobRunRow, 'positions' | 'next_index' | 'scanned' | 'changed' | 'skipped' | 'next_at'>

/** Advances a locked run. */
export async function updateProgress(tx: Transaction, id: string, progress: JobRunProgress, now: number) {
  await query(
    tx,
    `update job_runs set positions = $2, next_index = $3, scanned = $4, changed = $5, skipped = $6, next_at = $7,
            updated_at = $8
      where id = $1`,
    [
      id,
      progress.positions,
      progress.next_index,
      progress.scanned,
      progress.changed,
      JSON.stringify(progress.skipped),
      progress.next_at,
      new Date(now),
    ],
  )
}

export const RUNS_DUE = dueBy('job_runs', 'next_at')

const FIRST_DUE = firstDueRow({ table: 'job_runs', column: 'next_at', served: '$3', where: 'id <> all($2::uuid[])' })

/**
 * Returns the run of the least-served organization that has been due the longest, and locks it. Skips locked runs and those in
 * `passed`.
 */
export async function lockDueRun(
  tx: Transaction,
  now: number,
  passed: readonly string[],
  served: readonly string[],
): Promise<JobRunRow | undefined> {
  return (await query<JobRunRow>(tx, FIRST_DUE, [new Date(now), passed, served]))[0]
}

export type JobFound = Pick<Rows['jobs'], 'id' | 'event_id' | 'integration_id' | 'triggered_by' | 'status'>

const FOUND = 'id, event_id, integration_id, triggered_by, status'

/** Returns the next jobs of one integration after a position, at most `limit`. */
export function selectNextJobs(
  db: Database,
  { to_time }: Pick<JobRunRow, 'to_time'>,
  { integration_id, position, limit }: { integration_id: string; position: string; limit: number },
): Promise<JobFound[]> {
  return query(db, `select ${FOUND} from jobs where integration_id = $1 and id > $2 and id < $3 order by id limit $4`, [
    integration_id,
    position,
    lowestIdAt(to_time.getTime()),
    limit,
  ])
}

/** Returns the first of the named jobs that belong to the owner, at most `limit`. */
export function selectNamedJobs(
  db: Database,
  owner_id: string,
  job_ids: readonly string[],
  limit: number,
): Promise<JobFound[]> {
  const text = `select ${FOUND} from jobs where id = any($1::uuid[]) and owner_id = $2 order by id limit $3`
  return query(db, text, [uuidArray(job_ids), owner_id, limit])
}

/** Locks the jobs that no other transaction has locked, and returns their current state. */
export function lockJobs(tx: Transaction, ids: readonly string[]): Promise<JobFound[]> {
  const text = `select ${FOUND} from jobs where id = any($1::uuid[]) order by id for update skip locked`
  return query(tx, text, [uuidArray(ids)])
}

export type Reset = { id: string; order_key: string | null }

/** Makes locked jobs due now and restarts their retry schedules. They get a lower priority than jobs of new events. */
export async function resetJobs(tx: Transaction, jobs: readonly Reset[], run_id: string, now: number): Promise<void> {
  await query(
    tx,
    `update jobs set status = 'pending', next_at = $3, updated_at = $3, worker_id = null, step = 0, priority = 1,
            manual_retries = manual_retries + 1, run_id = $4,
            order_key = ($2::text[])[array_position($1::uuid[], id)]
      where id = any($1)`,
    [plainArray(jobs.map(({ id }) => id)), textArray(jobs.map((job) => job.order_key)), new Date(now), run_id],
  )
}

/** Cancels locked, pending jobs. */
export async function cancelJobs(tx: Transaction, ids: readonly string[], run_id: string, now: number): Promise<void> {
  await query(
    tx,
    `update jobs set status = 'cancelled', next_at = null, order_key = null, updated_at = $2, run_id = $3
      where id = any($1::uuid[])`,
    [uuidArray(ids), new Date(now), run_id],
  )
}

type Counting = Pick<JobRunRow, 'integration_ids' | 'statuses' | 'from_time' | 'to_time'>

export type Counted = { integration_id: string; triggered_by: string; scanned: number; matching: number }

/** Counts jobs by integration and key, among the newest `limit` of each integration. */
export function countJobs(db: Database, counting: Counting, limit: number): Promise<Counted[]> {
  return query(
    db,
    `select j.integration_id, j.triggered_by, count(*) as scanned,
            count(*) filter (where j.status = any($2::job_status[])) as matching
       from unnest($1::uuid[]) as w(integration_id)
      cross join lateral (
        select j.integration_id, j.triggered_by, j.status from jobs j
         where j.integration_id = w.integration_id and j.id >= $3 and j.id < $4 order by j.id desc limit $5
      ) j
      group by j.integration_id, j.triggered_by`,
    [
      uuidArray(counting.integration_ids),
      counting.statuses,
      lowestIdAt(counting.from_time.getTime()),
      lowestIdAt(counting.to_time.getTime()),
      limit,
    ],
  )
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('The run is gone.')
  return row
}
