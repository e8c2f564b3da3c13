import type { Problem } from '../../../kernel/errors.ts'
import type { OrderItem } from '../item.ts'
import type { RequestedUnits } from '../units.ts'

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

type Line = Pick<OrderItem, 'id' | 'quantity' | 'shippable' | 'name'>
type Part = { status: ShipmentStatus; items: readonly RequestedUnits[] }

/** Shippable units that are in no shipment. Cancelled shipments do not count. */
export function remainingUnits(lines: readonly Line[], shipments: readonly Part[]): RequestedUnits[] {
  const taken = unitsIn(shipments.filter(({ status }) => status !== 'cancelled'))
  return lines
    .filter(({ shippable }) => shippable)
    .map(({ id, quantity }) => ({ id, quantity: quantity - (taken.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns the requested units, one entry per line, and the problems with the request. */
export function planUnits(
  lines: readonly Line[],
  shipments: readonly Part[],
  requested: readonly RequestedUnits[],
): { units: RequestedUnits[]; problems: Problem[] } {
  const remaining = new Map(remainingUnits(lines, shipments).map(({ id, quantity }) => [id, quantity]))
  const units = unitsIn([{ items: requested }])
  const problems = requested.flatMap(({ id }, index): Problem[] => {
    const line = lines.find((one) => one.id === id.toLowerCase())
    const where = `data.items[${index}]`
    const pointer = `/data/items/${index}`
    if (line === undefined) return [{ detail: `${where}.id is not an item of this order.`, pointer: `${pointer}/id` }]
    if (!line.shippable) return [{ detail: `${where}.id: ${line.name} is not shippable.`, pointer: `${pointer}/id` }]
    const available = remaining.get(line.id) ?? 0
    if ((units.get(line.id) ?? 0) <= available) return []
    const detail = `${where}.quantity must be at most ${available}: the other units are already in shipments.`
    return [{ detail, pointer: `${pointer}/quantity` }]
  })
  return { units: [...units].map(([id, quantity]) => ({ id, quantity })), problems }
}

function unitsIn(parts: readonly { items: readonly RequestedUnits[] }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { id, quantity } of parts.flatMap(({ items }) => items))
    sums.set(id.toLowerCase(), (sums.get(id.toLowerCase()) ?? 0) + quantity)
  return sums
}
