import type { Transaction, TransactionAction } from '../../../generated/schema.ts'
import { transactionActions } from './order-actions.ts'

/** Why the state does not allow it, in the words of the API; null when it does, and where it was not said. */
export function reasonFor(transaction: Pick<Transaction, 'meta'>, action: TransactionAction): string | null {
  return transactionActions(transaction).find((one) => one.action === action)?.disabledReason ?? null
}
