import { isoTime } from '../../../kernel/clock.ts'
import { AppError, invalid } from '../../../kernel/errors.ts'
import { decide, type SandboxOptions } from '../../gateways/decide.ts'
import { insert, save } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import type { Order } from '../order.ts'
import { addRefunded } from '../store.ts'
import type { Occasion } from '../tell.ts'
import type { RefundedUnits } from '../units.ts'
import { type Books, settleOrder } from './settle.ts'
import { type Transaction, transactions } from './transaction.ts'

/** What is asked of a gateway: money of an order, perhaps of an earlier transaction of it. */
export type Charge = {
  transaction_type: Transaction['transaction_type']
  gateway: string
  amount: number
  parent: Transaction | null
  /** The units that a refund is for; null for anything by amount. */
  items: RefundedUnits[] | null
  options: SandboxOptions
  payment_method?: string | null
}

export type Charged = { order: Order; transaction: Transaction }

/** Enters a charge into the ledger as the gateway decides, and lets the order follow. A decline is an entry too. */
export async function charge(work: Work, { order, entries }: Books, asked: Charge): Promise<Charged> {
  const { transaction_type, gateway, amount, parent, items, options, payment_method = null } = asked
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
    payment_method,
    reference: decision.reference,
    status: decision.status,
    ...(decision.status === 'pending' && {
      outcome: decision.outcome,
      decided_at: isoTime(work.now + decision.after_ms),
    }),
  }
  // What it does to its parent is told of first.
  const parents = decision.status === 'complete' ? await noteOnParent(work, entries, asked) : entries
  const transaction = await insert(work, transactions, values)
  if (decision.status !== 'complete') return { order, transaction }
  await noteOnItems(work, transaction)
  return { transaction, order: await settleOrder(work, order, [...parents, transaction], occasionsOf(transaction)) }
}

/** The gateway's late decision. A transaction that is not pending any more stays as it is. */
export async function decideLate(
  work: Work,
  { order, entries }: Books,
  pending: Transaction,
  outcome: 'complete' | 'failed',
): Promise<Charged> {
  if (pending.status !== 'pending') return { order, transaction: pending }
  const parent = entries.find(({ id }) => id === pending.parent_id) ?? null
  const parents = outcome === 'complete' ? await noteOnParent(work, entries, { ...pending, parent }) : entries
  const transaction = await save(work, transactions, pending, { status: outcome, decided_at: null })
  const after = parents.map((entry) => (entry.id === transaction.id ? transaction : entry))
  if (outcome === 'failed') return { order, transaction }
  await noteOnItems(work, transaction)
  return { transaction, order: await settleOrder(work, order, after, occasionsOf(transaction)) }
}

function occasionsOf({ transaction_type }: Transaction): Occasion[] {
  if (transaction_type === 'authorize') return ['authorized']
  return transaction_type === 'refund' ? ['refunded'] : []
}

/** A capture and a refund are noted on the transaction that they take from. */
async function noteOnParent(
  work: Work,
  entries: readonly Transaction[],
  { transaction_type, amount, parent }: Pick<Charge, 'transaction_type' | 'amount' | 'parent'>,
): Promise<Transaction[]> {
  if (parent === null) return [...entries]
  const noted =
    transaction_type === 'refund'
      ? { refunded_amount: parent.refunded_amount + amount }
      : { captured_amount: parent.captured_amount + amount }
  const changed = await save(work, transactions, parent, noted)
  return entries.map((entry) => (entry.id === changed.id ? changed : entry))
}

async function noteOnItems(work: Work, { owner_id, order_id, items }: Transaction): Promise<void> {
  if (items !== null) await addRefunded(work.tx, { owner_id, order_id }, items)
}

/** The amount that is asked for, or all there is. Throws `conflict` when there is nothing, `invalid` when there is less. */
export function amountOf(asked: number | undefined, available: number, what: string): number {
  if (available <= 0) throw new AppError('conflict', [{ detail: `Nothing is left ${what}.` }])
  const amount = asked ?? available
  if (amount >= 1 && amount <= available) return amount
  const detail = `data.amount must be from 1 to ${available}, what is left ${what}.`
  throw invalid([{ detail, pointer: '/data/amount' }])
}
