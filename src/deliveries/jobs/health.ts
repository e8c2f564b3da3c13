import { type Database, query } from '../../db/database.ts'
import type { Members } from '../../integrations/kinds/kind.ts'
import type { IntegrationType } from '../../integrations/kinds/kinds.ts'
import { HOUR } from '../../kernel/duration.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { LEASED_ON_INSERT, lowestInsertLease } from './insert-leases.ts'
import type { LaneState } from './membership.ts'

const WINDOW_MS = HOUR
const MOST_ATTEMPTS = 10_000
const MOST_BACKLOG = 10_000

export type IntegrationState = {
  enabled: boolean
  integration_type: IntegrationType
  /** Without its secrets. */
  configuration: Members
  failing_since: Date | null
}

/** Whether an integration is enabled, where it delivers, and since when it only fails. */
export async function readIntegrationState(
  db: Database,
  owner: Owner,
  id: string,
): Promise<IntegrationState | undefined> {
  const [row] = await query<IntegrationState>(
    db,
    `select enabled, integration_type, configuration, failing_since from integrations left join integration_states on integration_id = id
      where id = $1 and owner_id = $2 and deleted_at is null`,
    [id, ownerId(owner)],
  )
  return row
}

/** Attempts of one integration; times of processing in seconds, ids of the last logs. */
export type Attempts = {
  count: number
  succeeded: number
  p50: number | null
  p95: number | null
  p99: number | null
  last_succeeded: string | null
  last_failed: string | null
}

/** The attempts of the last hour, the latest 10,000 at most. */
export async function readAttempts(db: Database, integration_id: string, now: number): Promise<Attempts> {
  const rows = await query<Attempts>(
    db,
    `select count(*) as count, count(*) filter (where succeeded) as succeeded,
            percentile_cont(0.5) within group (order by processing_time) as p50,
            percentile_cont(0.95) within group (order by processing_time) as p95,
            percentile_cont(0.99) within group (order by processing_time) as p99,
            max(id::text) filter (where succeeded) as last_succeeded,
            max(id::text) filter (where not succeeded) as last_failed
       from (select id, succeeded, processing_time from logs
              where integration_id = $1 and id >= $2 order by id desc limit ${MOST_ATTEMPTS}) as latest`,
    [integration_id, lowestIdAt(now - WINDOW_MS)],
  )
  const [attempts] = rows
  if (attempts === undefined) throw new Error('An aggregate returned no row.')
  return attempts
}

/** Jobs that are not over, counted up to 10,000. */
export async function readBacklog(db: Database, integration_id: string, now: number) {
  const rows = await query<{ jobs: number; due: number; oldest: string | null }>(
    db,
    `select count(*) as jobs, count(*) filter (where status = 'delivering' or next_at <= $2) as due,
            min(id::text) as oldest
       from ((select id, status, next_at from jobs
               where integration_id = $1 and next_at is not null limit ${MOST_BACKLOG})
             union all
             (select id, status, next_at from jobs
               where integration_id = $1 and lease_until is not null limit ${MOST_BACKLOG})
             union all
             (select id, status, next_at from jobs
               where integration_id = $1 and id >= $3 and ${LEASED_ON_INSERT}
               order by id limit ${MOST_BACKLOG})
             limit ${MOST_BACKLOG}) as unfinished`,
    [integration_id, new Date(now), await lowestInsertLease(db)],
  )
  return rows[0] ?? { jobs: 0, due: 0, oldest: null }
}

/** How each worker that is busy with an integration treats it. */
export async function readLanes(db: Database, integration_id: string): Promise<LaneState[]> {
  const rows = await query<{ lane: LaneState }>(
    db,
    `select lanes -> $1::text as lane from workers where lanes ? $1::text`,
    [integration_id],
  )
  return rows.map((row) => row.lane)
}
