import type { RequestedUnits } from '../units.ts'
import type { Status } from './ledger.ts'

/** A line with its counters. Each ordered unit is shipped, withdrawn, being withdrawn, or left. */
export type CountedLine = {
  id: string
  quantity: number
  shippable: boolean
  shipped_quantity: number
  /** Units refunded before they were shipped: they are not shipped any more. */
  withdrawn_quantity: number
  /** Units that a pending refund withdraws. */
  withdrawing_quantity: number
}

export type Planned = { status: string; items: readonly RequestedUnits[] }

/** Units that a new shipment can have, those in pending shipments excluded. */
export function remainingUnits(lines: readonly CountedLine[], shipments: readonly Planned[]): RequestedUnits[] {
  return lines
    .filter(({ shippable }) => shippable)
    .map((line) => ({ id: line.id, quantity: leftUnits(line) - plannedUnits(line, shipments) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Units that were neither shipped nor withdrawn, and are not being withdrawn. */
export function leftUnits(line: CountedLine): number {
  return line.quantity - line.shipped_quantity - line.withdrawn_quantity - line.withdrawing_quantity
}

/** Units of a line in pending shipments. */
export function plannedUnits({ id }: Pick<CountedLine, 'id'>, shipments: readonly Planned[]): number {
  return shipments
    .filter(({ status }) => status === 'pending')
    .flatMap(({ items }) => items)
    .reduce((sum, unit) => sum + (unit.id.toLowerCase() === id ? unit.quantity : 0), 0)
}

/** Shippable units of a line that were neither shipped nor withdrawn. */
export function unshippedUnits({ shippable, quantity, shipped_quantity, withdrawn_quantity }: CountedLine): number {
  return shippable ? quantity - shipped_quantity - withdrawn_quantity : 0
}

/** Shippable units of an order: shipped, and neither shipped nor withdrawn. */
export function orderUnits(lines: readonly CountedLine[]): { shipped: number; unshipped: number } {
  return {
    shipped: lines.reduce((sum, { shipped_quantity }) => sum + shipped_quantity, 0),
    unshipped: lines.reduce((sum, line) => sum + unshippedUnits(line), 0),
  }
}

/** True if nothing is left to ship, and no pending refund can change that. */
export function isAllShipped(lines: readonly CountedLine[]): boolean {
  return !isWithdrawing(lines) && orderUnits(lines).unshipped === 0
}

export function isWithdrawing(lines: readonly CountedLine[]): boolean {
  return lines.some(({ withdrawing_quantity }) => withdrawing_quantity > 0)
}

/**
 * State of an open order after a refund of units: `cancelled` if all bought units were withdrawn, and no gift was
 * shipped; `fulfilled` if it is complete and had units to ship, none of which are left.
 */
export function closingOf(
  { status, shipping }: { status: Status; shipping: string },
  lines: readonly (CountedLine & { promotion_id: string | null })[],
): 'cancelled' | 'fulfilled' | null {
  if (status === 'cancelled' || shipping === 'fulfilled') return null
  const bought = lines.filter(({ promotion_id }) => promotion_id === null)
  const isWithdrawn = bought.every(({ quantity, withdrawn_quantity }) => withdrawn_quantity === quantity)
  if (isWithdrawn && lines.every(({ shipped_quantity }) => shipped_quantity === 0)) return 'cancelled'
  const hadUnitsToShip = lines.some(({ shippable }) => shippable)
  return status === 'complete' && hadUnitsToShip && isAllShipped(lines) ? 'fulfilled' : null
}
