import { opaque } from '../hypermedia/opaque.ts'
import { SHIPMENT } from '../orders/deliveries.ts'
import type { Bought } from './bought.ts'

/** What of a purchase is sent together: a shipment of its order, or what no shipment has. */
export type Part = {
  /** As it stands in addresses. */
  shipment: string
  code: 'INVENTORY_ASSIGNED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED'
  carrier: string
  tracking_number: string
  /** Units by the id of their line. */
  units: ReadonlyMap<string, number>
}

const CODES = { pending: 'INVENTORY_ASSIGNED', shipped: 'SHIPPED', delivered: 'DELIVERED' } as const

/** The shipments, oldest first, then what is in none of them. Empty for what is not delivered. */
export function partsOf(bought: Bought): Part[] {
  const parts = bought.order.shipments.map(
    ({ id, status, carrier, tracking_number, items }): Part => ({
      shipment: opaque(id),
      code: CODES[status],
      carrier,
      tracking_number,
      units: new Map(items.map((item) => [item.id, item.quantity])),
    }),
  )
  const units = unitsLeft(bought, parts)
  const isWhole = parts.length === 0 && bought.sold.shipping !== null
  if (units.size === 0 && !isWhole) return parts
  return [...parts, { shipment: SHIPMENT, code: codeOfRest(bought), carrier: '', tracking_number: '', units }]
}

function unitsLeft({ sold }: Bought, parts: readonly Part[]): Map<string, number> {
  const left = sold.lines
    .filter(({ shippable }) => shippable)
    .map(({ id, quantity }) => {
      const sent = parts.reduce((sum, { units }) => sum + (units.get(id) ?? 0), 0)
      return [id, quantity - sent] as const
    })
  return new Map(left.filter(([, quantity]) => quantity > 0))
}

// Orders that were fulfilled before there were shipments have none.
function codeOfRest({ order: { status, shipping } }: Bought): Part['code'] {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'SHIPPED' : 'INVENTORY_ASSIGNED'
}
