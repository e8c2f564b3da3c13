import { changeDue, type StoreDeps } from '../kit/work.ts'
import { cancel } from './cancel.ts'
import { lockOrder } from './lock-order.ts'
import { findEntry } from './payments/capture.ts'
import { decideLate } from './payments/charge.ts'
import { lockLedger } from './payments/settle.ts'
import { lockDecided, lockExpiredOrder } from './sql/due.ts'

/** Cancels one order that was not paid in time. Returns false if there was none. */
export function expireOrder(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    { queue: 'orders', take: (tx, passed) => lockExpiredOrder(deps.db, tx, { now, passed }) },
    async (work, { id }) => cancel(work, await lockOrder(work, id, null)),
  )
}

/** Applies one late decision of a gateway. Returns false if there was none. */
export function decidePending(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    { queue: 'transactions', take: (tx, passed) => lockDecided(deps.db, tx, { now, passed }) },
    async (work, { id, order_id, outcome }) => {
      const ledger = await lockLedger(work, order_id)
      await decideLate(work, ledger, findEntry(ledger.entries, id), outcome)
    },
  )
}
