import type { RefundedUnits } from '../../../event-types/resources/transaction.ts'
import type { Problem } from '../../../kernel/errors.ts'
import type { UnitsToRefund } from '../units.ts'
import { refundedTotals, type UnitEntry } from './refunded-units.ts'
import { type CountedLine, leftUnits, type Planned, plannedUnits } from './units.ts'

/** An order whose units are refunded. */
export type UnitState = {
  order: { shipping: 'unfulfilled' | 'fulfilled' }
  lines: readonly CountedLine[]
  entries: readonly UnitEntry[]
  shipments: readonly Planned[]
}

/** Units of a line that are left to refund. `planned` ones are in pending shipments and among the unshipped. */
export type RefundableUnits = { shipped: number; unshipped: number; planned: number }

/** Number of units that a refund withdraws: those that were not shipped. Older refunds withdraw none. */
export function withdrawnPart({ quantity, shipped_quantity }: RefundedUnits): number {
  return quantity - (shipped_quantity ?? quantity)
}

/** Items that are not shippable count as shipped once the order is fulfilled. */
export function refundableUnits(line: CountedLine, { order, entries, shipments }: UnitState): RefundableUnits {
  const refundable = line.quantity - refundedTotals(entries, line.id).quantity
  const isDelivered = !line.shippable && order.shipping === 'fulfilled'
  const unshipped = isDelivered ? 0 : Math.min(leftUnits(line), refundable)
  const planned = Math.min(plannedUnits(line, shipments), unshipped)
  return { shipped: refundable - unshipped, unshipped, planned }
}

/**
 * Adds to the units of a refund how many of them were shipped: what the request says, by default only those beyond the
 * unshipped ones. Returns the problems with the request, whose quantities must not exceed what is left to refund.
 */
export function splitUnits(
  state: UnitState,
  units: readonly RefundedUnits[],
  { items, restock }: { items: readonly UnitsToRefund[]; restock: boolean },
): { units: RefundedUnits[]; problems: Problem[] } {
  const problems: Problem[] = []
  const split = units.map((one, index): RefundedUnits => {
    const line = state.lines.find(({ id }) => id === one.id)
    if (line === undefined) return one
    const left = refundableUnits(line, state)
    const requested = items[index]?.shipped_quantity
    const { quantity, amount, id } = one
    const shipped_quantity = requested ?? Math.max(0, quantity - left.unshipped)
    const unclear = restock && requested === undefined ? ambiguous(left) : null
    const problem = unclear ?? problemOf(left, { quantity, shipped_quantity })
    if (problem !== null)
      problems.push({
        detail: `data.items[${index}].${problem.member} ${problem.predicate}`,
        pointer: `/data/items/${index}/${problem.member}`,
      })
    return { id, quantity, shipped_quantity, amount }
  })
  return { units: split, problems }
}

type UnitProblem = { member: 'quantity' | 'shipped_quantity'; predicate: string } | null

/** A guess would add units to stock that did not come back, or keep those that did. */
function ambiguous({ shipped, unshipped }: RefundableUnits): UnitProblem {
  if (shipped === 0 || unshipped === 0) return null
  const predicate = `is required with restock: of the units left to refund of this item, ${shipped} were shipped and ${unshipped} were not.`
  return { member: 'shipped_quantity', predicate }
}

function problemOf(
  { shipped, unshipped, planned }: RefundableUnits,
  { quantity, shipped_quantity }: { quantity: number; shipped_quantity: number },
): UnitProblem {
  const [least, most] = [Math.max(0, quantity - unshipped), Math.min(quantity, shipped)]
  if (shipped_quantity < least || shipped_quantity > most) {
    const allowed = least === most ? `${least}` : `from ${least} to ${most}`
    const predicate = `must be ${allowed}: of the units left to refund of this item, ${shipped} were shipped and ${unshipped} were not.`
    return { member: 'shipped_quantity', predicate }
  }
  if (quantity - shipped_quantity <= unshipped - planned) return null
  const predicate = `includes units in pending shipments (${planned}): cancel those shipments or reduce their items first.`
  return { member: 'quantity', predicate }
}
