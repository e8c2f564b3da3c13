import { isoTime } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { ship } from '../../inventory/stock.ts'
import { insert, save } from '../../kit/rows.ts'
import { lockRows } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import type { OrderItem } from '../item.ts'
import type { Order } from '../order.ts'
import { unitsLeft } from '../rules/shipments.ts'
import { stockLinesOf } from '../stock-lines.ts'
import { addShipped, selectItems } from '../store.ts'
import { changeOrder } from '../tell.ts'
import { type Shipment, shipments } from './shipment.ts'

/** A locked order with its items and its shipments: who changes one of them holds the order. */
export type Parcels = { order: Order; items: OrderItem[]; shipments: Shipment[] }

export async function openParcels(work: Work, order: Order): Promise<Parcels> {
  const owner_id = ownerId(work.owner)
  return {
    order,
    items: await selectItems(work.tx, { owner_id, order_id: order.id }),
    shipments: await lockRows(work.tx, shipments, { owner_id, order_id: order.id }),
  }
}

/** Throws `conflict` for an order of which nothing can be shipped now. */
export function refuseShipping({ status, payment, shipping }: Order): void {
  if (shipping === 'fulfilled') throw new AppError('conflict', [{ detail: 'The order is fulfilled already.' }])
  const isPaid = payment === 'paid' || payment === 'partially_refunded'
  if (status === 'complete' && isPaid) return
  const detail = `Only a complete and paid order can be fulfilled; this one is ${status} and ${payment}.`
  throw new AppError('conflict', [{ detail }])
}

/** Ships everything that is left: what waits in shipments, and the rest in one of its own. */
export async function shipRest(work: Work, parcels: Parcels): Promise<Order> {
  const { order, items } = parcels
  const shipped = { status: 'shipped', shipped_at: isoTime(work.now) } as const
  const sent: Shipment[] = []
  for (const one of parcels.shipments)
    if (one.status === 'pending') sent.push(await save(work, shipments, one, shipped))
  const left = unitsLeft(items, parcels.shipments)
  if (left.length > 0) sent.push(await insert(work, shipments, { order_id: order.id, items: left, ...shipped }))
  return takeOut(work, order, sent)
}

/**
 * Takes what is in shipments that were shipped just now out of the store. With the last unit that is delivered the order is
 * fulfilled, and what else it holds leaves the store too.
 */
export async function takeOut(work: Work, order: Order, sent: readonly Shipment[]): Promise<Order> {
  const place = { owner_id: order.owner_id, order_id: order.id }
  const units = sent.flatMap(({ items }) => items)
  if (units.length > 0) await addShipped(work.tx, place, units)
  const items = await selectItems(work.tx, place)
  const isLast = items.every(({ shippable, quantity, shipped_quantity }) => !shippable || shipped_quantity === quantity)
  await ship(work, order.id, isLast ? stockLinesOf(items) : stockLinesOf(items, units))
  return isLast ? noteShipments(work, order, { shipping: 'fulfilled' }) : noteShipments(work, order)
}

/** Tells of the order that its shipments have changed. */
export function noteShipments(work: Work, order: Order, more: { shipping?: 'fulfilled' } = {}): Promise<Order> {
  const changes = { shipment_changes: order.shipment_changes + 1, ...more }
  return changeOrder(work, order, changes, more.shipping === undefined ? [] : ['fulfilled'])
}
