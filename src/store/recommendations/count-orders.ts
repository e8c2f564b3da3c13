import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { DAY, MINUTE } from '../../kernel/duration.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import type { StoreDeps } from '../kit/work.ts'
import {
  deleteCounted,
  insertCounted,
  insertPositions,
  lockDuePosition,
  type Period,
  type Position,
  selectChanged,
  updatePosition,
} from './sql/counted-orders.ts'
import { countPairs, deletePairs } from './sql/pairs.ts'

/** Time for which an order counts after it was placed. */
export const COUNTED_MS = 180 * DAY
/**
 * Age at which a change is read: transactions that began before it have ended by then, despite clock differences
 * between processes.
 */
export const SETTLED_MS = 5 * MINUTE
/** Changed orders per transaction, and also orders that no longer count. */
const BATCH = 200

/**
 * Counts products that were bought together: reads a batch of changed orders of one store. Afterwards the counts are
 * those of all orders of the last 180 days that are not cancelled. Returns false if there was nothing to do.
 */
export function countOrders({ db }: Pick<StoreDeps, 'db'>, now: number): Promise<boolean> {
  const period = { from: lowestIdAt(now - COUNTED_MS), until: new Date(now - SETTLED_MS) }
  return transact(db, async (tx) => {
    const position = await lockDuePosition(tx, period)
    if (position !== undefined) await countBatch(tx, position, period)
    if (position !== undefined) return true
    const start = { updated_at: new Date(now - COUNTED_MS), order_id: period.from }
    return (await insertPositions(tx, start)) > 0
  })
}

/** Orders that are read again, for example because they were paid, are already counted and change nothing. */
async function countBatch(tx: Transaction, position: Position, period: Period): Promise<void> {
  const { owner_id } = position
  const changed = await selectChanged(tx, position, period, BATCH)
  const { counting = [], others = [] } = Object.groupBy(changed, ({ counts }) => (counts ? 'counting' : 'others'))
  const added = await insertCounted(
    tx,
    owner_id,
    counting.map(({ id }) => id),
  )
  const ids = others.map(({ id }) => id)
  const ended = await deleteCounted(tx, owner_id, { ids, from: period.from, limit: BATCH })
  if (added.length > 0) await countPairs(tx, owner_id, added, 1)
  if (ended.length > 0) await deletePairs(tx, await countPairs(tx, owner_id, ended, -1))
  const last = changed.at(-1)
  if (last !== undefined) await updatePosition(tx, { owner_id, updated_at: last.updated_at, order_id: last.id })
}
