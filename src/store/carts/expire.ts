import { changeDue, type StoreDeps } from '../kit/work.ts'
import { emitCartDeleted } from './change.ts'
import { deleteCart, lockExpiredCart } from './store.ts'

/** Deletes one expired cart and emits `cart.deleted`. Returns false if none was expired. */
export function expireCart(deps: StoreDeps, now: number): Promise<boolean> {
  return changeDue(
    deps,
    { queue: 'carts', take: (tx, passed) => lockExpiredCart(deps.db, tx, { now, passed }) },
    async (work, cart) => {
      await deleteCart(work.tx, cart)
      emitCartDeleted(work, cart)
    },
  )
}
