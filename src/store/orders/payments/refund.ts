import type { Database } from '../../../db/database.ts'
import type { RefundedUnits, RefundReason } from '../../../event-types/resources/transaction.ts'
import { AppError, invalid } from '../../../kernel/errors.ts'
import { selectRows } from '../../kit/store.ts'
import type { Work } from '../../kit/work.ts'
import type { Order } from '../order.ts'
import { computeUnits } from '../rules/refunded-units.ts'
import { findRefundable, remainingAmount } from '../rules/transaction-refusals.ts'
import { splitUnits } from '../rules/withdrawn-units.ts'
import { type Shipment, shipments } from '../shipments/shipment.ts'
import { selectItems } from '../store.ts'
import type { UnitsToRefund } from '../units.ts'
import { findEntry, type Part, partAmount } from './capture.ts'
import { type Charged, charge } from './charge.ts'
import { lockLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Either an amount or units. `restock` adds the shipped ones to stock. */
export type Refund = Part & { items?: readonly UnitsToRefund[]; restock?: boolean; reason?: RefundReason }

/** Refunds a purchase, a capture, or an authorization's only capture. Throws `not_found`, `conflict` and `invalid`. */
export async function refund(work: Work, order_id: string, transaction_id: string, request: Refund): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  const { parent, amount, units } = await planRefund(work.tx, ledger, transaction_id, request)
  const { gateway } = parent
  const { options = {}, restock = false, reason = null } = request
  const of = { transaction_type: 'refund', gateway, amount, parent, items: units, options, restock, reason } as const
  return charge(work, ledger, of)
}

/** A refund: the transaction to refund, the amount, and the units, or null for a refund by amount. */
export type PlannedRefund = { parent: Transaction; amount: number; units: RefundedUnits[] | null }

/** Decides a refund. Throws `not_found`, `conflict` and `invalid`. */
export async function planRefund(
  db: Database,
  { order, entries }: { order: Order; entries: readonly Transaction[] },
  transaction_id: string,
  { items, amount, restock = false }: Refund,
): Promise<PlannedRefund> {
  if (items !== undefined && amount !== undefined) throw invalid([AMOUNT_AND_ITEMS])
  if (items === undefined && restock) throw invalid([RESTOCK_WITHOUT_ITEMS])
  const found = findRefundable(entries, findEntry(entries, transaction_id))
  if ('refusal' in found) throw new AppError('conflict', [{ detail: found.refusal }])
  const { parent } = found
  if (items === undefined) return { parent, amount: partAmount(entries, parent, 'refund', amount), units: null }
  const state = await readUnitState(db, order, entries)
  const computed = computeUnits(state.lines, entries, items)
  if (computed.problems.length > 0) throw invalid(computed.problems)
  const { units, problems } = splitUnits(state, computed.units, { items, restock })
  if (problems.length > 0) throw invalid(problems)
  return { parent, amount: refundAmount(units, remainingAmount(entries, parent, 'refund')), units }
}

/** Reads the units of an order. */
export async function readUnitState(db: Database, order: Order, entries: readonly Transaction[]) {
  const key = { owner_id: order.owner_id, order_id: order.id }
  const planned: Shipment[] = await selectRows(db, shipments, key)
  return { order, entries, lines: await selectItems(db, key), shipments: planned }
}

const AMOUNT_AND_ITEMS = {
  detail: 'data.amount is not allowed together with data.items, which determine the amount.',
  pointer: '/data/amount',
}

const RESTOCK_WITHOUT_ITEMS = {
  detail: 'data.restock requires data.items: the units that came back.',
  pointer: '/data/restock',
}

function refundAmount(units: readonly RefundedUnits[], remaining: number): number {
  const amount = units.reduce((sum, one) => sum + one.amount, 0)
  if (amount >= 1 && amount <= remaining) return amount
  const reason =
    amount === 0
      ? '0: there is nothing to refund'
      : `${amount}, more than the ${remaining} that is left to refund of this transaction`
  throw invalid([{ detail: `The total of data.items is ${reason}.`, pointer: '/data/items' }])
}
