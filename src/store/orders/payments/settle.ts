import { isDeepStrictEqual } from 'node:util'
import { ownerId } from '../../../kernel/owner.ts'
import { lockOne } from '../../kit/operations.ts'
import { lockRows } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import { readSettings } from '../../settings/read.ts'
import { releaseOrder } from '../cancel.ts'
import { changeOrder, type OrderAction } from '../events.ts'
import { expiryOf } from '../expiry.ts'
import type { OrderItem } from '../item.ts'
import { type Order, orders } from '../order.ts'
import { isPaidInFull, ledgerOf, paymentOf, pendingOf, statusOf } from '../rules/ledger.ts'
import { closingOf } from '../rules/units.ts'
import { deliverLast } from '../shipments/ship.ts'
import { updateExpiry } from '../sql/due.ts'
import { type Transaction, transactions } from './transaction.ts'

/** A locked order with its transactions. Changing either requires the lock of the order. */
export type LockedLedger = { order: Order; entries: Transaction[] }

/** Locks an order with its transactions. Throws `not_found`. */
export async function lockLedger(work: Work, order_id: string): Promise<LockedLedger> {
  const order = await lockOne(work, orders, { id: order_id })
  const entries = await lockRows(work.tx, transactions, { owner_id: ownerId(work.owner), order_id })
  return { order, entries }
}

/** Consequences of a change of the ledger: events, and after a refund of units the items with its counters. */
type Settlement = { actions?: readonly OrderAction[]; items?: readonly OrderItem[] | null }

/** Derives the states of an order from its ledger, and emits the events of the actions and of the state changes. */
export async function settleOrder(
  work: Work,
  before: Order,
  entries: readonly Transaction[],
  { actions = [], items = null }: Settlement = {},
): Promise<Order> {
  const ledger = ledgerOf(before.with_tax, entries)
  const { authorized, captured, refunded } = ledger
  const becamePaid = isPaidInFull(ledger) && !isPaidInFull({ total: before.with_tax, captured: before.captured })
  const status = statusOf(before.status, ledger)
  const closing = items === null ? null : closingOf({ ...before, status }, items)
  if (closing === 'cancelled') await releaseOrder(work, before)
  if (closing === 'fulfilled') await deliverLast(work, before, items ?? [], [])
  const changes = {
    authorized,
    captured,
    refunded,
    payment: paymentOf(ledger),
    status: closing === 'cancelled' ? closing : status,
    ...(closing === 'fulfilled' && { shipping: closing }),
  }
  const happened = [...actions, ...(becamePaid ? ['paid' as const] : []), ...(closing === null ? [] : [closing])]
  if (happened.length === 0 && isDeepStrictEqual({ ...before, ...changes }, before))
    return settleExpiry(work, before, entries)
  return changeOrder(work, before, { ...changes, expires_at: await expiryAfter(work, before, entries) }, happened)
}

/** Sets the expiry of an order after a payment that changes nothing else of it: no version, no event. */
export async function settleExpiry(work: Work, order: Order, entries: readonly Transaction[]): Promise<Order> {
  const expires_at = await expiryAfter(work, order, entries)
  if (expires_at === order.expires_at) return order
  await updateExpiry(work.tx, { owner_id: order.owner_id, order_id: order.id }, expires_at)
  return { ...order, expires_at }
}

/** A pending, authorized or captured payment stops the expiry of the order; without any it starts again. */
async function expiryAfter(
  work: Work,
  { status, with_tax, expires_at }: Order,
  entries: readonly Transaction[],
): Promise<string | null> {
  const { captured, authorized } = ledgerOf(with_tax, entries)
  if (captured > 0 || authorized > 0 || pendingOf(entries) > 0) return null
  if (status === 'cancelled' || with_tax === 0) return null
  return expires_at ?? expiryOf(await readSettings(work.tx, ownerId(work.owner)), work.now)
}
