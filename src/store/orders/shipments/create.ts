import { isoTime } from '../../../kernel/clock.ts'
import { AppError, invalid } from '../../../kernel/errors.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import type { Order } from '../order.ts'
import { planUnits, unitsLeft } from '../rules/shipments.ts'
import type { AskedUnits } from '../units.ts'
import { noteShipments, openParcels, type Parcels, refuseShipping, takeOut } from './ship.ts'
import { type Shipment, shipments } from './shipment.ts'

/** Without items everything that no shipment has yet; by default it is pending. */
export type NewShipment = {
  status?: 'pending' | 'shipped'
  carrier?: string
  tracking_number?: string
  items?: readonly AskedUnits[]
}

/** Puts units of an order into a shipment. Throws `not_found`, `conflict`, `invalid`. */
export async function createShipment(work: Work, order_id: string, asked: NewShipment): Promise<Shipment> {
  const parcels = await openParcels(work, await lockOrder(work, order_id, null))
  const { order } = parcels
  refuseClosed(order)
  const { status = 'pending', items, ...words } = asked
  if (status === 'shipped') refuseShipping(order)
  const shipped_at = status === 'shipped' ? isoTime(work.now) : null
  const units = unitsFor(parcels, items)
  const shipment = await insert(work, shipments, { ...words, order_id: order.id, items: units, status, shipped_at })
  await (status === 'shipped' ? takeOut(work, order, [shipment]) : noteShipments(work, order))
  return shipment
}

/** Throws `conflict` for an order of which nothing will be shipped. */
function refuseClosed({ status, shipping, anonymized }: Order): void {
  const closed = [
    ...(shipping === 'fulfilled' ? ['fulfilled'] : []),
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...(anonymized ? ['anonymized'] : []),
  ]
  if (closed.length === 0) return
  throw new AppError('conflict', [{ detail: `The order is ${closed.join(' and ')}: nothing of it can be shipped.` }])
}

/** The units that are asked for, or all that are left. Throws `conflict` when there are none, `invalid`. */
export function unitsFor({ items, shipments }: Parcels, asked: readonly AskedUnits[] | undefined): AskedUnits[] {
  if (asked === undefined) {
    const left = unitsLeft(items, shipments)
    if (left.length > 0) return left
    throw new AppError('conflict', [{ detail: 'Nothing of the order is left to ship.' }])
  }
  const { units, problems } = planUnits(items, shipments, asked)
  if (problems.length > 0) throw invalid(problems)
  return units
}
