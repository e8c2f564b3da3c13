import type { Problem } from '../../../kernel/errors.ts'
import type { OrderItem } from '../item.ts'
import type { AskedUnits } from '../units.ts'

export const SHIPMENT_STATUSES = ['pending', 'shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

const NEXT: Readonly<Record<ShipmentStatus, readonly ShipmentStatus[]>> = {
  pending: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

/** Whether a shipment goes from one status to another; none goes back. */
export function canBecome(before: ShipmentStatus, after: ShipmentStatus): boolean {
  return NEXT[before].includes(after)
}

type Line = Pick<OrderItem, 'id' | 'quantity' | 'shippable' | 'name'>
type Part = { status: ShipmentStatus; items: readonly AskedUnits[] }

/** The units of what is delivered that no shipment has; a cancelled one has none. */
export function unitsLeft(lines: readonly Line[], shipments: readonly Part[]): AskedUnits[] {
  const taken = unitsIn(shipments.filter(({ status }) => status !== 'cancelled'))
  return lines
    .filter(({ shippable }) => shippable)
    .map(({ id, quantity }) => ({ id, quantity: quantity - (taken.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/** The units that are asked for, one entry for each line; or what is wrong with them. */
export function planUnits(
  lines: readonly Line[],
  shipments: readonly Part[],
  asked: readonly AskedUnits[],
): { units: AskedUnits[]; problems: Problem[] } {
  const left = new Map(unitsLeft(lines, shipments).map(({ id, quantity }) => [id, quantity]))
  const units = unitsIn([{ items: asked }])
  const problems = asked.flatMap(({ id }, index): Problem[] => {
    const line = lines.find((one) => one.id === id.toLowerCase())
    const where = `data.items[${index}]`
    const pointer = `/data/items/${index}`
    if (line === undefined) return [{ detail: `${where}.id names no item of this order.`, pointer: `${pointer}/id` }]
    if (!line.shippable) return [{ detail: `${where}.id: ${line.name} is not delivered.`, pointer: `${pointer}/id` }]
    const most = left.get(line.id) ?? 0
    if ((units.get(line.id) ?? 0) <= most) return []
    const detail = `${where}.quantity must be at most ${most}: the other units are in shipments already.`
    return [{ detail, pointer: `${pointer}/quantity` }]
  })
  return { units: [...units].map(([id, quantity]) => ({ id, quantity })), problems }
}

/** How many units of each line they have together. */
function unitsIn(parts: readonly { items: readonly AskedUnits[] }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { id, quantity } of parts.flatMap(({ items }) => items))
    sums.set(id.toLowerCase(), (sums.get(id.toLowerCase()) ?? 0) + quantity)
  return sums
}
