import { encodeId } from '../hypermedia/opaque-id.ts'
import { SHIPMENT } from '../orders/deliveries.ts'
import type { LoadedPurchase } from './loaded-purchase.ts'

export const SHIPMENT_CODES = ['INVENTORY_ASSIGNED', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const

/** A shipment of the order, or the units that are in no shipment yet. */
export type ShipmentPart = {
  shipment: string
  code: (typeof SHIPMENT_CODES)[number]
  carrier: string
  tracking_number: string
  tracking_url: string
  /** Quantity by line id. */
  units: ReadonlyMap<string, number>
}

const CODES = { pending: 'INVENTORY_ASSIGNED', shipped: 'SHIPPED', delivered: 'DELIVERED' } as const

/** The shipments, oldest first, then the units without a shipment. Empty if nothing has to be shipped. */
export function shipmentParts(purchase: LoadedPurchase): ShipmentPart[] {
  const parts = purchase.order.shipments.map(
    ({ id, status, carrier, tracking_number, tracking_url, items }): ShipmentPart => ({
      shipment: encodeId(id),
      code: CODES[status],
      carrier,
      tracking_number,
      tracking_url,
      units: new Map(items.map((item) => [item.id, item.quantity])),
    }),
  )
  const units = unshippedUnits(purchase, parts)
  // The shipping charge is reported with the first shipment.
  const isWhole = parts.length === 0 && purchase.snapshot.shipping !== null
  if (units.size === 0 && !isWhole) return parts
  const untracked = { carrier: '', tracking_number: '', tracking_url: '' }
  return [...parts, { shipment: SHIPMENT, code: unshippedCode(purchase), ...untracked, units }]
}

function unshippedUnits({ snapshot, order }: LoadedPurchase, parts: readonly ShipmentPart[]): Map<string, number> {
  const withdrawn = new Map(order.withdrawn.map(({ id, quantity }) => [id, quantity]))
  const remaining = snapshot.lines
    .filter(({ shippable }) => shippable)
    .map(({ id, quantity }) => {
      const sent = parts.reduce((sum, { units }) => sum + (units.get(id) ?? 0), 0)
      return [id, quantity - sent - (withdrawn.get(id) ?? 0)] as const
    })
  return new Map(remaining.filter(([, quantity]) => quantity > 0))
}

// Orders that were fulfilled before the store recorded shipments have none.
function unshippedCode({ order: { status, shipping } }: LoadedPurchase): ShipmentPart['code'] {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'SHIPPED' : 'INVENTORY_ASSIGNED'
}
