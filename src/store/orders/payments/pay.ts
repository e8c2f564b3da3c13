import { AppError } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import { requireGateway } from '../../gateways/require.ts'
import type { Work } from '../../kit/work.ts'
import type { Order } from '../order.ts'
import { ledgerOf, pendingOf } from '../rules/ledger.ts'
import { amountOf, type Charged, charge } from './charge.ts'
import { openBooks } from './settle.ts'

export type Payment = {
  gateway: string
  method: 'authorize' | 'purchase'
  /** Who pays: a shopper cannot say that money has come some other way. */
  payer: 'seller' | 'shopper'
  /** Minor units; without it all that is owed. */
  amount?: number
  options?: SandboxOptions
  /** What the buyer calls the means of payment. */
  payment_method?: string
}

/**
 * Authorizes or takes money for an order. What a shopper pays by `manual` is authorized, and taken when a seller captures it.
 * Throws `not_found`, `conflict`, `invalid`.
 */
export async function payOrder(work: Work, order_id: string, payment: Payment): Promise<Charged> {
  const books = await openBooks(work, order_id)
  refuseCancelled(books.order)
  await requireGateway(work, payment.gateway)
  const { authorized, captured, total } = ledgerOf(books.order.with_tax, books.entries)
  const owed = total - authorized - captured - pendingOf(books.entries)
  const amount = amountOf(payment.amount, owed, 'to pay')
  return charge(work, books, {
    transaction_type: typeOf(payment),
    gateway: payment.gateway,
    amount,
    parent: null,
    items: null,
    options: payment.options ?? {},
    payment_method: payment.payment_method ?? null,
  })
}

/** `manual` records money that has come some other way, which only the seller has seen. */
function typeOf({ gateway, method, payer }: Payment): Payment['method'] {
  return gateway === 'manual' && payer === 'shopper' ? 'authorize' : method
}

/** Throws `conflict`. */
export function refuseCancelled({ status }: Order): void {
  if (status !== 'cancelled') return
  throw new AppError('conflict', [{ detail: 'The order is cancelled.' }])
}
