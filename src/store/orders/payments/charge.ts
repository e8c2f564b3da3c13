import { afterwards } from '../../../db/transaction.ts'
import type { RefundedUnits, RefundReason } from '../../../event-types/resources/transaction.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/errors.ts'
import { decide, type SandboxOptions } from '../../gateways/decide.ts'
import type { GatewaySlug } from '../../gateways/gateway.ts'
import { insert, save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import type { OrderAction } from '../events.ts'
import type { Order } from '../order.ts'
import { type LockedLedger, settleExpiry, settleOrder } from './settle.ts'
import { type Transaction, transactions } from './transaction.ts'
import { applyUnits } from './withdraw.ts'

/** A request to a gateway. `amount` is in minor units; `parent` is the transaction to capture or refund. */
export type Charge = {
  transaction_type: Transaction['transaction_type']
  gateway: GatewaySlug
  amount: number
  parent: Transaction | null
  /** Units of a refund by units; otherwise null. */
  items: RefundedUnits[] | null
  options: SandboxOptions
  /** Adds the shipped units of a refund to stock. */
  restock?: boolean
  /** Reason of a refund. */
  reason?: RefundReason | null
  payment_method?: string | null
  paymentmethod_meta?: Transaction['paymentmethod_meta']
  /** Overrides the reference of the gateway's decision. */
  reference?: string | null
}

export type Charged = { order: Order; transaction: Transaction }

/** Records a charge, even if declined, with the gateway's decision in the ledger, and updates the order. */
export async function charge(work: Work, { order, entries }: LockedLedger, request: Charge): Promise<Charged> {
  const { transaction_type, gateway, amount, parent, items, options, payment_method = null, reference = null } = request
  const { paymentmethod_meta = {}, restock = false, reason = null } = request
  const decision = decide(gateway, options, work.now)
  const values = {
    order_id: order.id,
    transaction_type,
    gateway,
    amount,
    currency: order.currency,
    money_format: order.money_format,
    parent_id: parent?.id ?? null,
    items,
    restock,
    reason,
    payment_method,
    paymentmethod_meta,
    reference: reference ?? decision.reference,
    status: decision.status,
    ...(decision.status === 'pending' && {
      outcome: decision.outcome,
      decided_at: isoTime(work.now + decision.after_ms),
    }),
  }
  // The parent's event must come first.
  const parents = decision.status === 'complete' ? await updateParent(work, entries, request) : entries
  const transaction = await insert(work, transactions, values)
  countDecision(work, transaction)
  const after = [...parents, transaction]
  const counted = decision.status === 'failed' ? null : await applyUnits(work, order, transaction, decision.status)
  if (decision.status !== 'complete') return { transaction, order: await settleExpiry(work, order, after) }
  const settlement = { actions: actionsOf(transaction), items: counted }
  return { transaction, order: await settleOrder(work, order, after, settlement) }
}

/** Applies a late decision of a gateway. Does nothing if the transaction is no longer pending. */
export async function decideLate(
  work: Work,
  { order, entries }: LockedLedger,
  pending: Transaction,
  outcome: 'complete' | 'failed',
): Promise<Charged> {
  if (pending.status !== 'pending') return { order, transaction: pending }
  const parent = entries.find(({ id }) => id === pending.parent_id) ?? null
  const parents = outcome === 'complete' ? await updateParent(work, entries, { ...pending, parent }) : entries
  const transaction = await save(work, transactions, pending, { status: outcome, decided_at: null })
  countDecision(work, transaction)
  const after = parents.map((entry) => (entry.id === transaction.id ? transaction : entry))
  const items = await applyUnits(work, order, transaction, outcome === 'complete' ? 'confirmed' : 'failed')
  if (outcome === 'failed' && items === null) return { transaction, order: await settleExpiry(work, order, after) }
  const actions = outcome === 'complete' ? actionsOf(transaction) : []
  return { transaction, order: await settleOrder(work, order, after, { actions, items }) }
}

function countDecision({ tx, shop }: Work, { gateway, transaction_type, status }: Transaction): void {
  afterwards(tx, { committed: () => shop.charged({ gateway, transaction_type, status }), rolledBack() {} })
}

function actionsOf({ transaction_type }: Transaction): OrderAction[] {
  if (transaction_type === 'authorize') return ['authorized']
  return transaction_type === 'refund' ? ['refunded'] : []
}

async function updateParent(
  work: Work,
  entries: readonly Transaction[],
  { transaction_type, amount, parent }: Pick<Charge, 'transaction_type' | 'amount' | 'parent'>,
): Promise<Transaction[]> {
  if (parent === null) return [...entries]
  const amounts =
    transaction_type === 'refund'
      ? { refunded_amount: parent.refunded_amount + amount }
      : { captured_amount: parent.captured_amount + amount }
  const changed = await save(work, transactions, parent, amounts)
  return entries.map((entry) => (entry.id === changed.id ? changed : entry))
}

/**
 * Returns the requested amount, by default the available amount, which is above 0. Throws `invalid` if the request
 * exceeds it. `purpose` completes the error, such as `to pay`.
 */
export function checkAmount(requested: number | undefined, available: number, purpose: string): number {
  const amount = requested ?? available
  if (amount >= 1 && amount <= available) return amount
  const detail = `data.amount must be from 1 to ${available}, the amount that is left ${purpose}.`
  throw invalid([{ detail, pointer: '/data/amount' }])
}
