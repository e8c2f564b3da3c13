import { deallocate } from '../inventory/stock.ts'
import { save } from '../kit/rows.ts'
import { lockRows } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { releaseUses } from '../promotions/sql/consume.ts'
import { changeOrder } from './events.ts'
import type { Order } from './order.ts'
import { refuse } from './refuse.ts'
import { refuseToCancel } from './rules/refusals.ts'
import { shipments } from './shipments/shipment.ts'
import { stockLines } from './stock-lines.ts'

/** Cancels an order, see `releaseOrder`. Does not refund payments. Throws `conflict`. */
export async function cancel(work: Work, order: Order): Promise<Order> {
  refuse(refuseToCancel(order))
  await releaseOrder(work, order)
  return changeOrder(work, order, { status: 'cancelled', expires_at: null }, ['cancelled'])
}

/** Cancels the pending shipments of an order that is being cancelled, and releases its stock and its uses of promotions. */
export async function releaseOrder(work: Work, order: Order): Promise<void> {
  for (const one of await lockRows(work.tx, shipments, { owner_id: order.owner_id, order_id: order.id }))
    if (one.status === 'pending') await save(work, shipments, one, { status: 'cancelled' })
  await deallocate(work, order.id, await stockLines(work, order))
  await releaseUses(work.tx, order.owner_id, order.id, work.now)
}
