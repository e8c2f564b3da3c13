import { setTimeout as wait } from 'node:timers/promises'
import { type Answered, send } from '../../test/support/app.ts'
import { ADDRESS, GUEST } from '../../test/support/store/shop.ts'

export type Shopping = {
  /** Addresses of the APIs; a request goes to one after another until it gets a response. */
  origins: readonly string[]
  seller_token: string
  /** Tokens of sessions, to which carts are assigned round-robin. */
  shopper_tokens: readonly string[]
  product_ids: readonly string[]
  checkouts: number
  random: () => number
  /** Called after each checkout with the number so far. */
  onCheckout: (done: number) => void
}

/** Responses that shoppers got. */
export type CheckoutReport = {
  /** Order ids in responses, by cart. */
  orders: Map<string, Set<string>>
  /** Checkouts rejected for lack of stock. */
  short: number
  /** Carts without an idempotency key that were already checked out on retry. */
  found_done: Set<string>
  /** Responses repeated for an idempotency key. */
  replayed: number
  /** Requests with a 5xx or without a response. */
  unanswered: number
  /** Responses that must never occur. */
  wrong: string[]
}

const AT_ONCE = 16
const REQUEST_TIMEOUT_MS = 15_000
const FIRST_RETRY_MS = 20
const LAST_RETRY_MS = 500
/** A request without a response for this long fails the run. */
const TIMEOUT_MS = 120_000

/**
 * Fills carts and checks them out, some concurrently. Every other shopper sends an idempotency key, and half of these
 * send it twice at once; a request without a response is retried. Meanwhile some orders are cancelled, and some paid
 * and fulfilled.
 */
export async function shop(shopping: Shopping): Promise<CheckoutReport> {
  const report: CheckoutReport = {
    orders: new Map(),
    short: 0,
    found_done: new Set(),
    replayed: 0,
    unanswered: 0,
    wrong: [],
  }
  let next = 0
  let done = 0
  const shopper = async () => {
    for (let number = next++; number < shopping.checkouts; number = next++) {
      await visit(shopping, report, number)
      done += 1
      shopping.onCheckout(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shopper))
  return report
}

async function visit(shopping: Shopping, report: CheckoutReport, number: number): Promise<void> {
  const { random, product_ids } = shopping
  const cart_id = `cart-${number}`
  const token = shopping.shopper_tokens[number % shopping.shopper_tokens.length] ?? ''
  const ids = Array.from({ length: 1 + Math.floor(3 * random()) }, () => pickOne(product_ids, random))
  const lines = [...new Set(ids)].map((id) => ({ type: 'cart_item', id, quantity: 1 + Math.floor(3 * random()) }))
  const what_next = random()
  const asking = { shopping, report, token }
  const filled = await insist(asking, 'POST', `/v2/carts/${cart_id}/items`, { data: lines })
  if (filled.status !== 201) report.wrong.push(`${cart_id} was filled: ${describe(filled)}`)

  const key = number % 2 === 0 ? { 'idempotency-key': `buy ${cart_id}` } : {}
  const data = { customer: GUEST, billing_address: ADDRESS, external_ref: cart_id }
  const buy = () => insist(asking, 'POST', `/v2/carts/${cart_id}/checkout`, { data }, key)
  const answers = await Promise.all(number % 4 === 0 ? [buy(), buy()] : [buy()])
  for (const response of answers) note(report, cart_id, response, number % 2 === 0)
  const [order_id] = report.orders.get(cart_id) ?? []
  if (order_id !== undefined) await follow({ ...asking, token: shopping.seller_token }, order_id, what_next)
}

function note(report: CheckoutReport, cart_id: string, response: Answered, keyed: boolean): void {
  if (response.status === 201) {
    if (response.headers.has('idempotent-replay')) report.replayed += 1
    report.orders.set(cart_id, (report.orders.get(cart_id) ?? new Set()).add(response.body.data.id))
    return
  }
  const detail = String(response.body?.errors?.[0]?.detail)
  if (response.status === 409 && detail.includes(' available.')) report.short += 1
  else if (response.status === 409 && detail === 'The cart is empty.' && !keyed) report.found_done.add(cart_id)
  else report.wrong.push(`${cart_id} was checked out: ${describe(response)}`)
}

/** Two in ten orders are cancelled, two are paid and shipped. A retry gets a 409 for what was already done. */
async function follow(asking: Asking, order_id: string, what: number): Promise<void> {
  const put = async (attributes: object) => {
    const path = `/v2/orders/${order_id}`
    const response = await insist(asking, 'PUT', path, { data: { type: 'order', ...attributes } })
    if (response.status !== 200 && response.status !== 409) asking.report.wrong.push(`${path}: ${describe(response)}`)
  }
  if (what < 0.2) return put({ status: 'cancelled' })
  if (what > 0.4) return
  const path = `/v2/orders/${order_id}/payments`
  const payment = { data: { gateway: 'manual', method: 'purchase' } }
  const paid = await insist(asking, 'POST', path, payment, { 'idempotency-key': `pay ${order_id}` })
  if (paid.status !== 201) asking.report.wrong.push(`${path}: ${describe(paid)}`)
  return put({ shipping: 'fulfilled' })
}

type Asking = { shopping: Shopping; report: CheckoutReport; token: string }

let turn = 0

/** Sends to one API after another until there is a response. Throws after a timeout. */
async function insist(
  { shopping, report, token }: Asking,
  method: string,
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<Answered> {
  const give_up_at = Date.now() + TIMEOUT_MS
  const headers = { authorization: `Bearer ${token}`, ...more }
  for (let pause = FIRST_RETRY_MS; Date.now() < give_up_at; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    const origin = shopping.origins[turn++ % shopping.origins.length] ?? ''
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const response = await send(`${origin}${path}`, method, body, headers, timeout).catch(() => null)
    if (response !== null && response.status < 500) return response
    report.unanswered += 1
    await wait(pause)
  }
  throw new Error(`No API responds to ${method} ${path}.`)
}

function describe({ status, body }: Answered): string {
  return `${status} ${JSON.stringify(body?.errors ?? body)}`.slice(0, 300)
}

function pickOne<Of>(among: readonly Of[], random: () => number): Of {
  return among[Math.floor(among.length * random())] as Of
}
