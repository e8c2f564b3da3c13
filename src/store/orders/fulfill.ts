import type { Work } from '../kit/work.ts'
import type { Order } from './order.ts'
import { refuse } from './refuse.ts'
import { refuseToFulfill, refuseWithdrawing } from './rules/refusals.ts'
import { lockShipments, shipRemaining } from './shipments/ship.ts'

/** Ships all remaining units of the order. Throws `conflict` if it is unpaid or already fulfilled. */
export async function fulfillOrder(work: Work, order: Order): Promise<Order> {
  refuse(refuseToFulfill(order))
  const locked = await lockShipments(work, order)
  refuse(refuseWithdrawing(locked.items))
  return shipRemaining(work, locked)
}
