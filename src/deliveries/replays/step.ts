import type { Database, Transaction } from '../../db/database.ts'
import { stepDueRow } from '../../db/due/due-row.ts'
import { newId } from '../../db/new-id.ts'
import { findReplayTarget, type ReplayTarget } from '../../integrations/sql/for-deliveries.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { type Found, type Looked, scanNext } from './find.ts'
import {
  countWaitingJobs,
  insertReplayJobs,
  lockDueReplay,
  lockTarget,
  MAX_OUTSTANDING,
  type ReplayRow,
  updateProgress,
  updateStatus,
} from './store.ts'

const STEP_INTERVAL_MS = 500

/**
 * Advances one running replay: creates jobs for the next events and moves the position in one transaction, so that a crash
 * neither repeats nor skips events. Returns a list of the integration that has jobs due now; null if no replay was due.
 */
export async function stepReplay(db: Database, now: number): Promise<string[] | null> {
  return stepDueRow(db, {
    queue: 'replays',
    take: (tx, passed, served) => lockDueReplay(tx, now, passed, served),
    work: (tx, replay) => advance(tx, replay, now),
  })
}

async function advance(tx: Transaction, replay: ReplayRow, now: number): Promise<string[] | null> {
  const target = await findReplayTarget(tx, replay.target_id)
  if (target === undefined) return pauseFor(tx, replay, 'The integration is disabled.', now)
  await lockTarget(tx, replay.target_id)
  const quota = await quotaOf(tx, replay)
  const { taken, isLast } = quota === 0 ? NOTHING : await scanNext(tx, replay, target, quota)
  await insertJobs(tx, replay, target, taken, now)
  await advancePosition(tx, replay, taken, quota, now)
  if (isLast) await complete(tx, replay, now)
  return [replay.target_id]
}

async function pauseFor(tx: Transaction, replay: ReplayRow, status_detail: string, now: number): Promise<null> {
  await updateStatus(tx, replay.id, { status: 'paused', status_detail, next_at: null, finished_at: null }, now)
  return null
}

/** Number of jobs that this step may create: as many as the rate allows, within the limit of outstanding jobs of replays. */
async function quotaOf(tx: Transaction, replay: ReplayRow): Promise<number> {
  const capacity = MAX_OUTSTANDING - (await countWaitingJobs(tx, replay.target_id, MAX_OUTSTANDING))
  return Math.max(0, Math.min(capacity, quotaByRate(replay)))
}

function quotaByRate({ rate }: ReplayRow): number {
  return Math.ceil((rate * STEP_INTERVAL_MS) / 1000)
}

const NOTHING: Looked = { taken: [], isLast: false }

/** Creates jobs with ids above those that the last disabling cancelled, even if the clock of that machine was ahead. */
async function insertJobs(
  tx: Transaction,
  replay: ReplayRow,
  { cancelled_before }: ReplayTarget,
  taken: readonly Found[],
  now: number,
): Promise<void> {
  const created_at = Math.max(now, timeOfId(cancelled_before) + 1)
  const jobs = taken.flatMap(({ event_id, key }) =>
    key === null ? [] : [{ id: newId(created_at), event_id, triggered_by: key }],
  )
  if (jobs.length > 0) await insertReplayJobs(tx, replay, jobs, now)
}

async function advancePosition(
  tx: Transaction,
  replay: ReplayRow,
  taken: readonly Found[],
  quota: number,
  now: number,
) {
  const enqueued = taken.filter(({ key }) => key !== null).length
  const position = taken.at(-1)?.id ?? replay.position
  // Waits for the rate only if jobs were enqueued, and waits for deliveries while too many jobs are outstanding.
  const wait = quota < quotaByRate(replay) ? STEP_INTERVAL_MS : (enqueued * 1000) / replay.rate
  const next_at = now + wait
  await updateProgress(tx, replay.id, { position, scanned: taken.length, enqueued, next_at }, now)
}

async function complete(tx: Transaction, replay: ReplayRow, now: number): Promise<void> {
  const change = { status: 'completed', status_detail: null, next_at: null, finished_at: new Date(now) } as const
  await updateStatus(tx, replay.id, change, now)
}
