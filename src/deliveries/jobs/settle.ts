import { plainArray, textArray, timeArray, uuidArray } from '../../db/arrays.ts'
import { dayAt, partitionOf, unlessDropped } from '../../db/partitions.ts'
import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { TargetKind } from '../../integrations/integration.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Next, NoResponseReason } from '../attempt.ts'

/** What one attempt leaves behind. */
export type AttemptLog = {
  id: string
  /** Not stored. */
  kind: TargetKind
  /** Milliseconds since the epoch; not stored. */
  started_at: number
  succeeded: boolean
  /** False when the attempt could not be made any more; not stored. */
  attempted: boolean
  /** Not stored. */
  answered: boolean
  status_code: number | null
  /** Seconds. */
  processing_time: number
  error_detail: string | null
  /** For the operator alone; not stored. */
  no_response_reason: NoResponseReason | null
  /** JSON of an object, secrets removed. */
  request_headers: string
  /** JSON of an object; null without an answer. */
  response_headers: string | null
  body: string | null
  body_truncated: boolean
}

/** The end of a lease: what becomes of the job and, if something was sent, what happened. */
export type Settlement = { job: DueJob; next: Next | { status: 'cancelled' }; log: AttemptLog | null }

/** Again: an earlier try may have been committed although its answer never came. */
export type Occasion = 'first' | 'again'

/**
 * Writes logs and job states, one statement for each day that the jobs were made on. A log is written whatever became of
 * the lease, for the attempt was made; a job's state only while the lease is the worker's own. May be repeated with the
 * same settlements in the same order.
 */
export async function settle(
  db: Database,
  settlements: readonly Settlement[],
  { worker_id, now, occasion }: { worker_id: number; now: number; occasion: Occasion },
): Promise<void> {
  for (const [day, group] of Map.groupBy(settlements, ({ job }) => dayAt(timeOfId(job.id)))) {
    const partition = partitionOf('jobs', day)
    const values = [...jobColumns(group), worker_id, new Date(now), ...logColumns(group)]
    await query(db, statementFor(partition, occasion), values).catch(unlessDropped(partition))
  }
}

/** In the order of the ids: the statement finds a job's place among them by halving. */
function jobColumns(settlements: readonly Settlement[]): unknown[] {
  const group = settlements.toSorted((one, other) => compareJobs(one.job, other.job))
  return [
    uuidArray(group.map(({ job }) => job.id)),
    plainArray(group.map(({ job }) => job.generation)),
    plainArray(group.map(({ next }) => next.status)),
    timeArray(group.map(({ next }) => (next.status === 'pending' ? next.next_at : null))),
    plainArray(group.map(({ job, next }) => (next.status === 'pending' ? next.step : job.step))),
    plainArray(group.map(({ job, log }) => (log === null ? job.attempt - 1 : job.attempt))),
  ]
}

/** PostgreSQL orders UUIDs by their bytes. Of two leases of one job the later is found. */
function compareJobs(one: DueJob, other: DueJob): number {
  if (one.id === other.id) return one.generation - other.generation
  return one.id < other.id ? -1 : 1
}

function logColumns(group: readonly Settlement[]): unknown[] {
  const sent = group.flatMap(({ job, log }) => (log === null ? [] : [{ job, log }]))
  return [
    uuidArray(sent.map(({ log }) => log.id)),
    uuidArray(sent.map(({ job }) => job.id)),
    uuidArray(sent.map(({ job }) => job.integration_id)),
    uuidArray(sent.map(({ job }) => ownerId(job.event))),
    plainArray(sent.map(({ job }) => job.attempt)),
    plainArray(sent.map(({ log }) => log.succeeded)),
    plainArray(sent.map(({ log }) => log.status_code)),
    plainArray(sent.map(({ log }) => log.processing_time)),
    textArray(sent.map(({ log }) => log.error_detail)),
    textArray(sent.map(({ log }) => log.request_headers)),
    textArray(sent.map(({ log }) => log.response_headers)),
    textArray(sent.map(({ log }) => log.body)),
    plainArray(sent.map(({ log }) => log.body_truncated)),
  ]
}

// The partition is named: planned against the parent, the update once tripled the database's time per event.
// To look for what is there already costs a fifth of the insert, so only a second try does.
// No join: below 30,000 rows one was planned that compared every job in flight with every end, 2 s for 250 of 2,000.
function statementFor(partition: string, occasion: Occasion): string {
  return `with new_logs as (
  insert into logs (id, job_id, integration_id, owner_id, attempt, succeeded, status_code, processing_time, error_detail,
                    request_headers, response_headers, body, body_truncated)
  select n.* from unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::smallint[], $14::boolean[],
                         $15::smallint[], $16::real[], $17::text[], $18::text[], $19::text[], $20::text[],
                         $21::boolean[]) as n
  ${occasion === 'again' ? 'on conflict do nothing' : ''}
)
update ${partition}
   set status = ($3::job_status[])[width_bucket(id, $1::uuid[])],
       next_at = ($4::timestamptz[])[width_bucket(id, $1)],
       step = ($5::smallint[])[width_bucket(id, $1)],
       attempts = ($6::smallint[])[width_bucket(id, $1)],
       worker_id = null, lease_until = null, updated_at = $8
 where id = any($1) and generation = ($2::integer[])[width_bucket(id, $1)] and worker_id = $7`
}
