import { AppError, notFound } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { amountOf, type Charged, charge } from './charge.ts'
import { refuseCancelled } from './pay.ts'
import { type Books, openBooks } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Minor units; without an amount all that is open. */
export type Part = { amount?: number; options?: SandboxOptions }

/** Takes money that was authorized. Throws `not_found`, `conflict`, `invalid`. */
export async function capture(work: Work, order_id: string, transaction_id: string, part: Part): Promise<Charged> {
  const books = await openBooks(work, order_id)
  const authorization = findEntry(books, transaction_id)
  refuseCancelled(books.order)
  if (authorization.transaction_type !== 'authorize' || authorization.status !== 'complete')
    throw new AppError('conflict', [
      { detail: `Only a complete authorization can be captured; ${told(authorization)}` },
    ])
  return chargePart(work, books, { transaction_type: 'capture', parent: authorization, part })
}

type Taking = 'capture' | 'refund'
type PartCharge = { transaction_type: Taking; parent: Transaction; part: Part }

/** Charges a part of a transaction, at most what is left of it. Throws `conflict`, `invalid`. */
export function chargePart(work: Work, books: Books, { transaction_type, parent, part }: PartCharge): Promise<Charged> {
  const what = `to ${transaction_type} of this ${transaction_type === 'capture' ? 'authorization' : 'transaction'}`
  const amount = amountOf(part.amount, leftOf(books, parent, transaction_type), what)
  const { gateway } = parent
  return charge(work, books, { transaction_type, gateway, amount, parent, items: null, options: part.options ?? {} })
}

/** What neither is taken of a transaction nor promised. */
export function leftOf(books: Books, parent: Transaction, taking: Taking): number {
  const taken = taking === 'capture' ? parent.captured_amount : parent.refunded_amount
  return parent.amount - taken - pendingBelow(books, parent)
}

/** Throws `not_found`. */
export function findEntry({ entries }: Books, transaction_id: string): Transaction {
  const entry = entries.find(({ id }) => id === transaction_id.toLowerCase())
  if (entry === undefined) throw notFound('transaction')
  return entry
}

/** What transactions below this one would take from it if their gateway agrees. */
export function pendingBelow({ entries }: Books, { id }: Transaction): number {
  return entries
    .filter(({ parent_id, status }) => parent_id === id && status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0)
}

export function told({ transaction_type, status }: Transaction): string {
  return `this one is of type ${transaction_type} and ${status}.`
}
