import type { Work } from '../kit/work.ts'
import type { Order } from './order.ts'
import { openParcels, refuseShipping, shipRest } from './shipments/ship.ts'

/** Ships everything of the order that is left. Throws `conflict` when it is not paid, or fulfilled already. */
export async function fulfil(work: Work, order: Order): Promise<Order> {
  refuseShipping(order)
  return shipRest(work, await openParcels(work, order))
}
