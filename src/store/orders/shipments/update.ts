import { isoTime } from '../../../kernel/clock.ts'
import { AppError, notFound } from '../../../kernel/errors.ts'
import { checkVersion } from '../../../kernel/version.ts'
import { save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import { canBecome, type ShipmentStatus } from '../rules/shipments.ts'
import type { AskedUnits } from '../units.ts'
import { unitsFor } from './create.ts'
import { noteShipments, openParcels, type Parcels, refuseShipping, takeOut } from './ship.ts'
import { type Shipment, shipments } from './shipment.ts'

export type ShipmentUpdate = {
  status?: ShipmentStatus
  carrier?: string
  tracking_number?: string
  /** In place of all that it has. */
  items?: readonly AskedUnits[]
}

type Request = { order_id: string; id: string; update: ShipmentUpdate; expected_version: number | null }

/** Changes a shipment, or moves it on. Throws `not_found`, `conflict`, `invalid`. */
export async function updateShipment(work: Work, request: Request): Promise<Shipment> {
  const { order_id, id, update } = request
  const parcels = await openParcels(work, await lockOrder(work, order_id, null))
  const before = parcels.shipments.find((one) => one.id === id.toLowerCase())
  if (before === undefined) throw notFound('shipment')
  checkVersion('shipment', before.version, request.expected_version)
  refuseUpdate(parcels, before, update)
  const { status = before.status, items, ...words } = update
  const others = { ...parcels, shipments: parcels.shipments.filter((one) => one !== before) }
  const after = await save(work, shipments, before, {
    ...words,
    ...(items !== undefined && { items: unitsFor(others, items) }),
    ...(status !== before.status && moved(status, isoTime(work.now))),
  })
  if (after === before) return before
  const isSent = before.status === 'pending' && after.status === 'shipped'
  await (isSent ? takeOut(work, parcels.order, [after]) : noteShipments(work, parcels.order))
  return after
}

function moved(status: ShipmentStatus, now: string): Partial<Shipment> {
  return {
    status,
    ...(status === 'shipped' && { shipped_at: now }),
    ...(status === 'delivered' && { delivered_at: now }),
  }
}

function refuseUpdate({ order }: Parcels, before: Shipment, { status, items, ...words }: ShipmentUpdate): void {
  const next = status ?? before.status
  if (next !== before.status && !canBecome(before.status, next))
    throw conflict(`A shipment that is ${before.status} cannot become ${next}.`)
  if (next === 'shipped' && before.status === 'pending') refuseShipping(order)
  if (items !== undefined && before.status !== 'pending')
    throw conflict(`What is in a shipment changes while it is pending; this one is ${before.status}.`)
  if (order.anonymized && Object.keys(words).length > 0)
    throw conflict('The order is anonymized: its shipments keep no tracking number.')
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
