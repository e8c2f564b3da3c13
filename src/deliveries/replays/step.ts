import { plainArray } from '../../db/arrays.ts'
import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import { matchingKeys } from '../../event-types/catalogue.ts'
import { isOneTime } from '../../event-types/event.ts'
import { lowestIdAt, newId } from '../../kernel/ids.ts'
import type { ReplayRow } from './replay.ts'

/** What one step looked at: in the order of ids, with the key under which it is replayed, null when it is not. */
type Found = { id: string; event_id: string; key: string | null }

/** Rows that one step looks at. */
const MOST_SCANNED = 2_000
/** Jobs of replays that may wait for one integration: a replay to an endpoint that fails waits with the rest. */
const MOST_OUTSTANDING = 1_000
const STEP_EVERY = 500

/**
 * Moves one running replay on: makes jobs for the next events and moves the position, in one transaction, so that a death
 * neither repeats nor skips any. Returns the integration that has jobs due now, null when no replay was due.
 */
export async function stepReplay(db: Database, now: number): Promise<string | null> {
  if (!(await isAnyDue(db, now))) return null
  return transact(db, async (tx) => {
    const replay = await lockDue(tx, now)
    if (replay === undefined) return null
    if (!(await isEnabled(tx, replay.target_id))) return pauseFor(tx, replay, 'The integration is disabled.', now)
    const quota = await quotaOf(tx, replay)
    const found = quota === 0 ? [] : await lookFurther(tx, replay)
    const taken = takeWithin(found, quota)
    await insertJobs(tx, replay, taken, now)
    await moveOn(tx, replay, taken, now)
    const isOver = quota > 0 && found.length < MOST_SCANNED && taken.length === found.length
    if (isOver) await complete(tx, replay, now)
    return replay.target_id
  })
}

/** Asked for outside of a transaction: there is seldom one, and this is asked often. */
async function isAnyDue(db: Database, now: number): Promise<boolean> {
  const rows = await query(db, `select 1 from replays where next_at <= $1 limit 1`, [new Date(now)])
  return rows.length > 0
}

async function lockDue(tx: Transaction, now: number): Promise<ReplayRow | undefined> {
  return tx
    .selectFrom('replays')
    .selectAll()
    .where('next_at', '<=', new Date(now))
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function isEnabled(tx: Transaction, integration_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('integrations')
    .select('enabled')
    .where('id', '=', integration_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.enabled === true
}

async function pauseFor(tx: Transaction, replay: ReplayRow, status_detail: string, now: number): Promise<null> {
  await tx
    .updateTable('replays')
    .set((eb) => ({
      status: 'paused',
      status_detail,
      next_at: null,
      version: eb('version', '+', 1),
      updated_at: new Date(now),
    }))
    .where('id', '=', replay.id)
    .execute()
  return null
}

/** How many jobs this step may make: what the rate allows, while not too many of replays wait already. */
async function quotaOf(tx: Transaction, replay: ReplayRow): Promise<number> {
  const rows = await query<{ waiting: number }>(
    tx,
    `select count(*) as waiting from (
       select 1 from jobs
        where integration_id = $1 and priority = 1 and next_at is not null limit $2) as free`,
    [replay.target_id, MOST_OUTSTANDING],
  )
  const room = MOST_OUTSTANDING - (rows[0]?.waiting ?? 0)
  return Math.max(0, Math.min(room, Math.ceil((replay.rate * STEP_EVERY) / 1000)))
}

function lookFurther(tx: Transaction, replay: ReplayRow): Promise<Found[]> {
  return replay.selection === 'failed' ? findFailed(tx, replay) : findEvents(tx, replay)
}

async function findFailed(tx: Transaction, replay: ReplayRow): Promise<Found[]> {
  const rows = await query<{ id: string; event_id: string; triggered_by: string; status: string }>(
    tx,
    `select id, event_id, triggered_by, status from jobs
      where integration_id = $1 and id > $2 and id < $3 order by id limit ${MOST_SCANNED}`,
    [replay.integration_id, replay.position, lowestIdAt(replay.to_time.getTime())],
  )
  return rows.map(({ id, event_id, triggered_by, status }) => {
    const wanted = status === 'failed' && replay.keys.includes(triggered_by) && !isOneTime(triggered_by)
    return { id, event_id, key: wanted ? triggered_by : null }
  })
}

async function findEvents(tx: Transaction, replay: ReplayRow): Promise<Found[]> {
  const rows = await query<{ id: string; triggered_by: string; payload: string | null }>(
    tx,
    `select id, triggered_by, case when triggered_by like 'customAPIEntryType.%' then payload end as payload from events
      where owner_id = $1 and id > $2 and id < $3 order by id limit ${MOST_SCANNED}`,
    [replay.owner_id, replay.position, lowestIdAt(replay.to_time.getTime())],
  )
  return rows.map(({ id, triggered_by, payload }) => {
    const keys = isOneTime(triggered_by) ? [] : matchingKeys(triggered_by, () => JSON.parse(payload ?? '{}'))
    return { id, event_id: id, key: keys.find((key) => replay.keys.includes(key)) ?? null }
  })
}

function takeWithin(found: readonly Found[], quota: number): Found[] {
  let wanted = 0
  const end = found.findIndex(({ key }) => key !== null && ++wanted > quota)
  return found.slice(0, end === -1 ? found.length : end)
}

async function insertJobs(tx: Transaction, replay: ReplayRow, taken: readonly Found[], now: number): Promise<void> {
  const wanted = taken.filter(({ key }) => key !== null)
  if (wanted.length === 0) return
  await query(
    tx,
    `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at, replay_id, priority)
     select n.id, n.event_id, $4, $5, n.triggered_by, 'pending', $6, $6, $7, 1
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as n(id, event_id, triggered_by)`,
    [
      plainArray(wanted.map(() => newId(now))),
      plainArray(wanted.map(({ event_id }) => event_id)),
      wanted.map(({ key }) => key),
      replay.target_id,
      replay.owner_id,
      new Date(now),
      replay.id,
    ],
  )
}

async function moveOn(tx: Transaction, replay: ReplayRow, taken: readonly Found[], now: number) {
  const enqueued = taken.filter(({ key }) => key !== null).length
  await tx
    .updateTable('replays')
    .set((eb) => ({
      position: taken.at(-1)?.id ?? replay.position,
      scanned: eb('scanned', '+', taken.length),
      enqueued: eb('enqueued', '+', enqueued),
      // Where nothing is to be sent, nothing has to wait.
      next_at: new Date(enqueued === 0 && taken.length > 0 ? now : now + STEP_EVERY),
      updated_at: new Date(now),
    }))
    .where('id', '=', replay.id)
    .execute()
}

async function complete(tx: Transaction, replay: ReplayRow, now: number): Promise<void> {
  await tx
    .updateTable('replays')
    .set((eb) => ({
      status: 'completed',
      next_at: null,
      finished_at: new Date(now),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', replay.id)
    .execute()
}
