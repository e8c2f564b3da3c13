import type { Order } from '../order.ts'
import { type Entry, ledgerOf, pendingOf } from './ledger.ts'
import { type CountedLine, isWithdrawing, type Planned, remainingUnits } from './units.ts'

/** Reason why the state of an order does not allow an action, as a sentence for the error; null if allowed. */
export type Refusal = string | null

type State<Member extends keyof Order> = Pick<Order, Member>

/** Amount that is neither authorized, captured nor pending, in minor units. */
export function amountDue({ with_tax }: State<'with_tax'>, entries: readonly Entry[]): number {
  const { total, authorized, captured } = ledgerOf(with_tax, entries)
  return total - authorized - captured - pendingOf(entries)
}

export function refuseToPay(order: State<'status' | 'with_tax'>, entries: readonly Entry[]): Refusal {
  if (order.status === 'cancelled') return CANCELLED
  return amountDue(order, entries) > 0 ? null : 'Nothing is left to pay.'
}

export const CANCELLED = 'The order is cancelled.'

export function refuseToCancel({ status, shipping }: State<'status' | 'shipping'>): Refusal {
  if (status === 'cancelled') return 'The order is already cancelled.'
  return shipping === 'fulfilled' ? 'A fulfilled order cannot be cancelled: refund it instead.' : null
}

export function refuseToEdit(order: State<'status' | 'shipping' | 'anonymized'>): Refusal {
  const closed = closedBy(order)
  return closed === '' ? null : `The order is ${closed} and can no longer be changed.`
}

/** Also applies to the shipping of a shipment. */
export function refuseToFulfill({ status, payment, shipping }: State<'status' | 'payment' | 'shipping'>): Refusal {
  if (shipping === 'fulfilled') return 'The order is already fulfilled.'
  const isPaid = payment === 'paid' || payment === 'partially_refunded'
  if (status === 'complete' && isPaid) return null
  return `Only a complete and paid order can be fulfilled; this one is ${status} and ${payment}.`
}

export function refuseNotes({ anonymized }: State<'anonymized'>): Refusal {
  return anonymized ? 'The order is anonymized: it cannot have notes.' : null
}

export function refuseShipments(order: State<'status' | 'shipping' | 'anonymized'>): Refusal {
  const closed = closedBy(order)
  return closed === '' ? null : `The order is ${closed}: it cannot be shipped.`
}

/** Refuses to ship all remaining units while a refund of some is pending: its failure would leave them unshipped. */
export function refuseWithdrawing(lines: readonly CountedLine[]): Refusal {
  return isWithdrawing(lines) ? 'A refund of units that are not shipped is pending: wait for its result.' : null
}

/** Refuses a shipment of the remaining units if there are none. */
export function refuseRemainingUnits(lines: readonly CountedLine[], shipments: readonly Planned[]): Refusal {
  return remainingUnits(lines, shipments).length > 0 ? null : 'Nothing of the order is left to ship.'
}

function closedBy({ status, shipping, anonymized }: State<'status' | 'shipping' | 'anonymized'>): string {
  return [
    ...(shipping === 'fulfilled' ? ['fulfilled'] : []),
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...(anonymized ? ['anonymized'] : []),
  ].join(' and ')
}

export function refuseToAnonymize(order: State<'id' | 'status' | 'payment' | 'shipping'>): Refusal {
  const { id, status, payment, shipping } = order
  if (shipping === 'fulfilled' || status === 'cancelled' || payment === 'refunded') return null
  const states = `order:${status}, payment:${payment}, shipping:${shipping}`
  return `Order ${id} has the states ${states}; it must be fulfilled, refunded or cancelled to be anonymized.`
}
