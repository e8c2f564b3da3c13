import type { Order } from '../order.ts'
import type { Transaction } from '../payments/transaction.ts'
import { CANCELLED, type Refusal } from './refusals.ts'

/** The members of a transaction that the rules read. */
export type LedgerEntry = Pick<
  Transaction,
  'id' | 'parent_id' | 'transaction_type' | 'status' | 'amount' | 'captured_amount' | 'refunded_amount'
>

type Named = Pick<LedgerEntry, 'transaction_type' | 'status'>

export function refuseToCapture(
  { status }: Pick<Order, 'status'>,
  entries: readonly LedgerEntry[],
  authorization: LedgerEntry,
): Refusal {
  if (status === 'cancelled') return CANCELLED
  if (authorization.transaction_type !== 'authorize' || authorization.status !== 'complete')
    return `Only a complete authorization can be captured; ${describe(authorization)}`
  if (remainingAmount(entries, authorization, 'capture') > 0) return null
  return 'Nothing is left to capture of this authorization.'
}

/** The transaction to refund, or the reason why there is none. */
export type Refundable<Of extends LedgerEntry> = { parent: Of } | { refusal: string }

/** Finds the transaction to refund; for an authorization, its only capture. */
export function findRefundable<Of extends LedgerEntry>(entries: readonly Of[], named: Of): Refundable<Of> {
  const found = named.transaction_type === 'authorize' ? onlyCapture(entries, named) : chargeOf(named)
  if ('refusal' in found || remainingAmount(entries, found.parent, 'refund') > 0) return found
  return { refusal: 'Nothing is left to refund of this transaction.' }
}

export function refuseToRefund(entries: readonly LedgerEntry[], named: LedgerEntry): Refusal {
  const found = findRefundable(entries, named)
  return 'refusal' in found ? found.refusal : null
}

function onlyCapture<Of extends LedgerEntry>(entries: readonly Of[], named: Of): Refundable<Of> {
  const captures = entries.filter(({ parent_id, status }) => parent_id === named.id && status === 'complete')
  const [only, ...more] = captures
  if (only === undefined) return { refusal: 'Nothing of this authorization was captured.' }
  if (more.length === 0) return { parent: only }
  const ids = captures.map(({ id }) => id).join(', ')
  return { refusal: `The authorization was captured in parts: refund one of ${ids}.` }
}

function chargeOf<Of extends LedgerEntry>(named: Of): Refundable<Of> {
  const isCharge = named.transaction_type === 'purchase' || named.transaction_type === 'capture'
  if (isCharge && named.status === 'complete') return { parent: named }
  return { refusal: `Only a complete purchase or capture can be refunded; ${describe(named)}` }
}

export function refuseToVoid(entries: readonly LedgerEntry[], authorization: LedgerEntry): Refusal {
  const { transaction_type, status, captured_amount } = authorization
  if (transaction_type !== 'authorize' || (status !== 'complete' && status !== 'pending'))
    return `Only an open authorization can be cancelled; ${describe(authorization)}`
  if (captured_amount === 0 && pendingAmount(entries, authorization) === 0) return null
  return 'Some of this authorization was captured: refund that instead.'
}

/** Amount of a transaction that is neither captured (or refunded) nor pending, in minor units. */
export function remainingAmount(
  entries: readonly LedgerEntry[],
  parent: LedgerEntry,
  type: 'capture' | 'refund',
): number {
  const charged = type === 'capture' ? parent.captured_amount : parent.refunded_amount
  return parent.amount - charged - pendingAmount(entries, parent)
}

/** Amount of the pending captures or refunds of a transaction, in minor units. */
function pendingAmount(entries: readonly LedgerEntry[], { id }: LedgerEntry): number {
  return entries
    .filter(({ parent_id, status }) => parent_id === id && status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function describe({ transaction_type, status }: Named): string {
  return `this one has the type ${transaction_type} and the status ${status}.`
}
