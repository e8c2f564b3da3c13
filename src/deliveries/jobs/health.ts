import { textArray, uuidArray } from '../../db/arrays.ts'
import { type Executor, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import type { DisabledReason } from '../../integrations/integration.ts'
import type { Members } from '../../integrations/kinds/kind.ts'
import type { IntegrationType } from '../../integrations/kinds/kinds.ts'
import { HOUR, MINUTE } from '../../kernel/duration.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Slot, Span } from '../../series/store.ts'
import { LEASED_ON_INSERT, lowestInsertLease } from './insert-leases.ts'
import { DEAD_AFTER_MS } from './lease.ts'
import type { LaneState } from './membership.ts'

export const WINDOW_MS = HOUR
export const MAX_ATTEMPTS = 10_000
const MAX_LATEST = 200

export type IntegrationState = {
  id: string
  name: string
  enabled: boolean
  disabled_reason: DisabledReason | null
  integration_type: IntegrationType
  /** Excludes secrets. */
  configuration: Members
  failing_since: Date | null
}

export const STATE = 'id, name, enabled, disabled_reason, integration_type, configuration, failing_since'

export async function readIntegrationState(
  db: Executor,
  owner: Owner,
  id: string,
): Promise<IntegrationState | undefined> {
  const [row] = await query<IntegrationState>(
    db,
    `select ${STATE} from integrations left join integration_states on integration_id = id
      where id = $1 and owner_id = $2 and deleted_at is null`,
    [id, ownerId(owner)],
  )
  return row
}

/** Attempts of one integration. Percentiles of the processing time are in seconds; `last_*` are ids of logs. */
export type Attempts = {
  count: number
  succeeded: number
  p50: number | null
  p95: number | null
  p99: number | null
  last_succeeded: string | null
  last_failed: string | null
}

/** Reads the latest attempts of the last hour, at most `MAX_ATTEMPTS`. */
export async function readAttempts(db: Executor, integration_id: string, now: number): Promise<Attempts> {
  const rows = await query<Attempts>(
    db,
    `select count(*) as count, count(*) filter (where succeeded) as succeeded,
            percentile_cont(0.5) within group (order by processing_time) as p50,
            percentile_cont(0.95) within group (order by processing_time) as p95,
            percentile_cont(0.99) within group (order by processing_time) as p99,
            max(id::text) filter (where succeeded) as last_succeeded,
            max(id::text) filter (where not succeeded) as last_failed
       from (select id, succeeded, processing_time from logs
              where integration_id = $1 and id >= $2 order by id desc limit ${MAX_ATTEMPTS}) as latest`,
    [integration_id, lowestIdAt(now - WINDOW_MS)],
  )
  const [attempts] = rows
  if (attempts === undefined) throw new Error('An aggregate returned no row.')
  return attempts
}

/** Unfinished jobs; `due` counts those that are due or being delivered. */
export type Backlog = { jobs: number; due: number; oldest: string | null }

/** Reads the backlogs of integrations, each counted up to `most`. Runs two statements. */
export async function readBacklogs(
  db: Executor,
  integration_ids: readonly string[],
  { now, most }: { now: number; most: number },
): Promise<Map<string, Backlog>> {
  const rows = await query<Backlog & { id: string }>(
    db,
    `select i.id, b.jobs, b.due, b.oldest from unnest($1::uuid[]) as i(id) cross join lateral (
       select count(*) as jobs, count(*) filter (where status = 'delivering' or next_at <= $2) as due,
              min(id::text) as oldest
         from ((select j.id, status, next_at from jobs j
                 where integration_id = i.id and next_at is not null limit $4)
               union all
               (select j.id, status, next_at from jobs j
                 where integration_id = i.id and lease_until is not null limit $4)
               union all
               (select j.id, status, next_at from jobs j
                 where integration_id = i.id and j.id >= $3 and ${LEASED_ON_INSERT}
                 order by j.id limit $4)
               limit $4) as unfinished
     ) as b`,
    [uuidArray(integration_ids), new Date(now), await lowestInsertLease(db), most],
  )
  return new Map(rows.map(({ id, ...backlog }) => [id, backlog]))
}

/** Reads the state of the lane in each worker that is busy with an integration. Idle integrations are missing. */
export async function readLanes(db: Executor, integration_ids: readonly string[]): Promise<Map<string, LaneState[]>> {
  const rows = await query<{ id: string; lane: LaneState }>(
    db,
    `select l.id, l.lane from workers cross join lateral jsonb_each(lanes) as l(id, lane) where l.id = any($1)`,
    [textArray(integration_ids)],
  )
  const groups = Map.groupBy(rows, ({ id }) => id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ lane }) => lane)]))
}

/** Longest time in seconds that a live worker has been unable to write attempts; null if all can. */
export async function readUnsettledSeconds(db: Executor): Promise<number | null> {
  const text = `select max(unsettled_seconds) as seconds from workers
    where heartbeat_at >= now() - $1 * interval '1 millisecond'`
  const [row] = await query<{ seconds: number | null }>(db, text, [DEAD_AFTER_MS])
  return row?.seconds ?? null
}

export type LatestLogs = { last_succeeded: string | null; last_failed: string | null }

/** Reads the last successful and failed log of each integration, among its latest 200 logs of the last hour. */
export async function readLatest(
  db: Executor,
  integration_ids: readonly string[],
  now: number,
): Promise<Map<string, LatestLogs>> {
  const rows = await query<LatestLogs & { id: string }>(
    db,
    `select i.id, max(l.id::text) filter (where succeeded) as last_succeeded,
            max(l.id::text) filter (where not succeeded) as last_failed
       from unnest($1::uuid[]) as i(id) cross join lateral (
         select id, succeeded from logs where integration_id = i.id and id >= $2 order by id desc limit ${MAX_LATEST}
       ) as l group by i.id`,
    [uuidArray(integration_ids), lowestIdAt(now - WINDOW_MS)],
  )
  return new Map(rows.map(({ id, ...latest }) => [id, latest]))
}

/**
 * Finds the last failed log of integrations whose latest logs have none, in the last minute in which the series counts
 * a failure: thousands of later successes must not hide it.
 */
export async function findHiddenFailures(
  db: Executor,
  slots: ReadonlyMap<string, readonly Slot[]>,
  latest: ReadonlyMap<string, LatestLogs>,
  { from }: Pick<Span, 'from'>,
): Promise<Map<string, string>> {
  const windows = [...slots].flatMap(([id, minutes]) => {
    const failed = minutes.findLast(({ attempts, succeeded }) => attempts > succeeded)
    if (failed === undefined || (latest.get(id)?.last_failed ?? null) !== null) return []
    const at = from + failed.slot * MINUTE
    // The series counts an attempt when it ends, which may be a minute after its log began.
    return [{ id, from: at - MINUTE, to: at + 2 * MINUTE }]
  })
  return readLastFailed(db, windows)
}

/** Part of an integration's logs, by time: `from` to `to`, in milliseconds since the epoch. */
type LogWindow = { id: string; from: number; to: number }

/** Reads the last failed log of each integration within a window of its logs. */
async function readLastFailed(db: Executor, windows: readonly LogWindow[]): Promise<Map<string, string>> {
  if (windows.length === 0) return new Map()
  const rows = await query<{ id: string; last_failed: string }>(
    db,
    `select w.id, l.id as last_failed
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(id, least, greatest) cross join lateral (
         select id from logs where integration_id = w.id and id >= least and id < greatest and not succeeded
          order by id desc limit 1
       ) as l`,
    [
      uuidArray(windows.map(({ id }) => id)),
      uuidArray(windows.map(({ from }) => lowestIdAt(from))),
      uuidArray(windows.map(({ to }) => lowestIdAt(to))),
    ],
  )
  return new Map(rows.map(({ id, last_failed }) => [id, last_failed]))
}

export type Failure = Pick<Rows['logs'], 'status_code' | 'error_detail'>

/** Reads the status and error of failed logs by their ids. */
export async function readFailures(db: Executor, log_ids: readonly string[]): Promise<Map<string, Failure>> {
  if (log_ids.length === 0) return new Map()
  const text = 'select id, status_code, error_detail from logs where id = any($1)'
  const rows = await query<Failure & { id: string }>(db, text, [uuidArray(log_ids)])
  return new Map(rows.map(({ id, ...failure }) => [id, failure]))
}
