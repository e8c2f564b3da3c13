import type { Database, Transaction } from '../../db/database.ts'
import { stepDueRow } from '../../db/due/due-row.ts'
import { isOneTime } from '../../event-types/event.ts'
import { orderKeyOf } from '../../events/rules/order-key.ts'
import { sendableUntil } from '../../events/sealed.ts'
import { selectEvents } from '../../events/store.ts'
import { LoopBudget } from '../../kernel/flow/loop-budget.ts'
import { parseJsonOrNull } from '../../kernel/json/json.ts'
import { cancelRefusal, type Refusal, retryRefusal } from '../rules/retryable.ts'
import { DONE, type Taken, takeNext } from './find.ts'
import {
  cancelJobs,
  type JobFound,
  type JobRunRow,
  lockDueRun,
  resetJobs,
  updateProgress,
  updateStatus,
} from './store.ts'

const STEP_INTERVAL_MS = 500

/**
 * Advances one run: changes the next jobs and moves its position in one transaction, so that a crash neither repeats nor skips
 * jobs. Returns the integrations that have jobs due now; null if no run was due.
 */
export async function stepJobRun(db: Database, now: number): Promise<string[] | null> {
  return stepDueRow(db, {
    queue: 'job_runs',
    take: (tx, passed, served) => lockDueRun(tx, now, passed, served),
    work: (tx, run) => advance(tx, run, now),
  })
}

async function advance(tx: Transaction, run: JobRunRow, now: number): Promise<string[]> {
  const taken = await takeNext(tx, run, quotaOf(run))
  if (taken === 'done') return complete(tx, run, now)
  if (taken === 'wait') return wait(tx, run, now)
  const { changed, skipped } =
    run.action === 'retry' ? await retry(tx, run, taken, now) : await cancel(tx, run, taken, now)
  await advancePosition(tx, run, taken, { changed: changed.length, skipped: withGone(skipped, taken) }, now)
  return run.action === 'retry' ? [...new Set(changed.map(({ integration_id }) => integration_id))] : []
}

/** Jobs that one step may retry without exceeding the rate. */
function quotaOf({ rate }: JobRunRow): number {
  return Math.ceil((rate * STEP_INTERVAL_MS) / 1000)
}

async function complete(tx: Transaction, run: JobRunRow, now: number): Promise<string[]> {
  await updateStatus(tx, run.id, { status: 'completed', next_at: null, finished_at: new Date(now) }, now)
  return []
}

async function wait(tx: Transaction, run: JobRunRow, now: number): Promise<string[]> {
  await updateProgress(tx, run.id, { ...run, next_at: new Date(now + STEP_INTERVAL_MS) }, now)
  return []
}

type Reason = Refusal | 'gone'
type Outcome = { changed: readonly JobFound[]; skipped: readonly Reason[] }

async function retry(tx: Transaction, run: JobRunRow, { jobs, states }: Taken, now: number): Promise<Outcome> {
  const isOrdered = (job: JobFound) => states.get(job.integration_id)?.ordered === true
  const facts = await readFacts(tx, jobs, (job) => isOrdered(job) || isOneTime(job.triggered_by))
  const outcome = partition(jobs, ({ status, integration_id, event_id }) => {
    const isEnabled = states.get(integration_id)?.enabled === true
    const until = facts.get(event_id)?.sendable_until ?? null
    return retryRefusal(status, { isEnabled, isExpired: until !== null && until <= now })
  })
  const resets = outcome.changed.map((job) => ({
    id: job.id,
    order_key: isOrdered(job) ? (facts.get(job.event_id)?.order_key ?? null) : null,
  }))
  if (resets.length > 0) await resetJobs(tx, resets, run.id, now)
  return outcome
}

async function cancel(tx: Transaction, run: JobRunRow, { jobs }: Taken, now: number): Promise<Outcome> {
  const outcome = partition(jobs, ({ status }) => cancelRefusal(status))
  const ids = outcome.changed.map(({ id }) => id)
  if (ids.length > 0) await cancelJobs(tx, ids, run.id, now)
  return outcome
}

type EventFacts = { sendable_until: number | null; order_key: string }

/** Payloads loaded into memory at a time, since each can be 8 MiB. */
const READ_AT_ONCE = 8

/** Reads facts about the events of these jobs and yields to the event loop in between. */
async function readFacts(tx: Transaction, jobs: readonly JobFound[], isNeeded: (job: JobFound) => boolean) {
  const ids = [...new Set(jobs.filter(isNeeded).map(({ event_id }) => event_id))]
  const facts = new Map<string, EventFacts>()
  const budget = new LoopBudget()
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    for (const event of await selectEvents(tx, ids.slice(at, at + READ_AT_ONCE))) {
      const order_key = orderKeyOf(event, parseJsonOrNull(event.payload))
      facts.set(event.id, { sendable_until: sendableUntil(event), order_key })
      if (budget.isSpent()) await budget.renew()
    }
  }
  return facts
}

function partition(jobs: readonly JobFound[], refusalOf: (job: JobFound) => Refusal | null): Outcome {
  const judged = jobs.map((job) => ({ job, refusal: refusalOf(job) }))
  return {
    changed: judged.flatMap(({ job, refusal }) => (refusal === null ? [job] : [])),
    skipped: judged.flatMap(({ refusal }) => (refusal === null ? [] : [refusal])),
  }
}

function withGone(skipped: readonly Reason[], { gone }: Taken): Reason[] {
  return [...skipped, ...Array<Reason>(gone).fill('gone')]
}

type Counted = { changed: number; skipped: readonly Reason[] }

async function advancePosition(
  tx: Transaction,
  run: JobRunRow,
  taken: Taken,
  { changed, skipped }: Counted,
  now: number,
) {
  const positions = run.positions.with(taken.index, taken.position)
  const counts = { ...run.skipped }
  for (const reason of skipped) counts[reason] = (counts[reason] ?? 0) + 1
  // Cancellations send nothing, so they need no rate limit.
  const wait_ms = run.action === 'cancel' ? 0 : (changed * 1000) / run.rate
  const isLast = positions.every((position) => position === DONE)
  const progress = {
    positions,
    next_index: (taken.index + 1) % positions.length,
    scanned: run.scanned + taken.scanned,
    changed: run.changed + changed,
    skipped: counts,
    next_at: new Date(now + wait_ms),
  }
  await updateProgress(tx, run.id, progress, now)
  if (isLast) await complete(tx, run, now)
}
