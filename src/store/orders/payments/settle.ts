import { ownerId } from '../../../kernel/owner.ts'
import { lockRows } from '../../kit/store.ts'
import { lockOne } from '../../kit/verbs.ts'
import type { Work } from '../../kit/work.ts'
import { readSettings } from '../../settings/read.ts'
import { expiryOf } from '../expiry.ts'
import { type Order, orders } from '../order.ts'
import { isPaidInFull, ledgerOf, paymentOf, statusOf } from '../rules/ledger.ts'
import { changeOrder, type Occasion } from '../tell.ts'
import { type Transaction, transactions } from './transaction.ts'

/** An order and its ledger, locked: whoever changes one of them holds the order. */
export type Books = { order: Order; entries: Transaction[] }

/** Throws `not_found`. */
export async function openBooks(work: Work, order_id: string): Promise<Books> {
  const order = await lockOne(work, orders, { id: order_id })
  const entries = await lockRows(work.tx, transactions, { owner_id: ownerId(work.owner), order_id })
  return { order, entries }
}

/** Derives the order's states from its ledger as it is now, and tells of what happened and of what follows from it. */
export async function settleOrder(
  work: Work,
  before: Order,
  entries: readonly Transaction[],
  happened: readonly Occasion[],
): Promise<Order> {
  const { authorized, captured, refunded } = ledgerOf(before.with_tax, entries)
  const ledger = { total: before.with_tax, authorized, captured, refunded }
  const payment = paymentOf(ledger)
  const becamePaid = isPaidInFull(ledger) && !isPaidInFull({ total: before.with_tax, captured: before.captured })
  const status = statusOf(before.status, ledger)
  const changes = {
    authorized,
    captured,
    refunded,
    payment,
    status,
    expires_at: await expiryAfter(work, before, { authorized, captured }),
  }
  return changeOrder(work, before, changes, becamePaid ? [...happened, 'paid'] : happened)
}

/** Money that is there, or promised, ends the waiting for it; when it was only promised and is gone, the waiting begins anew. */
async function expiryAfter(
  work: Work,
  { status, expires_at }: Order,
  { authorized, captured }: { authorized: number; captured: number },
): Promise<string | null> {
  if (captured > 0 || authorized > 0 || status === 'cancelled') return null
  return expires_at ?? expiryOf(await readSettings(work.tx, ownerId(work.owner)), work.now)
}
