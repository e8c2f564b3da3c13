import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { findReplayTarget } from '../../integrations/sql/for-deliveries.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { checkReplay, type ReplayDeps } from './create.ts'
import { type Found, isOnceEach, scanNext } from './find.ts'
import type { ReplayCreate, ReplayPreview } from './replay.ts'
import type { NewReplay } from './store.ts'

/** Steps of one preview: each scans 2,000 events or jobs, or 200 events if payloads are filtered. */
const MAX_STEPS = 25

/**
 * Counts the jobs that a replay would create now; the count is exact unless the preview reaches its limit of steps. Stores
 * nothing. Throws as `createReplay` does.
 */
export function previewReplay(
  deps: ReplayDeps,
  owner: Owner,
  integration_id: string,
  input: ReplayCreate,
): Promise<ReplayPreview> {
  return transact(deps.db, async (tx) => {
    const replay = await checkReplay(deps, tx, owner, { integration_id, input })
    const { count, scanned, reached } = await countJobs(tx, replay)
    const { selection, keys, from_time, to_time } = replay
    return {
      type: 'integration-replay-preview',
      selection,
      keys,
      from: from_time.toISOString(),
      to: to_time.toISOString(),
      total: { count, method: reached === null ? 'exact' : 'lower_bound' },
      scanned,
      reached: reached === null ? to_time.toISOString() : isoTime(reached),
    }
  })
}

/** `reached` is the time up to which events were examined; null if all were. */
type Counted = { count: number; scanned: number; reached: number | null }

async function countJobs(tx: Transaction, replay: NewReplay): Promise<Counted> {
  const target = await findReplayTarget(tx, replay.target_id)
  // The target was disabled after the check.
  if (target === undefined) return { count: 0, scanned: 0, reached: null }
  const counted = new Set<string>()
  let { position } = replay
  let scanned = 0
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { taken, isLast } = await scanNext(tx, { ...replay, position }, target, Number.POSITIVE_INFINITY)
    scanned += taken.length
    for (const one of taken) if (one.key !== null) counted.add(identityOf(one, replay))
    if (isLast) return { count: counted.size, scanned, reached: null }
    position = taken.at(-1)?.id ?? position
  }
  return { count: counted.size, scanned, reached: timeOfId(position) }
}

/**
 * Replays that enqueue each event once look up the jobs of their earlier steps. A preview creates no jobs, so it removes
 * duplicates by event.
 */
function identityOf({ id, event_id }: Found, replay: NewReplay): string {
  return isOnceEach(replay) ? event_id : id
}
