import { isoTime } from '../../../kernel/clock.ts'
import { AppError, invalid } from '../../../kernel/errors.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import type { Order } from '../order.ts'
import { planUnits, remainingUnits } from '../rules/shipments.ts'
import type { RequestedUnits } from '../units.ts'
import { type LockedOrder, lockShipments, recordShipmentChange, refuseShipping, shipUnits } from './ship.ts'
import { type Shipment, shipments } from './shipment.ts'

/** `items` defaults to all units that are in no shipment, `status` to `pending`. */
export type NewShipment = {
  status?: 'pending' | 'shipped'
  carrier?: string
  tracking_number?: string
  items?: readonly RequestedUnits[]
}

/** Creates a shipment with units of an order. Throws `not_found`, `conflict`, `invalid`. */
export async function createShipment(work: Work, order_id: string, request: NewShipment): Promise<Shipment> {
  const locked = await lockShipments(work, await lockOrder(work, order_id, null))
  const { order } = locked
  refuseClosed(order)
  const { status = 'pending', items, ...attributes } = request
  if (status === 'shipped') refuseShipping(order)
  const shipped_at = status === 'shipped' ? isoTime(work.now) : null
  const units = unitsFor(locked, items)
  const shipment = await insert(work, shipments, {
    ...attributes,
    order_id: order.id,
    items: units,
    status,
    shipped_at,
  })
  await (status === 'shipped' ? shipUnits(work, order, [shipment]) : recordShipmentChange(work, order))
  return shipment
}

/** Throws `conflict` for an order that is fulfilled, cancelled or anonymized. */
function refuseClosed({ status, shipping, anonymized }: Order): void {
  const closed = [
    ...(shipping === 'fulfilled' ? ['fulfilled'] : []),
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...(anonymized ? ['anonymized'] : []),
  ]
  if (closed.length === 0) return
  throw new AppError('conflict', [{ detail: `The order is ${closed.join(' and ')}: it cannot be shipped.` }])
}

/** The requested units, by default all remaining ones. Throws `conflict` if none remain, `invalid`. */
export function unitsFor(
  { items, shipments }: LockedOrder,
  requested: readonly RequestedUnits[] | undefined,
): RequestedUnits[] {
  if (requested === undefined) {
    const remaining = remainingUnits(items, shipments)
    if (remaining.length > 0) return remaining
    throw new AppError('conflict', [{ detail: 'Nothing of the order is left to ship.' }])
  }
  const { units, problems } = planUnits(items, shipments, requested)
  if (problems.length > 0) throw invalid(problems)
  return units
}
