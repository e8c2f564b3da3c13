import { isoTime } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/errors.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import { refuse } from '../refuse.ts'
import { refuseRemainingUnits, refuseShipments, refuseToFulfill } from '../rules/refusals.ts'
import { planUnits } from '../rules/shipments.ts'
import { remainingUnits } from '../rules/units.ts'
import type { RequestedUnits } from '../units.ts'
import { type LockedOrder, lockShipments, recordShipmentChange, shipUnits } from './ship.ts'
import { type Shipment, shipments } from './shipment.ts'

/** `items` defaults to all units that are in no shipment, `status` to `pending`. */
export type NewShipment = {
  status?: 'pending' | 'shipped'
  carrier?: string
  tracking_number?: string
  tracking_url?: string
  items?: readonly RequestedUnits[]
}

/** Creates a shipment with units of an order. Throws `not_found`, `conflict` and `invalid`. */
export async function createShipment(work: Work, order_id: string, request: NewShipment): Promise<Shipment> {
  const locked = await lockShipments(work, await lockOrder(work, order_id, null))
  const { order } = locked
  refuse(refuseShipments(order))
  const { status = 'pending', items, ...attributes } = request
  if (status === 'shipped') refuse(refuseToFulfill(order))
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

/** Returns the requested units, by default all remaining ones. Throws `invalid`, and `conflict` if no units remain. */
export function unitsFor(
  { items, shipments }: LockedOrder,
  requested: readonly RequestedUnits[] | undefined,
): RequestedUnits[] {
  if (requested === undefined) {
    refuse(refuseRemainingUnits(items, shipments))
    return remainingUnits(items, shipments)
  }
  const { units, problems } = planUnits(items, shipments, requested)
  if (problems.length > 0) throw invalid(problems)
  return units
}
