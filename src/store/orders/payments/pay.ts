import { AppError } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import { requireGateway } from '../../gateways/require.ts'
import type { Work } from '../../kit/work.ts'
import type { Order } from '../order.ts'
import { ledgerOf, pendingOf } from '../rules/ledger.ts'
import { type Charged, charge, checkAmount } from './charge.ts'
import { lockLedger } from './settle.ts'

export type Payment = {
  gateway: string
  method: 'authorize' | 'purchase'
  /** The role of the caller: a shopper cannot record payments made elsewhere. */
  payer: 'seller' | 'shopper'
  /** In minor units; the whole amount due by default. */
  amount?: number
  options?: SandboxOptions
  /** The buyer's name for the payment method. */
  payment_method?: string
  /** What a payment page called the payment; the gateway's own reference by default. */
  reference?: string
}

/**
 * Authorizes or captures a payment for an order. A `manual` payment by a shopper is only authorized, until a seller captures
 * it. Throws `not_found`, `conflict`, `invalid`.
 */
export async function payOrder(work: Work, order_id: string, payment: Payment): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  refuseCancelled(ledger.order)
  const { slug } = await requireGateway(work, payment.gateway)
  const { authorized, captured, total } = ledgerOf(ledger.order.with_tax, ledger.entries)
  const due = total - authorized - captured - pendingOf(ledger.entries)
  const amount = checkAmount(payment.amount, due, 'to pay')
  return charge(work, ledger, {
    transaction_type: typeOf(payment),
    gateway: slug,
    amount,
    parent: null,
    items: null,
    options: payment.options ?? {},
    payment_method: payment.payment_method ?? null,
    reference: payment.reference ?? null,
  })
}

/** `manual` records payments made elsewhere, which only a seller can confirm. */
function typeOf({ gateway, method, payer }: Payment): Payment['method'] {
  return gateway === 'manual' && payer === 'shopper' ? 'authorize' : method
}

/** Throws `conflict`. */
export function refuseCancelled({ status }: Order): void {
  if (status !== 'cancelled') return
  throw new AppError('conflict', [{ detail: 'The order is cancelled.' }])
}
