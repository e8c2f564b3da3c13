import type { RefundedUnits } from '../../../event-types/resources/transaction.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { multiplyAndDivide } from '../../../pricing/amounts.ts'
import type { OrderItem } from '../item.ts'
import type { RequestedUnits } from '../units.ts'
import type { Entry } from './ledger.ts'

/** A sold line. Amounts are in minor units. */
export type Line = Pick<OrderItem, 'id' | 'quantity' | 'net' | 'tax'>

/** The members of a transaction that the rules for units read. */
export type UnitEntry = Pick<Entry, 'status'> & { items: readonly RefundedUnits[] | null }

/** Units of a line with their amount in minor units. */
export type Taken = { quantity: number; amount: number }

/** Returns the refund amount of each requested item, and the problems with the request. */
export function computeUnits(
  lines: readonly Line[],
  entries: readonly UnitEntry[],
  requested: readonly RequestedUnits[],
): { units: RefundedUnits[]; problems: Problem[] } {
  const units: RefundedUnits[] = []
  const problems: Problem[] = []
  for (const [index, { id, quantity }] of requested.entries()) {
    const isSame = (one: { id: string }) => one.id.toLowerCase() === id.toLowerCase()
    const line = lines.find(isSame)
    const first = requested.findIndex(isSame)
    if (line === undefined) problems.push(idProblem(index, 'is not an item of this order'))
    else if (first < index) problems.push(idProblem(index, `repeats the item of data.items[${first}].id`))
    else {
      const taken = refundedTotals(entries, line.id)
      const remaining = line.quantity - taken.quantity
      if (quantity > remaining) problems.push(quantityProblem(index, remaining))
      else units.push({ id: line.id, quantity, amount: amountOfUnits(line, taken, quantity) })
    }
  }
  return { units, problems }
}

/** Sums the units and amounts of a line in complete and pending refunds. */
export function refundedTotals(entries: readonly UnitEntry[], id: string): Taken {
  const taken = { quantity: 0, amount: 0 }
  for (const { status, items } of entries) {
    if (status !== 'complete' && status !== 'pending') continue
    for (const units of items ?? []) {
      if (units.id !== id) continue
      taken.quantity += units.quantity
      taken.amount += units.amount
    }
  }
  return taken
}

/**
 * Amount of `more` units of a line: the share of all units refunded so far and now, less the amounts refunded before,
 * but at least 0. Subtracts actual amounts rather than the earlier units' share, because a refund between them may have
 * failed.
 */
export function amountOfUnits({ quantity, net, tax }: Omit<Line, 'id'>, taken: Taken, more: number): number {
  return Math.max(0, multiplyAndDivide(net + tax, taken.quantity + more, quantity) - taken.amount)
}

/** Amounts of the next units of a line, one by one; at most `most` units. */
export function nextAmounts(line: Line, taken: Taken, most: number): number[] {
  const amounts: number[] = []
  const so_far = { ...taken }
  while (so_far.quantity < line.quantity && amounts.length < most) {
    const amount = amountOfUnits(line, so_far, 1)
    amounts.push(amount)
    so_far.quantity += 1
    so_far.amount += amount
  }
  return amounts
}

/** Tax within the amount of `more` units. The taxes of all units of a line add up to the tax of the line. */
export function taxOfUnits({ quantity, tax }: Pick<Line, 'quantity' | 'tax'>, taken: Taken, more: number): number {
  return multiplyAndDivide(tax, taken.quantity + more, quantity) - multiplyAndDivide(tax, taken.quantity, quantity)
}

function idProblem(index: number, predicate: string): Problem {
  return { detail: `data.items[${index}].id ${predicate}.`, pointer: `/data/items/${index}/id` }
}

function quantityProblem(index: number, remaining: number): Problem {
  const pointer = `/data/items/${index}/quantity`
  if (remaining === 0) return { detail: `Nothing is left to refund of data.items[${index}].`, pointer }
  const detail = `data.items[${index}].quantity must be from 1 to ${remaining}, the units that are left to refund of this item.`
  return { detail, pointer }
}
