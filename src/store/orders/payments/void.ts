import { AppError } from '../../../kernel/errors.ts'
import { save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { describeTransaction, findEntry, pendingAmount } from './capture.ts'
import type { Charged } from './charge.ts'
import { lockLedger, settleOrder } from './settle.ts'
import { transactions } from './transaction.ts'

/** Voids an authorization of which nothing was captured. Throws `not_found`, `conflict`. */
export async function voidAuthorization(work: Work, order_id: string, transaction_id: string): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const authorization = findEntry(ledger, transaction_id)
  const { transaction_type, status, captured_amount } = authorization
  if (transaction_type !== 'authorize' || (status !== 'complete' && status !== 'pending'))
    throw new AppError('conflict', [
      { detail: `Only an open authorization can be cancelled; ${describeTransaction(authorization)}` },
    ])
  if (captured_amount > 0 || pendingAmount(ledger, authorization) > 0)
    throw new AppError('conflict', [{ detail: 'Some of this authorization was captured: refund that instead.' }])
  const transaction = await save(work, transactions, authorization, { status: 'cancelled', decided_at: null })
  const entries = ledger.entries.map((entry) => (entry.id === transaction.id ? transaction : entry))
  return { transaction, order: await settleOrder(work, ledger.order, entries, []) }
}
