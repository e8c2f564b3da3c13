import { type Database, query, type Transaction } from '../../../db/database.ts'
import { dueBy } from '../../../db/due/due.ts'
import { type StoreRow, takeRoundRobin } from '../../../db/due/round-robin.ts'
import { prepared } from '../../../db/prepared.ts'

type Due = { now: number; passed: readonly string[] }

/** Locks an unpaid order that has expired. Skips orders that other transactions have locked, and those in `passed`. */
export function lockExpiredOrder(db: Database, tx: Transaction, { now, passed }: Due): Promise<StoreRow | undefined> {
  const until = new Date(now)
  const text = prepared(
    `select 1 from orders where owner_id = $1 and id = $2 and expires_at <= $3 for update skip locked`,
  )
  return takeRoundRobin(db, tx, {
    ...{ table: 'orders', column: 'expires_at', until, passed },
    lock: async (row) => ((await query(tx, text, [row.owner_id, row.id, until])).length > 0 ? row : undefined),
  })
}

export async function updateExpiry(
  tx: Transaction,
  { owner_id, order_id }: { owner_id: string; order_id: string },
  expires_at: string | null,
): Promise<void> {
  await query(tx, 'update orders set expires_at = $3 where owner_id = $1 and id = $2', [owner_id, order_id, expires_at])
}

export type Decided = StoreRow & { order_id: string; outcome: 'complete' | 'failed' }

export const DECISIONS_DUE = dueBy('transactions', 'decided_at')

/** Returns a pending transaction that its gateway has decided by now, with its order locked; see `lockExpiredOrder`. */
export function lockDecided(db: Database, tx: Transaction, { now, passed }: Due): Promise<Decided | undefined> {
  const until = new Date(now)
  const text = prepared(`select pending.order_id, pending.outcome
     from transactions as pending
     join orders on orders.owner_id = pending.owner_id and orders.id = pending.order_id
    where pending.owner_id = $1 and pending.id = $2 and decided_at <= $3 for update of orders skip locked`)
  return takeRoundRobin(db, tx, {
    ...{ table: 'transactions', column: 'decided_at', until, passed },
    async lock(row) {
      const [decided] = await query<Pick<Decided, 'order_id' | 'outcome'>>(tx, text, [row.owner_id, row.id, until])
      return decided && { ...row, ...decided }
    },
  })
}
