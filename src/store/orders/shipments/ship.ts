import { isoTime } from '../../../kernel/clock.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { deallocate, ship } from '../../inventory/stock.ts'
import { insert, save } from '../../kit/rows.ts'
import { lockRows } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import { changeOrder } from '../events.ts'
import type { OrderItem } from '../item.ts'
import type { Order } from '../order.ts'
import { isAllShipped, leftUnits, remainingUnits } from '../rules/units.ts'
import { stockLinesOf } from '../stock-lines.ts'
import { addShipped, selectItems } from '../store.ts'
import type { RequestedUnits } from '../units.ts'
import { type Shipment, shipments } from './shipment.ts'

/** A locked order with its items and shipments. Changing any of them requires the lock of the order. */
export type LockedOrder = { order: Order; items: OrderItem[]; shipments: Shipment[] }

export async function lockShipments(work: Work, order: Order): Promise<LockedOrder> {
  const owner_id = ownerId(work.owner)
  return {
    order,
    items: await selectItems(work.tx, { owner_id, order_id: order.id }),
    shipments: await lockRows(work.tx, shipments, { owner_id, order_id: order.id }),
  }
}

/** Ships all pending shipments, and in a new shipment all units that are in none. */
export async function shipRemaining(work: Work, locked: LockedOrder): Promise<Order> {
  const { order, items } = locked
  const shipped = { status: 'shipped', shipped_at: isoTime(work.now) } as const
  const sent: Shipment[] = []
  for (const one of locked.shipments) if (one.status === 'pending') sent.push(await save(work, shipments, one, shipped))
  const remaining = remainingUnits(items, locked.shipments)
  if (remaining.length > 0)
    sent.push(await insert(work, shipments, { order_id: order.id, items: remaining, ...shipped }))
  return shipUnits(work, order, sent)
}

/** Deducts newly shipped units from stock. The last shippable unit fulfills the order. */
export async function shipUnits(work: Work, order: Order, sent: readonly Shipment[]): Promise<Order> {
  const key = { owner_id: order.owner_id, order_id: order.id }
  const units = sent.flatMap(({ items }) => items)
  if (units.length > 0) await addShipped(work.tx, key, units)
  const items = await selectItems(work.tx, key)
  const isLast = isAllShipped(items)
  if (isLast) await deliverLast(work, order, items, units)
  else await ship(work, order.id, stockLinesOf(items, units))
  return isLast ? recordShipmentChange(work, order, { shipping: 'fulfilled' }) : recordShipmentChange(work, order)
}

/**
 * Deducts the last shipped units, and all units that are not shippable, from stock. Releases what the order still holds,
 * such as units that were refunded before refunds released them.
 */
export async function deliverLast(
  work: Work,
  { id }: Order,
  items: readonly OrderItem[],
  shipped: readonly RequestedUnits[],
): Promise<void> {
  const others = items.filter(({ shippable }) => !shippable)
  const delivered = [...shipped, ...others.map((item) => ({ id: item.id, quantity: leftUnits(item) }))]
  await ship(work, id, stockLinesOf(items, delivered))
  await deallocate(work, id, stockLinesOf(items))
}

/** Records a change of shipments. Emits `order.updated`, after `order.fulfilled` for the last shipment. */
export function recordShipmentChange(work: Work, order: Order, state: { shipping?: 'fulfilled' } = {}): Promise<Order> {
  const changes = { shipment_changes: order.shipment_changes + 1, ...state }
  return changeOrder(work, order, changes, state.shipping === undefined ? [] : ['fulfilled'])
}
