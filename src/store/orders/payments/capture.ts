import { notFound } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { refuse } from '../refuse.ts'
import { refuseToCapture, remainingAmount } from '../rules/transaction-refusals.ts'
import { type Charged, charge, checkAmount } from './charge.ts'
import { type LockedLedger, lockLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** `amount` in minor units; the whole remaining amount by default. */
export type Part = { amount?: number; options?: SandboxOptions }

/** Captures an authorization, or part of it. Throws `not_found`, `conflict`, `invalid`. */
export async function capture(work: Work, order_id: string, transaction_id: string, part: Part): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const authorization = findEntry(ledger.entries, transaction_id)
  refuse(refuseToCapture(ledger.order, ledger.entries, authorization))
  return chargePart(work, ledger, { transaction_type: 'capture', parent: authorization, part })
}

type PartCharge = { transaction_type: 'capture' | 'refund'; parent: Transaction; part: Part }

/** Captures or refunds part of a transaction of which something is left. Throws `invalid` for more than that. */
export function chargePart(
  work: Work,
  ledger: LockedLedger,
  { transaction_type, parent, part }: PartCharge,
): Promise<Charged> {
  const purpose = `to ${transaction_type} of this ${transaction_type === 'capture' ? 'authorization' : 'transaction'}`
  const amount = checkAmount(part.amount, remainingAmount(ledger.entries, parent, transaction_type), purpose)
  const { gateway } = parent
  return charge(work, ledger, { transaction_type, gateway, amount, parent, items: null, options: part.options ?? {} })
}

/** Throws `not_found`. */
export function findEntry(entries: readonly Transaction[], transaction_id: string): Transaction {
  const entry = entries.find(({ id }) => id === transaction_id.toLowerCase())
  if (entry === undefined) throw notFound('transaction')
  return entry
}
