import { plainArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import { areAdjacent, inJobPartitions, timeOfRow } from '../../db/partitions/present-partitions.ts'
import { prepared } from '../../db/prepared.ts'
import type { DueJob, LeasedJob } from '../../events/jobs.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerOf } from '../../kernel/owner.ts'
import { INLINE_PAYLOAD } from '../large-payloads.ts'

/** Worker and expiry of the leases of a claim; `lease_until` is by the same clock as `now`. */
export type LeaseTerms = { worker_id: number; lease_until: number; now: number }

export type Claim = LeaseTerms & {
  integration_ids: readonly string[]
  /** Start of the partition (a day or an hour) in which the jobs were created. */
  part: number
  /** Maximum number of jobs per integration, not counting a few jobs of replays. */
  each: number
}

export type Claimed = {
  jobs: LeasedJob[]
  /** Revision of the integrations at or after the creation of all the jobs. With an older revision they may seem cancelled. */
  revision: number
}

/**
 * Leases due jobs without an order key, of one partition and the given integrations, and loads their events, in one statement.
 * Probes every integration separately, so that a large backlog does not slow down the others. A worker that has been declared
 * dead gets no jobs, since no sweep would free them.
 */
export async function claimJobs(db: Database, claim: Claim): Promise<Claimed> {
  const values = [
    plainArray(claim.integration_ids),
    claim.each,
    new Date(claim.now),
    claim.worker_id,
    new Date(claim.lease_until),
    Math.min(claim.each, MAX_REPLAYED),
  ]
  const claimIn = (partition: string) => query<ClaimedRow>(db, claimFrom(partition), values)
  return readClaimedRows(await inJobPartitions([claim.part], (part) => part, claimIn))
}

/** Jobs of replays and runs in one claim: few, so that they never fill a lane. */
const MAX_REPLAYED = 20

/** True if more jobs of an integration may be due than a claim of at most `each` returned. */
export function mayLeaveMore(jobs: readonly Pick<DueJob, 'priority'>[], each: number): boolean {
  const replayed = jobs.filter(({ priority }) => priority === 'replay').length
  return jobs.length - replayed === each || replayed === Math.min(each, MAX_REPLAYED)
}

export type Take = LeaseTerms & {
  jobs: readonly Pick<DueJob, 'id' | 'integration_id'>[]
}

/**
 * Leases the free jobs among the given ones and loads their events, in one statement per partition. A job that has never been
 * leased is due by any clock. Ignores ids in the future or older than the previous partition, so that forged ids cost at most
 * three statements; claims find old jobs.
 */
export function claimJobsById(db: Database, take: Take): Promise<Claimed> {
  const jobs = take.jobs.filter(({ id }) => areAdjacent(take.now, timeOfId(id)))
  return takeFromParts(db, { ...take, jobs }, 'j.order_key is null')
}

/** Leases jobs that have an order key, of any age. The caller must keep the order. */
export function claimOrderedJobsById(db: Database, take: Take): Promise<Claimed> {
  return takeFromParts(db, take, 'j.order_key is not null')
}

async function takeFromParts(db: Database, take: Take, condition: Condition): Promise<Claimed> {
  const rows = await inJobPartitions(take.jobs, timeOfRow, (partition, group) =>
    query<ClaimedRow>(db, takeFrom(partition, condition), [
      plainArray(group.map(({ id }) => id)),
      plainArray(group.map(({ integration_id }) => integration_id)),
      new Date(take.now),
      take.worker_id,
      new Date(take.lease_until),
    ]),
  )
  return readClaimedRows(rows)
}

// The query names the partition and leaves the planner no join to choose. Over all partitions the planner probed each partition
// for each integration, and it joined a few jobs by scanning all jobs of the day. Planned once, the cost depends only on the
// claimed jobs.

/** Leases the jobs in `due`. Parameters: $3 is the time, $4 the worker, $5 the end of the leases. */
function leaseDue(partition: string): string {
  return `lessee as (select id from workers where id = $4 for key share),
claimed as (
  update ${partition} j
     set status = 'delivering', worker_id = lessee.id, generation = j.generation + 1, attempts = j.attempts + 1,
         lease_until = $5, next_at = null, updated_at = $3
    from lessee where j.id = any (array(select id from due))
  returning j.id, j.event_id, j.integration_id, j.triggered_by, j.attempts, j.step, j.generation, j.manual_retries, j.priority,
    j.order_key
)
select c.*, e.organization_id, e.owner_id, e.event_triggered_by, e.resource_version, e.external_id, e.payload, e.payload_bytes,
       e.traceparent,
       (select value from revisions where name = 'integrations') as revision
  from claimed c
 cross join lateral (
   select organization_id, owner_id, triggered_by as event_triggered_by, resource_version, external_id, ${INLINE_PAYLOAD},
          octet_length(payload) as payload_bytes, traceparent
     from events where id = c.event_id limit 1
 ) e
 order by c.id`
}

function claimFrom(partition: string): string {
  return prepared(`with live as (
  select d.id from unnest($1::uuid[]) as w(integration_id)
   cross join lateral (
     select j.id from ${partition} j
      where j.integration_id = w.integration_id and j.priority = 0 and j.next_at <= $3 and j.order_key is null
      order by j.next_at limit $2 for update skip locked
   ) d
),
replayed as (
  select d.id from unnest($1::uuid[]) as w(integration_id)
   cross join lateral (
     select j.id from ${partition} j
      where j.integration_id = w.integration_id and j.priority = 1 and j.next_at <= $3 and j.order_key is null
      order by j.next_at limit $6 for update skip locked
   ) d
),
due as (select id from live union all select id from replayed),
${leaseDue(partition)}`)
}

type Condition = 'j.order_key is null' | 'j.order_key is not null'

function takeFrom(partition: string, condition: Condition): string {
  return prepared(`with due as (
  select d.id from unnest($1::uuid[], $2::uuid[]) as w(id, integration_id)
   cross join lateral (
     select j.id from ${partition} j
      where j.id = w.id and j.integration_id = w.integration_id
        and j.status = 'pending' and (j.generation = 0 or j.next_at <= $3) and ${condition}
        for update skip locked
   ) d
),
${leaseDue(partition)}`)
}

type ClaimedRow = {
  id: string
  event_id: string
  integration_id: string
  triggered_by: string
  attempts: number
  step: number
  generation: number
  manual_retries: number
  priority: number
  order_key: string | null
  organization_id: string
  owner_id: string
  event_triggered_by: string
  resource_version: number | null
  external_id: string | null
  /** Null if the payload is too large to load with the job. */
  payload: string | null
  payload_bytes: number
  revision: number
  traceparent: string | null
}

function readClaimedRows(rows: readonly ClaimedRow[]): Claimed {
  return { jobs: rows.map(readClaimed), revision: rows[0]?.revision ?? -1 }
}

function readClaimed(row: ClaimedRow): LeasedJob {
  const { payload } = row
  const job = {
    id: row.id,
    integration_id: row.integration_id,
    triggered_by: row.triggered_by,
    attempt: row.attempts,
    step: row.step,
    generation: row.generation,
    manual_retries: row.manual_retries,
    priority: row.priority === 0 ? 'live' : 'replay',
    order_key: row.order_key,
  } as const
  const event = {
    ...ownerOf(row),
    id: row.event_id,
    triggered_by: row.event_triggered_by,
    resource_version: row.resource_version,
    external_id: row.external_id,
    traceparent: row.traceparent,
  }
  if (payload !== null) return { ...job, event: { ...event, payload } }
  return { ...job, event: { ...event, payload: { bytes: row.payload_bytes } } }
}

export type Lease = Pick<DueJob, 'id' | 'generation'>

/** Assignments that end a lease of any kind: the job is free, and due at the SQL expression `time`. */
export function freed(time: '$1' | '$3' | '$4' | 'now()'): string {
  return `status = 'pending', worker_id = null, lease_until = null, next_at = ${time}, updated_at = ${time}`
}

/** `none` if the freed jobs have not been attempted. A job counts as attempted from its lease on. */
export type Attempts = 'none' | 'unknown'

export const ATTEMPTS: Record<Attempts, string> = { none: 'attempts - 1', unknown: 'attempts' }

/**
 * Releases the leases of unattempted jobs, which any worker can then claim. Ignores leases that the worker no longer owns. Finds
 * jobs by id, as `settle` does.
 */
export async function releaseLeases(
  db: Database,
  jobs: readonly Lease[],
  worker_id: number,
  now: number,
): Promise<void> {
  await query(
    db,
    `update jobs j
        set ${freed('$4')}, attempts = j.attempts - 1
       from unnest($1::uuid[], $2::integer[]) as g(id, generation)
      where j.id = g.id and j.generation = g.generation and j.worker_id = $3`,
    [plainArray(jobs.map((job) => job.id)), plainArray(jobs.map((job) => job.generation)), worker_id, new Date(now)],
  )
}
