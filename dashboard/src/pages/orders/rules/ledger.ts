/** A transaction of an order, as far as its balance depends on it: the API's `Transaction` is one. */
export type LedgerTransaction = {
  id: string
  transaction_type: 'purchase' | 'authorize' | 'capture' | 'refund'
  status: 'pending' | 'complete' | 'failed' | 'cancelled'
  amount: number
  meta: { timestamps: { created_at: string } }
  relationships: { parent?: { data: { id: string } } }
}

/** In minor units. `authorized` is open: neither captured nor voided. */
export type Balance = { authorized: number; captured: number; refunded: number; owing: number }

/** A line of the ledger: the transaction, whether it counts, and the balance after it. */
export type LedgerRow<Of extends LedgerTransaction> = {
  transaction: Of
  /** Only a complete transaction changes the balance. */
  counts: boolean
  /** What it changes; zero for what does not count. */
  change: Omit<Balance, 'owing'>
  balance: Balance
}

/**
 * The transactions from the oldest to the newest, those of one time in the order of the list. The last balance is what
 * the order's `display_price` says.
 */
export function ledgerRows<Of extends LedgerTransaction>(total: number, transactions: readonly Of[]): LedgerRow<Of>[] {
  let balance = openingBalance(total)
  return transactions.toSorted(byTime).map((transaction) => {
    const change = changeOf(transaction, transactions)
    balance = added(total, balance, change)
    return { transaction, counts: transaction.status === 'complete', change, balance }
  })
}

/** Before any transaction. */
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

/** What is refunded is not owed again. */
function added(total: number, before: Balance, change: Omit<Balance, 'owing'>): Balance {
  const authorized = before.authorized + change.authorized
  const captured = before.captured + change.captured
  const refunded = before.refunded + change.refunded
  return { authorized, captured, refunded, owing: Math.max(0, total - authorized - captured) }
}
