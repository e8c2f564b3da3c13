import type { Order, OrderUnits, RefundReason, Shipment, Transaction } from '../generated/schema.ts'
import type { Tone } from '../ui/status.tsx'

/** Label and tone of a state. */
export type Word = { tone: Tone; word: string }

export const ORDER_STATUS: Readonly<Record<Order['status'], Word>> = {
  incomplete: { tone: 'waiting', word: 'Incomplete' },
  processing: { tone: 'working', word: 'Processing' },
  complete: { tone: 'ok', word: 'Complete' },
  cancelled: { tone: 'off', word: 'Cancelled' },
}

export const PAYMENT: Readonly<Record<Order['payment'], Word>> = {
  unpaid: { tone: 'waiting', word: 'Unpaid' },
  partially_authorized: { tone: 'working', word: 'Partially authorized' },
  authorized: { tone: 'working', word: 'Authorized' },
  partially_paid: { tone: 'working', word: 'Partially paid' },
  paid: { tone: 'ok', word: 'Paid' },
  partially_refunded: { tone: 'warning', word: 'Partially refunded' },
  refunded: { tone: 'off', word: 'Refunded' },
}

export const SHIPPING: Readonly<Record<Order['shipping'], Word>> = {
  unfulfilled: { tone: 'waiting', word: 'Unfulfilled' },
  fulfilled: { tone: 'ok', word: 'Fulfilled' },
}

/** Shipping of an order. The API has no value for a partly shipped one. */
export function shippingWord(shipping: Order['shipping'], units: OrderUnits): Word {
  const partly = partlyShipped(shipping, units)
  return partly === null ? SHIPPING[shipping] : { tone: 'working', word: partly }
}

/** Phrase for a partly shipped order; null for others. */
export function partlyShipped(shipping: Order['shipping'], { shipped, unshipped }: OrderUnits): string | null {
  return shipping === 'unfulfilled' && shipped > 0 ? `Partly shipped, ${shipped} of ${shipped + unshipped}` : null
}

export const REFUND_REASON: Readonly<Record<RefundReason, string>> = {
  unwanted: 'Not wanted any more',
  damaged: 'Damaged',
  defective: 'Defective',
  wrong_item: 'Wrong item',
  not_as_described: 'Not as described',
  late: 'Too late',
  out_of_stock: 'Out of stock',
  other: 'Other',
}

export const TRANSACTION_STATUS: Readonly<Record<Transaction['status'], Word>> = {
  pending: { tone: 'working', word: 'Pending' },
  complete: { tone: 'ok', word: 'Complete' },
  failed: { tone: 'failed', word: 'Failed' },
  cancelled: { tone: 'off', word: 'Voided' },
}

export const TRANSACTION_TYPE: Readonly<Record<Transaction['transaction_type'], string>> = {
  purchase: 'Purchase',
  authorize: 'Authorization',
  capture: 'Capture',
  refund: 'Refund',
}

export const SHIPMENT_STATUS: Readonly<Record<Shipment['status'], Word>> = {
  pending: { tone: 'waiting', word: 'Pending' },
  shipped: { tone: 'working', word: 'Shipped' },
  delivered: { tone: 'ok', word: 'Delivered' },
  cancelled: { tone: 'off', word: 'Cancelled' },
}
