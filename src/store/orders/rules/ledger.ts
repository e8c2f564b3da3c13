/** Total of an order and sums of its complete transactions, in minor units. */
export type Ledger = {
  total: number
  /** Open authorizations, neither captured nor voided. */
  authorized: number
  captured: number
  refunded: number
}

export const PAYMENTS = [
  'unpaid',
  'partially_authorized',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
] as const
export type Payment = (typeof PAYMENTS)[number]
export const STATUSES = ['incomplete', 'processing', 'complete', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
export const SHIPPINGS = ['unfulfilled', 'fulfilled'] as const

/** The members of a transaction that the rules read. */
export type Entry = {
  transaction_type: 'purchase' | 'authorize' | 'capture' | 'refund'
  status: 'pending' | 'complete' | 'failed' | 'cancelled'
  amount: number
  captured_amount: number
}

export function ledgerOf(total: number, entries: readonly Entry[]): Ledger {
  const ledger = { total, authorized: 0, captured: 0, refunded: 0 }
  for (const { transaction_type, status, amount, captured_amount } of entries) {
    if (status !== 'complete') continue
    if (transaction_type === 'authorize') ledger.authorized += amount - captured_amount
    else if (transaction_type === 'refund') ledger.refunded += amount
    else ledger.captured += amount
  }
  return ledger
}

/** Sum of pending purchases and authorizations; the amounts of pending captures are already authorized. */
export function pendingOf(entries: readonly Entry[]): number {
  return entries
    .filter(({ status }) => status === 'pending')
    .filter(({ transaction_type }) => transaction_type === 'purchase' || transaction_type === 'authorize')
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Derives the payment state from the ledger; the first matching rule applies. */
export function paymentOf({ total, authorized, captured, refunded }: Ledger): Payment {
  if (total === 0) return 'paid'
  if (refunded > 0) return refunded >= captured ? 'refunded' : 'partially_refunded'
  if (captured > 0) return captured >= total ? 'paid' : 'partially_paid'
  if (authorized > 0) return authorized >= total ? 'authorized' : 'partially_authorized'
  return 'unpaid'
}

/** True if the captured sum reaches the total. Refunds do not count: a fully paid order stays fully paid. */
export function isPaidInFull({ total, captured }: Pick<Ledger, 'total' | 'captured'>): boolean {
  return captured >= total
}

/** `cancelled` and `complete` are final; an order becomes complete once it is paid in full. */
export function statusOf(before: Status, ledger: Ledger): Status {
  if (before === 'cancelled' || before === 'complete') return before
  if (isPaidInFull(ledger)) return 'complete'
  return ledger.authorized > 0 || ledger.captured > 0 ? 'processing' : 'incomplete'
}
