import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { findReplayTarget } from '../../integrations/sql/for-deliveries.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { checkReplay, type ReplayDeps } from './create.ts'
import { type Found, isOnceEach, lookFurther } from './find.ts'
import type { ReplayCreate, ReplayPreview } from './replay.ts'
import type { NewReplay } from './store.ts'

/** Steps of which one preview consists: 2,000 events or jobs each, 200 events where payloads are filtered. */
const MOST_STEPS = 25

/**
 * How many jobs a replay would create now, exact unless more has to be examined than one preview does. Stores nothing. Throws as
 * `createReplay` does.
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

/** `reached`: the time up to which events were examined; null when all were. */
type Counted = { count: number; scanned: number; reached: number | null }

async function countJobs(tx: Transaction, replay: NewReplay): Promise<Counted> {
  const target = await findReplayTarget(tx, replay.target_id)
  // Disabled since it was checked.
  if (target === undefined) return { count: 0, scanned: 0, reached: null }
  const counted = new Set<string>()
  let { position } = replay
  let scanned = 0
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { taken, isLast } = await lookFurther(tx, { ...replay, position }, target, Number.POSITIVE_INFINITY)
    scanned += taken.length
    for (const one of taken) if (one.key !== null) counted.add(identityOf(one, replay))
    if (isLast) return { count: counted.size, scanned, reached: null }
    position = taken.at(-1)?.id ?? position
  }
  return { count: counted.size, scanned, reached: timeOfId(position) }
}

/** A replay that enqueues each event once finds what its former steps have created. Here they have created nothing. */
function identityOf({ id, event_id }: Found, replay: NewReplay): string {
  return isOnceEach(replay) ? event_id : id
}
