import type { Transaction } from '../../db/database.ts'
import { isObservedBy, matchingKeys } from '../../event-types/catalog.ts'
import { isOneTime } from '../../event-types/event.ts'
import { parsedOnce } from '../../events/make-jobs.ts'
import { PayloadReader } from '../../integrations/rules/payload-reader.ts'
import { findObserves, type ReplayTarget } from '../../integrations/sql/for-deliveries.ts'
import { LoopBudget } from '../../kernel/flow/loop-budget.ts'
import { type Counting, eventsWithJobs, type Sought } from './sql/events-with-jobs.ts'
import { type NewReplay, selectNextEvents, selectNextJobs } from './store.ts'

/** A scanned job or event, in the order of ids. `key` is the key under which it is replayed, or null if it is skipped. */
export type Found = { id: string; event_id: string; key: string | null; isOfReplay: boolean }

/** `isLast` is true if nothing comes after the taken rows. */
export type Looked = { taken: Found[]; isLast: boolean }

/** Rows that one step scans, without and with their payloads. */
const MAX_SCANNED = 2_000
const MAX_READ = 200

/** Scans the next rows of a replay and selects at most `quota` of them. */
export async function scanNext(
  tx: Transaction,
  replay: NewReplay,
  target: ReplayTarget,
  quota: number,
): Promise<Looked> {
  const isOfJobs = replay.selection === 'failed' || replay.selection === 'cancelled'
  const limit = target.filter === null || isOfJobs ? MAX_SCANNED : MAX_READ
  const { found, isCut } = isOfJobs ? await findJobs(tx, replay, limit) : await findEvents(tx, replay, target, limit)
  const taken = takeWithin(found, quota)
  return {
    taken: await withoutDelivered(tx, replay, taken),
    isLast: !isCut && found.length < limit && taken.length === found.length,
  }
}

/** `isCut` is true if the payloads of more rows would have taken too much memory. */
type ScanResult = { found: Found[]; isCut: boolean }

/** Needs no filter, because failed and cancelled jobs passed the filter that the integration had at the time. */
async function findJobs(tx: Transaction, replay: NewReplay, limit: number): Promise<ScanResult> {
  const rows = await selectNextJobs(tx, replay, limit)
  const found = rows.map(({ id, event_id, triggered_by, status, replay_id }) => {
    const isSelected =
      status === replay.selection && isObservedBy(replay.keys, triggered_by) && !isOneTime(triggered_by)
    return { id, event_id, key: isSelected ? triggered_by : null, isOfReplay: replay_id !== null }
  })
  return { found, isCut: false }
}

async function findEvents(
  tx: Transaction,
  replay: NewReplay,
  { filter }: ReplayTarget,
  limit: number,
): Promise<ScanResult> {
  const required = await requiredKeys(tx, replay)
  const { events, isCut } = await selectNextEvents(tx, replay, {
    limit,
    payloads: filter === null ? 'of_custom_apis' : 'all',
  })
  const budget = new LoopBudget()
  const found: Found[] = []
  for (const { id, triggered_by, payload } of events) {
    if (budget.isSpent()) await budget.renew()
    const parsed = parsedOnce(payload ?? '{}')
    const keys = isOneTime(triggered_by) ? [] : matchingKeys(triggered_by, parsed)
    const key = keys.find((key) => required.every((texts) => isObservedBy(texts, key))) ?? null
    const isFiltered = key !== null && filter !== null && !filter(new PayloadReader(parsed))
    found.push({ id, event_id: id, key: isFiltered ? null : key, isOfReplay: false })
  }
  return { found, isCut }
}

/** Lists of keys and patterns that must all match; missed events must match the keys that the integration observes now. */
async function requiredKeys(tx: Transaction, replay: NewReplay): Promise<(readonly string[])[]> {
  if (replay.selection !== 'missed') return [replay.keys]
  return [replay.keys, await findObserves(tx, replay.integration_id)]
}

function takeWithin(found: readonly Found[], quota: number): Found[] {
  let selected = 0
  const end = found.findIndex(({ key }) => key !== null && ++selected > quota)
  return found.slice(0, end === -1 ? found.length : end)
}

/** Deselects missed or cancelled events that were enqueued otherwise, by another replay, or before in this step. */
async function withoutDelivered(tx: Transaction, replay: NewReplay, taken: Found[]): Promise<Found[]> {
  const counting = COUNTING[replay.selection]
  if (counting === null) return taken
  const selected = taken.filter(({ key }) => key !== null)
  const delivered = await eventsWithJobs(tx, integrationsOf(replay), soughtOf(replay, selected), counting)
  return taken.map((one) => {
    if (one.key === null) return one
    if (delivered.has(one.event_id)) return { ...one, key: null }
    delivered.add(one.event_id)
    return one
  })
}

/** True if the replay never enqueues an event twice. */
export function isOnceEach({ selection }: NewReplay): boolean {
  return COUNTING[selection] !== null
}

const COUNTING: Readonly<Record<NewReplay['selection'], Counting | null>> = {
  all: null,
  failed: null,
  cancelled: 'not_cancelled',
  missed: 'any',
}

function integrationsOf({ integration_id, target_id }: NewReplay): string[] {
  return [...new Set([integration_id, target_id])]
}

/**
 * An integration has at most one job per event apart from replays; if the replay found that job cancelled, it need not look for
 * another.
 */
function soughtOf(replay: NewReplay, selected: readonly Found[]): Sought[] {
  const isOwn = replay.target_id === replay.integration_id
  return selected.map(({ event_id, isOfReplay }) => ({
    event_id,
    isLiveSought: replay.selection === 'missed' || isOfReplay || !isOwn,
  }))
}
