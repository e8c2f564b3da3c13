import type { Transaction, TransactionAction } from '../../../generated/schema.ts'
import { transactionActions } from './order-actions.ts'

/** Reason why the state forbids the action, in the API's words; null if allowed or unknown. */
export function reasonFor(transaction: Pick<Transaction, 'meta'>, action: TransactionAction): string | null {
  return transactionActions(transaction).find((one) => one.action === action)?.disabledReason ?? null
}
