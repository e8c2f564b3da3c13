import { transact } from '../../db/transaction.ts'
import { changeIn, type StoreDeps } from '../kit/work.ts'
import { cancel } from './cancel.ts'
import { findEntry } from './capture.ts'
import { decideLate } from './charge.ts'
import { lockOrder } from './fulfil.ts'
import { openBooks } from './settle.ts'
import { takeDecided, takeExpired } from './store.ts'

/** Cancels one order that nobody has paid in time; says whether there was one. */
export function expireOrder(deps: StoreDeps, now: number): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const expired = await takeExpired(tx, now)
    if (expired === undefined) return false
    const owner = { organization_id: expired.organization_id, store_id: expired.owner_id }
    await changeIn(deps, tx, owner, async (work) => cancel(work, await lockOrder(work, expired.id, null)))
    return true
  })
}

/** Enters one late decision of a gateway; says whether there was one. */
export function decidePending(deps: StoreDeps, now: number): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const decided = await takeDecided(tx, now)
    if (decided === undefined) return false
    const owner = { organization_id: decided.organization_id, store_id: decided.owner_id }
    await changeIn(deps, tx, owner, async (work) => {
      const books = await openBooks(work, decided.order_id)
      await decideLate(work, books, findEntry(books, decided.id), decided.outcome)
    })
    return true
  })
}
