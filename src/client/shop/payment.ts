import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '../connection.ts'
import { checkAnswer } from '../list.ts'
import { type Order, type Transaction, TransactionAnswer } from './answers.ts'
import type { Plan } from './plan.ts'
import type { Story } from './story.ts'

type Both = { shopper: Connection; seller: Connection }

/** The order is paid or not, and then fulfilled, refunded or cancelled, as the plan says. */
export async function payFor(both: Both, order: Order, plan: Plan, story: Story): Promise<void> {
  // What costs nothing is paid already.
  const isFree = order.meta.display_price.with_tax.amount === 0
  const taken = isFree ? null : await takeMoney(both, order, plan, story)
  if (taken === null && !isFree) return
  story.deeds.push('paid')
  await goOn(both.seller, { order, taken }, plan, story)
}

/** The transaction that took the money; null when none did. */
async function takeMoney(both: Both, order: Order, plan: Plan, { deeds }: Story): Promise<Transaction | null> {
  const { shopper, seller } = both
  switch (plan.payment) {
    case 'purchase':
      return pay(shopper, order, 'sandbox', 'purchase')
    case 'transfer':
      return pay(seller, order, 'manual', 'purchase')
    case 'authorize': {
      const { id } = await pay(shopper, order, 'sandbox', 'authorize')
      deeds.push('authorized')
      const captured = await act(seller, order, id, 'capture')
      deeds.push('captured')
      return captured
    }
    case 'void': {
      const { id } = await pay(shopper, order, 'sandbox', 'authorize')
      deeds.push('authorized')
      await act(seller, order, id, 'cancel')
      deeds.push('authorization given up')
      return cancelUnpaid(seller, order, deeds)
    }
    case 'retry':
      await pay(shopper, order, 'sandbox', 'purchase', { outcome: 'decline' })
      deeds.push('declined')
      return pay(shopper, order, 'sandbox', 'purchase')
    case 'decline':
      await pay(shopper, order, 'sandbox', 'purchase', { outcome: 'decline' })
      deeds.push('declined')
      return cancelUnpaid(seller, order, deeds)
    case 'approve_later':
    case 'decline_later':
      return payLater(both, order, plan, deeds)
    case 'forget':
      deeds.push('never paid')
      return null
  }
}

async function payLater(both: Both, order: Order, plan: Plan, deeds: Story['deeds']): Promise<Transaction | null> {
  const options = { outcome: plan.payment, after_seconds: plan.later }
  const asked = await pay(both.shopper, order, 'sandbox', 'purchase', options)
  const decided = await decisionOf(both.shopper, order, asked)
  deeds.push(decided.status === 'complete' ? 'decided later' : 'refused later')
  return decided.status === 'complete' ? decided : cancelUnpaid(both.seller, order, deeds)
}

const LOOK_EVERY = 250
const PATIENCE = 30_000

/** Throws when the gateway does not decide in time. */
async function decisionOf(shopper: Connection, order: Order, { id }: Transaction): Promise<Transaction> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(LOOK_EVERY)) {
    const { data } = checkAnswer(TransactionAnswer, await shopper.get(`/orders/${order.id}/transactions/${id}`))
    if (data.status !== 'pending') return data
  }
  throw new Error(`The gateway has not decided within ${PATIENCE / 1000} s.`)
}

async function cancelUnpaid(seller: Connection, order: Order, deeds: Story['deeds']): Promise<null> {
  await putOrder(seller, order, { status: 'cancelled' })
  deeds.push('cancelled')
  return null
}

type Paid = { order: Order; taken: Transaction | null }

async function goOn(seller: Connection, { order, taken }: Paid, plan: Plan, { deeds }: Story): Promise<void> {
  const { afterwards } = plan
  if (afterwards === 'wait') return
  const isCancelled = afterwards === 'cancel'
  await putOrder(seller, order, isCancelled ? { status: 'cancelled' } : { shipping: 'fulfilled' })
  deeds.push(isCancelled ? 'cancelled' : 'fulfilled')
  if (afterwards === 'fulfil' || taken === null) return
  const part = afterwards === 'refund_part' ? Math.floor(taken.amount / 3) : 0
  await act(seller, order, taken.id, 'refund', part > 0 ? { amount: part } : undefined)
  deeds.push(part > 0 ? 'partly refunded' : 'refunded')
}

/** Throws when the gateway does something else than it was told. */
async function pay(
  payer: Connection,
  order: Order,
  gateway: 'sandbox' | 'manual',
  method: 'purchase' | 'authorize',
  options: Readonly<Record<string, unknown>> = {},
): Promise<Transaction> {
  const data = { gateway, method, ...(gateway === 'sandbox' && { options }) }
  const made = checkAnswer(TransactionAnswer, await payer.post(`/orders/${order.id}/payments`, { data })).data
  const expected = EXPECTED[String(options.outcome ?? 'approve')]
  if (made.status === expected) return made
  throw new Error(`The gateway ${gateway} made a transaction that is ${made.status} instead of ${expected}.`)
}

const EXPECTED: Readonly<Record<string, Transaction['status']>> = {
  approve: 'complete',
  decline: 'failed',
  approve_later: 'pending',
  decline_later: 'pending',
}

/** Captures, refunds or gives up a transaction; in whole without data. */
async function act(
  seller: Connection,
  order: Order,
  id: string,
  action: 'capture' | 'refund' | 'cancel',
  data?: object,
): Promise<Transaction> {
  const path = `/orders/${order.id}/transactions/${id}/${action}`
  return checkAnswer(TransactionAnswer, await seller.post(path, data === undefined ? undefined : { data })).data
}

async function putOrder(seller: Connection, { id }: Order, attributes: object): Promise<void> {
  await seller.put(`/orders/${id}`, { data: { type: 'order', ...attributes } })
}
