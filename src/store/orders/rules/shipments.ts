import type { Problem } from '../../../kernel/errors.ts'
import type { OrderItem } from '../item.ts'
import type { RequestedUnits } from '../units.ts'
import { type CountedLine, type Planned, remainingUnits } from './units.ts'

export const SHIPMENT_STATUSES = ['pending', 'shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

const NEXT: Readonly<Record<ShipmentStatus, readonly ShipmentStatus[]>> = {
  pending: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

export function canBecome(before: ShipmentStatus, after: ShipmentStatus): boolean {
  return NEXT[before].includes(after)
}

/** Returns the requested units, one entry per line, and the problems with the request. */
export function planUnits(
  lines: readonly (CountedLine & Pick<OrderItem, 'name'>)[],
  shipments: readonly Planned[],
  requested: readonly RequestedUnits[],
): { units: RequestedUnits[]; problems: Problem[] } {
  const remaining = new Map(remainingUnits(lines, shipments).map(({ id, quantity }) => [id, quantity]))
  const units = new Map<string, number>()
  for (const { id, quantity } of requested) units.set(id.toLowerCase(), (units.get(id.toLowerCase()) ?? 0) + quantity)
  const problems = requested.flatMap(({ id }, index): Problem[] => {
    const line = lines.find((one) => one.id === id.toLowerCase())
    const where = `data.items[${index}]`
    const pointer = `/data/items/${index}`
    if (line === undefined) return [{ detail: `${where}.id is not an item of this order.`, pointer: `${pointer}/id` }]
    if (!line.shippable) return [{ detail: `${where}.id: ${line.name} is not shippable.`, pointer: `${pointer}/id` }]
    const available = remaining.get(line.id) ?? 0
    if ((units.get(line.id) ?? 0) <= available) return []
    const detail = `${where}.quantity must be at most ${available}: the other units are in shipments or refunded.`
    return [{ detail, pointer: `${pointer}/quantity` }]
  })
  return { units: [...units].map(([id, quantity]) => ({ id, quantity })), problems }
}
