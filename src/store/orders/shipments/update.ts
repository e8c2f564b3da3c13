import { isoTime } from '../../../kernel/clock.ts'
import { AppError, notFound } from '../../../kernel/errors.ts'
import { checkVersion } from '../../../kernel/version.ts'
import { save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import { refuse } from '../refuse.ts'
import { refuseToFulfill } from '../rules/refusals.ts'
import { canBecome, type ShipmentStatus } from '../rules/shipments.ts'
import type { RequestedUnits } from '../units.ts'
import { unitsFor } from './create.ts'
import { type LockedOrder, lockShipments, recordShipmentChange, shipUnits } from './ship.ts'
import { type Shipment, shipments } from './shipment.ts'

export type ShipmentUpdate = {
  status?: ShipmentStatus
  carrier?: string
  tracking_number?: string
  tracking_url?: string
  /** Replaces all units of the shipment. */
  items?: readonly RequestedUnits[]
}

type Request = { order_id: string; id: string; update: ShipmentUpdate; expected_version: number | null }

/** Changes a shipment or its status. Throws `not_found`, `conflict` and `invalid`. */
export async function updateShipment(work: Work, request: Request): Promise<Shipment> {
  const { order_id, id, update } = request
  const locked = await lockShipments(work, await lockOrder(work, order_id, null))
  const before = locked.shipments.find((one) => one.id === id.toLowerCase())
  if (before === undefined) throw notFound('shipment')
  checkVersion('shipment', before.version, request.expected_version)
  refuseUpdate(locked, before, update)
  const { status = before.status, items, ...attributes } = update
  const others = { ...locked, shipments: locked.shipments.filter((one) => one !== before) }
  const after = await save(work, shipments, before, {
    ...attributes,
    ...(items !== undefined && { items: unitsFor(others, items) }),
    ...(status !== before.status && statusChange(status, isoTime(work.now))),
  })
  if (after === before) return before
  const isSent = before.status === 'pending' && after.status === 'shipped'
  await (isSent ? shipUnits(work, locked.order, [after]) : recordShipmentChange(work, locked.order))
  return after
}

function statusChange(status: ShipmentStatus, now: string): Partial<Shipment> {
  return {
    status,
    ...(status === 'shipped' && { shipped_at: now }),
    ...(status === 'delivered' && { delivered_at: now }),
  }
}

function refuseUpdate(
  { order }: LockedOrder,
  before: Shipment,
  { status, items, ...attributes }: ShipmentUpdate,
): void {
  const next = status ?? before.status
  if (next !== before.status && !canBecome(before.status, next))
    throw conflict(`A shipment that is ${before.status} cannot become ${next}.`)
  if (next === 'shipped' && before.status === 'pending') refuse(refuseToFulfill(order))
  if (items !== undefined && before.status !== 'pending')
    throw conflict(`Only a pending shipment can change its items; this one is ${before.status}.`)
  if (order.anonymized && Object.keys(attributes).length > 0)
    throw conflict(
      'The order is anonymized: its shipments cannot have a carrier, a tracking number or a tracking link.',
    )
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
