import type { Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import { isObservedBy, matchingKeys } from '../../event-types/catalog.ts'
import { isOneTime } from '../../event-types/event.ts'
import { parsedOnce } from '../../events/make-jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import { findFilter } from '../../integrations/store.ts'
import {
  countWaitingJobs,
  insertReplayJobs,
  isAnyReplayDue,
  lockDueReplay,
  type ReplayRow,
  selectNextEvents,
  selectNextJobs,
  updateProgress,
  updateStatus,
} from './store.ts'

/** What one step looked at: in the order of ids, with the key under which it is replayed, null when it is not. */
type Found = { id: string; event_id: string; key: string | null }

/** Rows that one step looks at, and when it reads their payloads. */
const MOST_SCANNED = 2_000
const MOST_READ = 200
/** Jobs of replays that may wait for one integration: a replay to an endpoint that fails waits with the rest. */
const MOST_OUTSTANDING = 1_000
const STEP_EVERY = 500

/**
 * Moves one running replay on: makes jobs for the next events and moves the position, in one transaction, so that a death
 * neither repeats nor skips any. Returns the integration that has jobs due now, null when no replay was due.
 */
export async function stepReplay(db: Database, now: number): Promise<string | null> {
  // Outside of the transaction: this runs often and there is seldom one.
  if (!(await isAnyReplayDue(db, now))) return null
  return transact(db, async (tx) => {
    const replay = await lockDueReplay(tx, now)
    if (replay === undefined) return null
    const target = await findFilter(tx, replay.target_id)
    if (target === undefined) return pauseFor(tx, replay, 'The integration is disabled.', now)
    const quota = await quotaOf(tx, replay)
    const { found, isLast } = quota === 0 ? NOTHING : await lookFurther(tx, replay, target)
    const taken = takeWithin(found, quota)
    await insertJobs(tx, replay, taken, now)
    await moveOn(tx, replay, taken, now)
    if (isLast && taken.length === found.length) await complete(tx, replay, now)
    return replay.target_id
  })
}

async function pauseFor(tx: Transaction, replay: ReplayRow, status_detail: string, now: number): Promise<null> {
  await updateStatus(tx, replay.id, { status: 'paused', status_detail, next_at: null, finished_at: null }, now)
  return null
}

/** How many jobs this step may create: what the rate allows, within the limit of outstanding jobs of replays. */
async function quotaOf(tx: Transaction, replay: ReplayRow): Promise<number> {
  const capacity = MOST_OUTSTANDING - (await countWaitingJobs(tx, replay.target_id, MOST_OUTSTANDING))
  return Math.max(0, Math.min(capacity, Math.ceil((replay.rate * STEP_EVERY) / 1000)))
}

/** The next rows; `isLast` when there are no more. */
type Looked = { found: Found[]; isLast: boolean }

const NOTHING: Looked = { found: [], isLast: false }

type Target = Pick<EnabledIntegration, 'filter'>

async function lookFurther(tx: Transaction, replay: ReplayRow, target: Target): Promise<Looked> {
  const limit = target.filter === null || replay.selection === 'failed' ? MOST_SCANNED : MOST_READ
  const found =
    replay.selection === 'failed' ? await findFailed(tx, replay, limit) : await findEvents(tx, replay, target, limit)
  return { found, isLast: found.length < limit }
}

/** What failed has passed the filter that the integration had then. */
async function findFailed(tx: Transaction, replay: ReplayRow, limit: number): Promise<Found[]> {
  const rows = await selectNextJobs(tx, replay, limit)
  return rows.map(({ id, event_id, triggered_by, status }) => {
    const isSelected = status === 'failed' && isObservedBy(replay.keys, triggered_by) && !isOneTime(triggered_by)
    return { id, event_id, key: isSelected ? triggered_by : null }
  })
}

async function findEvents(tx: Transaction, replay: ReplayRow, { filter }: Target, limit: number): Promise<Found[]> {
  const rows = await selectNextEvents(tx, replay, { limit, payloads: filter === null ? 'of_custom_apis' : 'all' })
  return rows.map(({ id, triggered_by, payload }) => {
    const parsed = parsedOnce(payload ?? '{}')
    const keys = isOneTime(triggered_by) ? [] : matchingKeys(triggered_by, parsed)
    const key = keys.find((key) => isObservedBy(replay.keys, key)) ?? null
    const isFiltered = key !== null && filter !== null && !filter(parsed())
    return { id, event_id: id, key: isFiltered ? null : key }
  })
}

function takeWithin(found: readonly Found[], quota: number): Found[] {
  let selected = 0
  const end = found.findIndex(({ key }) => key !== null && ++selected > quota)
  return found.slice(0, end === -1 ? found.length : end)
}

async function insertJobs(tx: Transaction, replay: ReplayRow, taken: readonly Found[], now: number): Promise<void> {
  const jobs = taken.flatMap(({ event_id, key }) =>
    key === null ? [] : [{ id: newId(now), event_id, triggered_by: key }],
  )
  if (jobs.length > 0) await insertReplayJobs(tx, replay, jobs, now)
}

async function moveOn(tx: Transaction, replay: ReplayRow, taken: readonly Found[], now: number) {
  const enqueued = taken.filter(({ key }) => key !== null).length
  const position = taken.at(-1)?.id ?? replay.position
  // Where nothing is to be sent, nothing has to wait.
  const next_at = enqueued === 0 && taken.length > 0 ? now : now + STEP_EVERY
  await updateProgress(tx, replay.id, { position, scanned: taken.length, enqueued, next_at }, now)
}

async function complete(tx: Transaction, replay: ReplayRow, now: number): Promise<void> {
  const change = { status: 'completed', status_detail: null, next_at: null, finished_at: new Date(now) } as const
  await updateStatus(tx, replay.id, change, now)
}
