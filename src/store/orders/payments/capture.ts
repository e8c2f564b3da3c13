import { notFound } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { refuse } from '../refuse.ts'
import { refuseToCapture, remainingAmount } from '../rules/transaction-refusals.ts'
import { type Charged, charge, checkAmount } from './charge.ts'
import { lockLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** `amount` is in minor units; it defaults to the whole remaining amount. */
export type Part = { amount?: number; options?: SandboxOptions }

/** Captures an authorization or part of it. Throws `not_found`, `conflict` and `invalid`. */
export async function capture(work: Work, order_id: string, transaction_id: string, part: Part): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const authorization = findEntry(ledger.entries, transaction_id)
  refuse(refuseToCapture(ledger.order, ledger.entries, authorization))
  const amount = partAmount(ledger.entries, authorization, 'capture', part.amount)
  const { gateway } = authorization
  const { options = {} } = part
  const of = { transaction_type: 'capture', gateway, amount, parent: authorization, items: null, options } as const
  return charge(work, ledger, of)
}

/** Returns the amount to capture or refund, by default the rest. Throws `invalid` if it exceeds the rest. */
export function partAmount(
  entries: readonly Transaction[],
  parent: Transaction,
  type: 'capture' | 'refund',
  amount: number | undefined,
): number {
  const purpose = `to ${type} of this ${type === 'capture' ? 'authorization' : 'transaction'}`
  return checkAmount(amount, remainingAmount(entries, parent, type), purpose)
}

/** Throws `not_found`. */
export function findEntry(entries: readonly Transaction[], transaction_id: string): Transaction {
  const entry = entries.find(({ id }) => id === transaction_id.toLowerCase())
  if (entry === undefined) throw notFound('transaction')
  return entry
}
