/** Members of the API's `Transaction` that affect the balance. */
export type LedgerTransaction = {
  id: string
  transaction_type: 'purchase' | 'authorize' | 'capture' | 'refund'
  status: 'pending' | 'complete' | 'failed' | 'cancelled'
  amount: number
  meta: { timestamps: { created_at: string } }
  relationships: { parent?: { data: { id: string } } }
}

/** Minor units. `authorized` is neither captured nor voided. */
export type Balance = { authorized: number; captured: number; refunded: number; owing: number }

/** Line of the ledger, with the balance after the transaction. */
export type LedgerRow<Of extends LedgerTransaction> = {
  transaction: Of
  /** Only complete transactions change the balance. */
  counts: boolean
  /** Change of the balance; zero if the transaction does not count. */
  change: Omit<Balance, 'owing'>
  balance: Balance
}

/**
 * Ledger from oldest to newest; equal times keep the order of the list. The last balance equals the order's
 * `display_price`.
 */
export function ledgerRows<Of extends LedgerTransaction>(total: number, transactions: readonly Of[]): LedgerRow<Of>[] {
  let balance = openingBalance(total)
  return transactions.toSorted(byTime).map((transaction) => {
    const change = changeOf(transaction, transactions)
    balance = added(total, balance, change)
    return { transaction, counts: transaction.status === 'complete', change, balance }
  })
}

export function openingBalance(total: number): Balance {
  return { authorized: 0, captured: 0, refunded: 0, owing: Math.max(0, total) }
}

function byTime(one: LedgerTransaction, other: LedgerTransaction): number {
  return Date.parse(one.meta.timestamps.created_at) - Date.parse(other.meta.timestamps.created_at)
}

function changeOf(
  { transaction_type, status, amount, relationships }: LedgerTransaction,
  transactions: readonly LedgerTransaction[],
): Omit<Balance, 'owing'> {
  const none = { authorized: 0, captured: 0, refunded: 0 }
  if (status !== 'complete') return none
  switch (transaction_type) {
    case 'authorize':
      return { ...none, authorized: amount }
    case 'purchase':
      return { ...none, captured: amount }
    case 'refund':
      return { ...none, refunded: amount }
    case 'capture': {
      const authorization = transactions.find(({ id }) => id === relationships.parent?.data.id)
      const wasOpen = authorization?.status === 'complete'
      return { ...none, authorized: wasOpen ? -amount : 0, captured: amount }
    }
  }
}

/** Refunded amounts are not owed again. */
function added(total: number, before: Balance, change: Omit<Balance, 'owing'>): Balance {
  const authorized = before.authorized + change.authorized
  const captured = before.captured + change.captured
  const refunded = before.refunded + change.refunded
  return { authorized, captured, refunded, owing: Math.max(0, total - authorized - captured) }
}
