import type { RefundedUnits } from '../../../event-types/resources/transaction.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { multiplyAndDivide } from '../../../pricing/amounts.ts'
import type { OrderItem } from '../item.ts'
import type { RequestedUnits } from '../units.ts'
import type { Entry } from './ledger.ts'

/** A sold line. Amounts in minor units. */
export type Line = Pick<OrderItem, 'id' | 'quantity' | 'net' | 'tax'>

/** The members of a transaction that the rules for units read. */
export type UnitEntry = Pick<Entry, 'status'> & { items: readonly RefundedUnits[] | null }

/** Units of a line with their amount in minor units. */
export type Taken = { quantity: number; amount: number }

/** The refund amount of each requested item, and the problems with the request. */
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
      const taken = takenOf(entries, line.id)
      const remaining = line.quantity - taken.quantity
      if (quantity > remaining) problems.push(quantityProblem(index, remaining))
      else units.push({ id: line.id, quantity, amount: amountOfUnits(line, taken, quantity) })
    }
  }
  return { units, problems }
}

/** The units and amounts of a line in complete and pending refunds. */
export function takenOf(entries: readonly UnitEntry[], id: string): Taken {
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
 * The amount of `more` units of a line: the share of all units refunded by then, less the amounts refunded before. The actual
 * amounts are subtracted, not the share of the earlier units, because a refund between them may have failed; if that exceeds
 * the share, the result is 0.
 */
export function amountOfUnits({ quantity, net, tax }: Omit<Line, 'id'>, taken: Taken, more: number): number {
  return Math.max(0, multiplyAndDivide(net + tax, taken.quantity + more, quantity) - taken.amount)
}

/** What the next units of a line give back, one by one; at most `most` of them. */
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

/** The tax in the amount of `more` units: of all units of a line together it is the tax of the line. */
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
