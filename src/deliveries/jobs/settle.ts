import { plainArray, textArray, timeArray, uuidArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import { inJobPartitions } from '../../db/partitions/present-partitions.ts'
import type { LeasedJob } from '../../events/jobs.ts'
import type { TargetKind } from '../../integrations/kinds/kinds.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { StorableText } from '../../kernel/text/storable.ts'
import type { Next, NoResponseReason } from '../attempt.ts'

/** The log of one attempt. */
export type AttemptLog = {
  id: string
  /** Not stored. */
  kind: TargetKind
  /** Milliseconds since the epoch; not stored. */
  started_at: number
  succeeded: boolean
  /** False when the event had expired before the attempt; not stored. */
  attempted: boolean
  /** Not stored. */
  responded: boolean
  status_code: number | null
  /** Seconds. */
  processing_time: number
  error_detail: StorableText | null
  /** For the operator alone; not stored. */
  no_response_reason: NoResponseReason | null
  /** JSON of an object, secrets removed. */
  request_headers: StorableText
  /** JSON of an object; null without a response. */
  response_headers: StorableText | null
  body: StorableText | null
  body_truncated: boolean
}

/** The end of a lease: the job's next state and, if an attempt was made, its log. */
export type Settlement = { job: LeasedJob; next: Next | { status: 'cancelled' }; log: AttemptLog | null }

/** Again: an earlier pass may have been committed although its response was lost. */
export type WritePass = 'first' | 'again'

/**
 * Writes logs and job states, one statement for each partition of the jobs. A log is written also when the
 * lease was lost, since the attempt was made; a job's state only while the lease is the worker's own. May be repeated with the
 * same settlements in the same order.
 */
export async function settle(
  db: Database,
  settlements: readonly Settlement[],
  { worker_id, now, pass }: { worker_id: number; now: number; pass: WritePass },
): Promise<void> {
  await inJobPartitions(
    settlements,
    ({ job }) => timeOfId(job.id),
    (partition, group) => {
      const values = [...jobColumns(group), worker_id, new Date(now), ...logColumns(group)]
      return query(db, statementFor(partition, pass), values)
    },
  )
}

/** In the order of the ids: the statement finds a job's position among them by binary search. */
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
function compareJobs(one: LeasedJob, other: LeasedJob): number {
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
// To look for existing rows costs a fifth of the insert, so only a second pass does.
// No join: below 30,000 rows one was planned that compared every job in flight with every end, 2 s for 250 of 2,000.
function statementFor(partition: string, pass: WritePass): string {
  return `with new_logs as (
  insert into logs (id, job_id, integration_id, owner_id, attempt, succeeded, status_code, processing_time, error_detail,
                    request_headers, response_headers, body, body_truncated)
  select n.* from unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::smallint[], $14::boolean[],
                         $15::smallint[], $16::real[], $17::text[], $18::text[], $19::text[], $20::text[],
                         $21::boolean[]) as n
  ${pass === 'again' ? 'on conflict do nothing' : ''}
)
update ${partition}
   set status = ($3::job_status[])[width_bucket(id, $1::uuid[])],
       next_at = ($4::timestamptz[])[width_bucket(id, $1)],
       step = ($5::smallint[])[width_bucket(id, $1)],
       attempts = ($6::smallint[])[width_bucket(id, $1)],
       order_key = case when ($4)[width_bucket(id, $1)] is not null then order_key end,
       worker_id = null, lease_until = null, updated_at = $8
 where id = any($1) and generation = ($2::integer[])[width_bucket(id, $1)] and worker_id = $7`
}
