import { changeDue, type StoreDeps } from '../kit/work.ts'
import { cancel } from './cancel.ts'
import { lockOrder } from './lock-order.ts'
import { findEntry } from './payments/capture.ts'
import { decideLate } from './payments/charge.ts'
import { openBooks } from './payments/settle.ts'
import { takeDecided, takeExpired } from './store.ts'

/** Cancels one order that nobody has paid in time; says whether there was one. */
export function expireOrder(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    (tx) => takeExpired(tx, now),
    async (work, { id }) => cancel(work, await lockOrder(work, id, null)),
  )
}

/** Enters one late decision of a gateway; says whether there was one. */
export function decidePending(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    (tx) => takeDecided(tx, now),
    async (work, { id, order_id, outcome }) => {
      const books = await openBooks(work, order_id)
      await decideLate(work, books, findEntry(books, id), outcome)
    },
  )
}
