import { plainArray, uuidArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import { dueBy } from '../../db/due/due.ts'
import { firstDueRow } from '../../db/due/owner-order.ts'
import { type Listed, list } from '../../db/list.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { Rows } from '../../db/rows.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'

export type ReplayRow = Rows['replays']

/** Concurrent replays of one owner; the replays of all owners advance in round-robin order. */
const MAX_RUNNING = 200

export const replayLimit: RowLimit = {
  max: MAX_RUNNING,
  holder: 'A store or an organization',
  things: 'running replays',
  rows: 'replays where owner_id = $1 and next_at is not null',
  advice: 'Pause or cancel one, or wait until one is finished.',
}

/** Columns that a new replay sets; the others start empty or at 0. */
export type NewReplay = Pick<
  ReplayRow,
  | 'id'
  | 'organization_id'
  | 'owner_id'
  | 'integration_id'
  | 'target_id'
  | 'selection'
  | 'keys'
  | 'event_ids'
  | 'from_time'
  | 'to_time'
  | 'rate'
  | 'position'
>

export async function insertReplay(db: Database, replay: NewReplay, now: number): Promise<ReplayRow> {
  const columns = Object.keys(replay)
  const values = columns.map((_, index) => `$${index + 2}`)
  const rows = await query<ReplayRow>(
    db,
    `insert into replays (${columns.join(', ')}, status, next_at, updated_at)
     values (${values.join(', ')}, 'running', $1, $1) returning *`,
    [new Date(now), ...Object.values(replay)],
  )
  return only(rows)
}

type ReplayRef = Pick<ReplayRow, 'id' | 'integration_id' | 'owner_id'>

const ONE = 'select * from replays where id = $1 and integration_id = $2 and owner_id = $3'

export async function selectReplay(
  db: Database,
  { id, integration_id, owner_id }: ReplayRef,
): Promise<ReplayRow | undefined> {
  return (await query<ReplayRow>(db, ONE, [id, integration_id, owner_id]))[0]
}

export async function lockReplay(
  tx: Transaction,
  { id, integration_id, owner_id }: ReplayRef,
): Promise<ReplayRow | undefined> {
  return (await query<ReplayRow>(tx, `${ONE} for update`, [id, integration_id, owner_id]))[0]
}

export function listReplayRows(db: Database, integration_id: string, request: ListRequest): Promise<Listed<ReplayRow>> {
  const where = (bind: (id: string) => string) => `integration_id = ${bind(integration_id)}`
  return list(db, { columns: '*', from: 'replays', where }, request)
}

/** Returns an owner's running replays that name one of these keys and patterns. */
export function selectRunning(
  db: Database,
  owner: Owner,
  texts: readonly string[],
): Promise<Pick<ReplayRow, 'id' | 'keys'>[]> {
  return query(
    db,
    `select id, keys from replays
      where owner_id = $1 and status = 'running' and keys && $2::text[] order by id`,
    [ownerId(owner), texts],
  )
}

type StatusChange = Pick<ReplayRow, 'status' | 'status_detail' | 'next_at' | 'finished_at'>

/** Changes the status of a locked replay. */
export async function updateStatus(tx: Transaction, id: string, change: StatusChange, now: number): Promise<ReplayRow> {
  const rows = await query<ReplayRow>(
    tx,
    `update replays set status = $2, status_detail = $3, next_at = $4, finished_at = $5, version = version + 1, updated_at = $6
      where id = $1 returning *`,
    [id, change.status, change.status_detail, change.next_at, change.finished_at, new Date(now)],
  )
  return only(rows)
}

type Progress = { position: string; scanned: number; enqueued: number; next_at: number }

/** Advances a locked replay. */
export async function updateProgress(tx: Transaction, id: string, progress: Progress, now: number): Promise<void> {
  await query(
    tx,
    `update replays set position = $2, scanned = scanned + $3, enqueued = enqueued + $4, next_at = $5, updated_at = $6
      where id = $1`,
    [id, progress.position, progress.scanned, progress.enqueued, new Date(progress.next_at), new Date(now)],
  )
}

export const REPLAYS_DUE = dueBy('replays', 'next_at')

const FIRST_DUE = firstDueRow({ table: 'replays', column: 'next_at', served: '$3', where: 'id <> all($2::uuid[])' })

/**
 * Returns the replay of the least-served organization that has been due the longest, and locks it. Skips locked replays and those
 * in `passed`.
 */
export async function lockDueReplay(
  tx: Transaction,
  now: number,
  passed: readonly string[],
  served: readonly string[],
): Promise<ReplayRow | undefined> {
  return (await query<ReplayRow>(tx, FIRST_DUE, [new Date(now), passed, served]))[0]
}

/**
 * Serializes the steps with the same target, because two replays that do not see each other's jobs could enqueue an event twice.
 */
export async function lockTarget(tx: Transaction, target_id: string): Promise<void> {
  await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`replay ${target_id}`])
}

/**
 * Jobs of replays and runs that may wait for one integration, so that a failing endpoint delays a replay instead of collecting
 * its jobs.
 */
export const MAX_OUTSTANDING = 1_000

/** Counts the waiting jobs of replays and runs of an integration, up to `limit`. */
export async function countWaitingJobs(db: Database, integration_id: string, limit: number): Promise<number> {
  const [row] = await query<{ waiting: number }>(
    db,
    `select count(*) as waiting from (
       select 1 from jobs
        where integration_id = $1 and priority = 1 and next_at is not null limit $2) as free`,
    [integration_id, limit],
  )
  return row?.waiting ?? 0
}

/** Returns the integration's next jobs after the replay's position, at most `limit`. */
export function selectNextJobs(
  db: Database,
  replay: NewReplay,
  limit: number,
): Promise<Pick<Rows['jobs'], 'id' | 'event_id' | 'triggered_by' | 'status' | 'replay_id'>[]> {
  return query(
    db,
    `select id, event_id, triggered_by, status, replay_id from jobs
      where integration_id = $1 and id > $2 and id < $3 order by id limit $4`,
    [replay.integration_id, replay.position, lowestIdAt(replay.to_time.getTime()), limit],
  )
}

/** `of_custom_apis`: reads only the payloads of events whose key does not suffice. */
type EventRequest = { limit: number; payloads: 'all' | 'of_custom_apis' }

/** Bytes of payloads that one step reads. With large payloads it reads fewer events, but at least one. */
const MAX_PAYLOAD_BYTES = 16 * 1_048_576

/**
 * Returns the owner's next events after the replay's position, at most `limit`. `isCut` is true if payloads of further events
 * exceeded the size limit.
 */
export async function selectNextEvents(
  db: Database,
  replay: NewReplay,
  { limit, payloads }: EventRequest,
): Promise<{ events: { id: string; triggered_by: string; payload: string | null }[]; isCut: boolean }> {
  const { owner_id, position, to_time, event_ids } = replay
  const values = [owner_id, position, lowestIdAt(to_time.getTime()), limit, payloads === 'all', MAX_PAYLOAD_BYTES]
  const rows = await query<{ id: string; triggered_by: string; payload: string | null; is_cut: boolean }>(
    db,
    `select id, triggered_by, case when is_read and not is_cut then payload end as payload, is_cut from (
       select *, sum(case when is_read then octet_length(payload) else 0 end) over (order by id) > $6
                 and row_number() over (order by id) > 1 as is_cut
         from (select id, triggered_by, payload, $5 or triggered_by like 'customAPIEntryType.%' as is_read
                 from events
                where owner_id = $1 and id > $2 and id < $3 ${event_ids === null ? '' : 'and id = any($7::uuid[])'}
                order by id limit $4) as next) as summed
      order by id`,
    event_ids === null ? values : [...values, uuidArray(event_ids)],
  )
  const events = rows.filter(({ is_cut }) => !is_cut)
  return { events, isCut: events.length < rows.length }
}

export async function selectOwnEventIds(
  db: Database,
  owner_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = 'select id from events where owner_id = $1 and id = any($2::uuid[])'
  const rows = await query<{ id: string }>(db, text, [owner_id, uuidArray(ids)])
  return new Set(rows.map(({ id }) => id))
}

export type ReplayJob = { id: string; event_id: string; triggered_by: string }

export async function insertReplayJobs(
  tx: Transaction,
  replay: ReplayRow,
  jobs: readonly ReplayJob[],
  now: number,
): Promise<void> {
  await query(
    tx,
    `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at, replay_id, priority)
     select n.id, n.event_id, $4, $5, n.triggered_by, 'pending', $6, $6, $7, 1
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as n(id, event_id, triggered_by)`,
    [
      plainArray(jobs.map(({ id }) => id)),
      plainArray(jobs.map(({ event_id }) => event_id)),
      jobs.map(({ triggered_by }) => triggered_by),
      replay.target_id,
      replay.owner_id,
      new Date(now),
      replay.id,
    ],
  )
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('The replay is gone.')
  return row
}
