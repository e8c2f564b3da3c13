import { save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { refuse } from '../refuse.ts'
import { refuseToVoid } from '../rules/transaction-refusals.ts'
import { findEntry } from './capture.ts'
import type { Charged } from './charge.ts'
import { lockLedger, settleOrder } from './settle.ts'
import { transactions } from './transaction.ts'

/** Voids an uncaptured authorization. Throws `not_found` and `conflict`. */
export async function voidAuthorization(work: Work, order_id: string, transaction_id: string): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const authorization = findEntry(ledger.entries, transaction_id)
  refuse(refuseToVoid(ledger.entries, authorization))
  const transaction = await save(work, transactions, authorization, { status: 'cancelled', decided_at: null })
  const entries = ledger.entries.map((entry) => (entry.id === transaction.id ? transaction : entry))
  return { transaction, order: await settleOrder(work, ledger.order, entries) }
}
