import { plainArray, textArray, timeArray, uuidArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import { inJobPartitions } from '../../db/partitions/present-partitions.ts'
import { statement } from '../../db/prepared.ts'
import type { LeasedJob } from '../../events/jobs.ts'
import type { TargetKind } from '../../integrations/kinds/kinds.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { StorableText } from '../../kernel/text/storable.ts'
import type { Next, NoResponseReason } from '../attempt.ts'

export type AttemptLog = {
  id: string
  /** Not stored. */
  kind: TargetKind
  /** Milliseconds since the epoch; not stored. */
  started_at: number
  succeeded: boolean
  /** False if the event had expired before the attempt; not stored. */
  attempted: boolean
  /** Not stored. */
  responded: boolean
  status_code: number | null
  /** Seconds. */
  processing_time: number
  error_detail: StorableText | null
  /** Only for the operator; not stored. */
  no_response_reason: NoResponseReason | null
  /** JSON object without secrets. */
  request_headers: StorableText
  /** JSON object; null without a response. */
  response_headers: StorableText | null
  body: StorableText | null
  body_truncated: boolean
}

/** End of a lease: the next state of the job and, if an attempt was made, its log. */
export type Settlement = { job: LeasedJob; next: Next | { status: 'cancelled' }; log: AttemptLog | null }

/** `again`: an earlier pass may have been committed even though its response was lost. */
export type WritePass = 'first' | 'again'

/**
 * Writes logs and job states, with one statement per partition of the jobs. Writes the log even if the lease was lost, since the
 * attempt was made, but the job's state only while the worker owns the lease. Can be repeated with the same settlements in the
 * same order.
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
      const { text, bind } = statement(PARAMETERS, settling(partition, pass))
      return query(db, text, bind({ worker_id, now: new Date(now), ...jobValues(group), ...logValues(group) }))
    },
  )
}

/** Values ordered by job id, since the statement finds a job's position by binary search. */
function jobValues(settlements: readonly Settlement[]) {
  const group = settlements.toSorted((one, other) => compareJobs(one.job, other.job))
  return {
    ids: uuidArray(group.map(({ job }) => job.id)),
    generations: plainArray(group.map(({ job }) => job.generation)),
    statuses: plainArray(group.map(({ next }) => next.status)),
    next_times: timeArray(group.map(({ next }) => (next.status === 'pending' ? next.next_at : null))),
    steps: plainArray(group.map(({ job, next }) => (next.status === 'pending' ? next.step : job.step))),
    attempts: plainArray(group.map(({ job, log }) => (log === null ? job.attempt - 1 : job.attempt))),
  }
}

/** PostgreSQL orders UUIDs by their bytes. With two leases of one job, the binary search finds the later lease. */
function compareJobs(one: LeasedJob, other: LeasedJob): number {
  if (one.id === other.id) return one.generation - other.generation
  return one.id < other.id ? -1 : 1
}

function logValues(group: readonly Settlement[]) {
  const sent = group.flatMap(({ job, log }) => (log === null ? [] : [{ job, log }]))
  return {
    log_ids: uuidArray(sent.map(({ log }) => log.id)),
    log_job_ids: uuidArray(sent.map(({ job }) => job.id)),
    integration_ids: uuidArray(sent.map(({ job }) => job.integration_id)),
    owner_ids: uuidArray(sent.map(({ job }) => ownerId(job.event))),
    attempt_numbers: plainArray(sent.map(({ job }) => job.attempt)),
    succeeded: plainArray(sent.map(({ log }) => log.succeeded)),
    status_codes: plainArray(sent.map(({ log }) => log.status_code)),
    processing_times: plainArray(sent.map(({ log }) => log.processing_time)),
    error_details: textArray(sent.map(({ log }) => log.error_detail)),
    request_headers: textArray(sent.map(({ log }) => log.request_headers)),
    response_headers: textArray(sent.map(({ log }) => log.response_headers)),
    bodies: textArray(sent.map(({ log }) => log.body)),
    bodies_truncated: plainArray(sent.map(({ log }) => log.body_truncated)),
  }
}

const PARAMETERS = [
  ...(['worker_id', 'now', 'ids', 'generations', 'statuses', 'next_times', 'steps', 'attempts'] as const),
  ...(['log_ids', 'log_job_ids', 'integration_ids', 'owner_ids', 'attempt_numbers', 'succeeded'] as const),
  ...(['status_codes', 'processing_times', 'error_details', 'request_headers', 'response_headers'] as const),
  ...(['bodies', 'bodies_truncated'] as const),
]

// The update names the partition, because planned against the parent it once tripled the database's time per event.
// Only a second pass looks for existing rows, since that costs a fifth of the insert.
// There is no join: below 30,000 rows the planner once compared every job in flight with every settlement, 2 s for 250
// of 2,000.
function settling(partition: string, pass: WritePass): string {
  return `with new_logs as (
  insert into logs (id, job_id, integration_id, owner_id, attempt, succeeded, status_code, processing_time, error_detail,
                    request_headers, response_headers, body, body_truncated)
  select n.* from unnest(:log_ids::uuid[], :log_job_ids::uuid[], :integration_ids::uuid[], :owner_ids::uuid[],
                         :attempt_numbers::smallint[], :succeeded::boolean[], :status_codes::smallint[],
                         :processing_times::real[], :error_details::text[], :request_headers::text[],
                         :response_headers::text[], :bodies::text[], :bodies_truncated::boolean[]) as n
  ${pass === 'again' ? 'on conflict do nothing' : ''}
)
update ${partition}
   set status = (:statuses::job_status[])[width_bucket(id, :ids::uuid[])],
       next_at = (:next_times::timestamptz[])[width_bucket(id, :ids)],
       step = (:steps::smallint[])[width_bucket(id, :ids)],
       attempts = (:attempts::smallint[])[width_bucket(id, :ids)],
       order_key = case when (:next_times)[width_bucket(id, :ids)] is not null then order_key end,
       worker_id = null, lease_until = null, updated_at = :now
 where id = any(:ids) and generation = (:generations::integer[])[width_bucket(id, :ids)] and worker_id = :worker_id`
}
