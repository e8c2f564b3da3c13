import { transact } from '../../db/transaction.ts'
import { changeIn, type StoreDeps } from '../kit/work.ts'
import { tellRemoved } from './change.ts'
import { deleteCart, takeExpired } from './store.ts'

/** Deletes one cart whose time is over and fires `cart.deleted`; says whether there was one. */
export function expireCart(deps: StoreDeps, now: number): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const cart = await takeExpired(tx, now)
    if (cart === undefined) return false
    const owner = { organization_id: cart.organization_id, store_id: cart.owner_id }
    await changeIn(deps, tx, owner, async (work) => {
      await deleteCart(tx, cart)
      tellRemoved(work, cart)
    })
    return true
  })
}
