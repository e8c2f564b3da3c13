import { changeDue, type StoreDeps } from '../kit/work.ts'
import { tellRemoved } from './change.ts'
import { deleteCart, takeExpired } from './store.ts'

/** Deletes one cart whose time is over and fires `cart.deleted`; says whether there was one. */
export function expireCart(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    (tx) => takeExpired(tx, now),
    async (work, cart) => {
      await deleteCart(work.tx, cart)
      tellRemoved(work, cart)
    },
  )
}
