import type { SandboxOptions } from '../../gateways/decide.ts'
import { requireGateway } from '../../gateways/require.ts'
import type { Work } from '../../kit/work.ts'
import { refuse } from '../refuse.ts'
import { amountDue, refuseToPay } from '../rules/refusals.ts'
import { type Charge, type Charged, charge, checkAmount } from './charge.ts'
import { lockLedger } from './settle.ts'

export type Payment = {
  gateway: string
  method: 'authorize' | 'purchase'
  /** Role of the caller: a shopper cannot record payments made elsewhere. */
  payer: 'seller' | 'shopper'
  /** Minor units; the whole amount due by default. */
  amount?: number
  options?: SandboxOptions
  paymentmethod_meta?: Charge['paymentmethod_meta']
  /** The buyer's name for the payment method. */
  payment_method?: string
  /** The payment page's reference; the gateway's own reference by default. */
  reference?: string
}

/**
 * Authorizes or captures a payment for an order. A shopper's `manual` payment is only authorized, until a seller
 * captures it. Throws `not_found`, `conflict` and `invalid`.
 */
export async function payOrder(work: Work, order_id: string, payment: Payment): Promise<Charged> {
  const ledger = await lockLedger(work, order_id)
  refuse(refuseToPay(ledger.order, ledger.entries))
  const { slug } = await requireGateway(work, payment.gateway)
  const amount = checkAmount(payment.amount, amountDue(ledger.order, ledger.entries), 'to pay')
  return charge(work, ledger, {
    transaction_type: typeOf(payment),
    gateway: slug,
    amount,
    parent: null,
    items: null,
    options: payment.options ?? {},
    paymentmethod_meta: payment.paymentmethod_meta ?? {},
    payment_method: payment.payment_method ?? null,
    reference: payment.reference ?? null,
  })
}

/** `manual` records payments made elsewhere, which only a seller can confirm. */
function typeOf({ gateway, method, payer }: Payment): Payment['method'] {
  return gateway === 'manual' && payer === 'shopper' ? 'authorize' : method
}
