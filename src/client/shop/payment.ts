import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../../kernel/duration.ts'
import type { Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'
import type { Plan } from './plan.ts'
import { type Order, type Transaction, TransactionResponse } from './responses.ts'
import type { VisitReport } from './visit-report.ts'

type Both = { shopper: Connection; seller: Connection }

/** Pays the order, and then fulfills, refunds or cancels it as planned. */
export async function payFor(both: Both, order: Order, plan: Plan, report: VisitReport): Promise<void> {
  // An order without a total is paid at checkout.
  const isFree = order.meta.display_price.with_tax.amount === 0
  const payment = isFree ? null : await payAsPlanned(both, order, plan, report)
  if (payment === null && !isFree) return
  report.steps.push('paid')
  await continuePaidOrder(both.seller, { order, payment }, plan, report)
}

/** Returns the transaction that paid the order; null if none did. */
async function payAsPlanned(both: Both, order: Order, plan: Plan, { steps }: VisitReport): Promise<Transaction | null> {
  const { shopper, seller } = both
  switch (plan.payment) {
    case 'purchase':
      return pay(shopper, order, 'sandbox', 'purchase')
    case 'transfer':
      return pay(seller, order, 'manual', 'purchase')
    case 'authorize': {
      const { id } = await pay(shopper, order, 'sandbox', 'authorize')
      steps.push('authorized')
      const captured = await act(seller, order, id, 'capture')
      steps.push('captured')
      return captured
    }
    case 'void': {
      const { id } = await pay(shopper, order, 'sandbox', 'authorize')
      steps.push('authorized')
      await act(seller, order, id, 'cancel')
      steps.push('authorization voided')
      return cancelUnpaid(seller, order, steps)
    }
    case 'retry':
      await pay(shopper, order, 'sandbox', 'purchase', { outcome: 'decline' })
      steps.push('declined')
      return pay(shopper, order, 'sandbox', 'purchase')
    case 'decline':
      await pay(shopper, order, 'sandbox', 'purchase', { outcome: 'decline' })
      steps.push('declined')
      return cancelUnpaid(seller, order, steps)
    case 'approve_later':
    case 'decline_later':
      return payLater(both, order, plan, steps)
    case 'forget':
      steps.push('never paid')
      return null
  }
}

async function payLater(
  both: Both,
  order: Order,
  plan: Plan,
  steps: VisitReport['steps'],
): Promise<Transaction | null> {
  const options = { outcome: plan.payment, after_seconds: plan.decision_seconds }
  const pending = await pay(both.shopper, order, 'sandbox', 'purchase', options)
  const decided = await decisionOf(both.shopper, order, pending)
  steps.push(decided.status === 'complete' ? 'approved later' : 'declined later')
  return decided.status === 'complete' ? decided : cancelUnpaid(both.seller, order, steps)
}

const POLL_INTERVAL_MS = 250
const DECISION_TIMEOUT_MS = 30_000

/** Throws if the gateway does not decide in time. */
async function decisionOf(shopper: Connection, order: Order, { id }: Transaction): Promise<Transaction> {
  for (const end = Date.now() + DECISION_TIMEOUT_MS; Date.now() < end; await wait(POLL_INTERVAL_MS)) {
    const { data } = parseResponse(TransactionResponse, await shopper.get(`/orders/${order.id}/transactions/${id}`))
    if (data.status !== 'pending') return data
  }
  throw new Error(`The gateway did not decide within ${DECISION_TIMEOUT_MS / SECOND} s.`)
}

async function cancelUnpaid(seller: Connection, order: Order, steps: VisitReport['steps']): Promise<null> {
  await putOrder(seller, order, { status: 'cancelled' })
  steps.push('cancelled')
  return null
}

type PaidOrder = { order: Order; payment: Transaction | null }

async function continuePaidOrder(
  seller: Connection,
  { order, payment }: PaidOrder,
  plan: Plan,
  { steps }: VisitReport,
): Promise<void> {
  const { afterwards } = plan
  if (afterwards === 'wait') return
  const isCancelled = afterwards === 'cancel'
  await putOrder(seller, order, isCancelled ? { status: 'cancelled' } : { shipping: 'fulfilled' })
  steps.push(isCancelled ? 'cancelled' : 'fulfilled')
  if (afterwards === 'fulfil' || payment === null) return
  const part = afterwards === 'refund_part' ? Math.floor(payment.amount / 3) : 0
  await act(seller, order, payment.id, 'refund', part > 0 ? { amount: part } : undefined)
  steps.push(part > 0 ? 'partly refunded' : 'refunded')
}

/** Throws if the transaction does not get the requested outcome. */
async function pay(
  payer: Connection,
  order: Order,
  gateway: 'sandbox' | 'manual',
  method: 'purchase' | 'authorize',
  options: Readonly<Record<string, unknown>> = {},
): Promise<Transaction> {
  const data = { gateway, method, ...(gateway === 'sandbox' && { options }) }
  const response = await payer.post(`/orders/${order.id}/payments`, { data })
  const transaction = parseResponse(TransactionResponse, response).data
  const expected = EXPECTED[String(options.outcome ?? 'approve')]
  if (transaction.status === expected) return transaction
  throw new Error(`The gateway ${gateway} created a transaction that is ${transaction.status} instead of ${expected}.`)
}

const EXPECTED: Readonly<Record<string, Transaction['status']>> = {
  approve: 'complete',
  decline: 'failed',
  approve_later: 'pending',
  decline_later: 'pending',
}

/** Captures, refunds or cancels a transaction; completely unless `data` has an amount. */
async function act(
  seller: Connection,
  order: Order,
  id: string,
  action: 'capture' | 'refund' | 'cancel',
  data?: object,
): Promise<Transaction> {
  const path = `/orders/${order.id}/transactions/${id}/${action}`
  return parseResponse(TransactionResponse, await seller.post(path, data === undefined ? undefined : { data })).data
}

async function putOrder(seller: Connection, { id }: Order, attributes: object): Promise<void> {
  await seller.put(`/orders/${id}`, { data: { type: 'order', ...attributes } })
}
