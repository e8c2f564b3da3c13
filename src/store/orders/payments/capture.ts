import { AppError, notFound } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { type Charged, charge, checkAmount } from './charge.ts'
import { refuseCancelled } from './pay.ts'
import { type LockedLedger, lockLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** `amount` in minor units; the whole remaining amount by default. */
export type Part = { amount?: number; options?: SandboxOptions }

/** Captures an authorization, or part of it. Throws `not_found`, `conflict`, `invalid`. */
export async function capture(work: Work, order_id: string, transaction_id: string, part: Part): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const authorization = findEntry(ledger, transaction_id)
  refuseCancelled(ledger.order)
  if (authorization.transaction_type !== 'authorize' || authorization.status !== 'complete')
    throw new AppError('conflict', [
      { detail: `Only a complete authorization can be captured; ${describeTransaction(authorization)}` },
    ])
  return chargePart(work, ledger, { transaction_type: 'capture', parent: authorization, part })
}

type PartType = 'capture' | 'refund'
type PartCharge = { transaction_type: PartType; parent: Transaction; part: Part }

/** Captures or refunds part of a transaction, at most its remaining amount. Throws `conflict`, `invalid`. */
export function chargePart(
  work: Work,
  ledger: LockedLedger,
  { transaction_type, parent, part }: PartCharge,
): Promise<Charged> {
  const purpose = `to ${transaction_type} of this ${transaction_type === 'capture' ? 'authorization' : 'transaction'}`
  const amount = checkAmount(part.amount, remainingAmount(ledger, parent, transaction_type), purpose)
  const { gateway } = parent
  return charge(work, ledger, { transaction_type, gateway, amount, parent, items: null, options: part.options ?? {} })
}

/** The amount of a transaction that is neither captured (refunded) nor pending, in minor units. */
export function remainingAmount(ledger: LockedLedger, parent: Transaction, type: PartType): number {
  const charged = type === 'capture' ? parent.captured_amount : parent.refunded_amount
  return parent.amount - charged - pendingAmount(ledger, parent)
}

/** Throws `not_found`. */
export function findEntry({ entries }: LockedLedger, transaction_id: string): Transaction {
  const entry = entries.find(({ id }) => id === transaction_id.toLowerCase())
  if (entry === undefined) throw notFound('transaction')
  return entry
}

/** The amount of the pending captures or refunds of a transaction, in minor units. */
export function pendingAmount({ entries }: LockedLedger, { id }: Transaction): number {
  return entries
    .filter(({ parent_id, status }) => parent_id === id && status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0)
}

export function describeTransaction({ transaction_type, status }: Transaction): string {
  return `this one has the type ${transaction_type} and the status ${status}.`
}
