import type { Problem } from '../../../kernel/errors.ts'
import { half } from '../../../pricing/amounts.ts'
import type { OrderItem } from '../item.ts'
import type { AskedUnits, RefundedUnits } from '../units.ts'
import type { Entry } from './ledger.ts'

/** A line as it was sold. */
export type Line = Pick<OrderItem, 'id' | 'quantity' | 'net' | 'tax'>

/** A transaction as far as it is about units. */
export type UnitEntry = Pick<Entry, 'status'> & { items: readonly RefundedUnits[] | null }

/** Units of a line and what they come to in minor units. */
export type Taken = { quantity: number; amount: number }

/** What the units that are asked for come to, item by item; or what is wrong with them. */
export function figureUnits(
  lines: readonly Line[],
  entries: readonly UnitEntry[],
  asked: readonly AskedUnits[],
): { units: RefundedUnits[]; problems: Problem[] } {
  const units: RefundedUnits[] = []
  const problems: Problem[] = []
  for (const [index, { id, quantity }] of asked.entries()) {
    const isMeant = (one: { id: string }) => one.id.toLowerCase() === id.toLowerCase()
    const line = lines.find(isMeant)
    const first = asked.findIndex(isMeant)
    if (line === undefined) problems.push(ofId(index, 'names no item of this order'))
    else if (first < index) problems.push(ofId(index, `names the same item as data.items[${first}].id`))
    else {
      const taken = takenOf(entries, line.id)
      const left = line.quantity - taken.quantity
      if (quantity > left) problems.push(tooMany(index, left))
      else units.push({ id: line.id, quantity, amount: amountOfUnits(line, taken, quantity) })
    }
  }
  return { units, problems }
}

/** What refunds have taken of a line, or would take if their gateway agrees. */
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
 * What so many more units of a line come to: the line's share of all units taken by then, less what was taken. It is held
 * against the money and not against the share of the units before, because a refund that fails may lie between two that
 * do not; where many fail, more may have been taken than the share, and then it is 0.
 */
export function amountOfUnits({ quantity, net, tax }: Omit<Line, 'id'>, taken: Taken, more: number): number {
  return Math.max(0, half(net + tax, taken.quantity + more, quantity) - taken.amount)
}

function ofId(index: number, what: string): Problem {
  return { detail: `data.items[${index}].id ${what}.`, pointer: `/data/items/${index}/id` }
}

function tooMany(index: number, left: number): Problem {
  const pointer = `/data/items/${index}/quantity`
  if (left === 0) return { detail: `Nothing is left to refund of data.items[${index}].`, pointer }
  const detail = `data.items[${index}].quantity must be from 1 to ${left}, what is left to refund of this item.`
  return { detail, pointer }
}
