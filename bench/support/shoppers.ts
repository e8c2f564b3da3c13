import { setTimeout as wait } from 'node:timers/promises'
import { type Answered, send } from '../../test/support/app.ts'
import { ADDRESS, GUEST } from '../../test/support/store/shop.ts'

export type Shopping = {
  /** Of the APIs; the same is asked of one after the other until one answers. */
  origins: readonly string[]
  seller_token: string
  /** Sessions; carts go to them in turn. */
  shopper_tokens: readonly string[]
  product_ids: readonly string[]
  checkouts: number
  random: () => number
  /** Called after each checkout, with how many there were so far. */
  onCheckout: (done: number) => void
}

/** What shoppers reported. */
export type CheckoutReport = {
  /** By cart: the orders that answers named. */
  orders: Map<string, Set<string>>
  /** Checkouts that were refused for lack of stock. */
  short: number
  /** Carts that were found checked out when it was asked for again without a key. */
  found_done: Set<string>
  /** Answers that were kept from the first time. */
  replayed: number
  /** Requests that were not answered, or by 5xx. */
  unanswered: number
  /** Answers that nobody may get. */
  wrong: string[]
}

const AT_ONCE = 16
const REQUEST_TIMEOUT_MS = 15_000
const FIRST_RETRY_MS = 20
const LAST_RETRY_MS = 500
/** What no API has answered for so long fails the run. */
const PATIENCE_MS = 120_000

/**
 * Fills carts and checks them out, some at once. Every other shopper sends a key, of these every other one twice at the same
 * time; whoever gets no response asks again. Of what was bought, some is cancelled and some paid and fulfilled meanwhile.
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

/** Two in ten orders are cancelled, two are paid and sent; what was done before it was asked again is a 409. */
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

/** Asks one API after the other until there is a response. Throws when there is none for too long. */
async function insist(
  { shopping, report, token }: Asking,
  method: string,
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<Answered> {
  const give_up_at = Date.now() + PATIENCE_MS
  const headers = { authorization: `Bearer ${token}`, ...more }
  for (let pause = FIRST_RETRY_MS; Date.now() < give_up_at; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    const origin = shopping.origins[turn++ % shopping.origins.length] ?? ''
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const response = await send(`${origin}${path}`, method, body, headers, timeout).catch(() => null)
    if (response !== null && response.status < 500) return response
    report.unanswered += 1
    await wait(pause)
  }
  throw new Error(`Nobody answers ${method} ${path}.`)
}

function describe({ status, body }: Answered): string {
  return `${status} ${JSON.stringify(body?.errors ?? body)}`.slice(0, 300)
}

function pickOne<Of>(among: readonly Of[], random: () => number): Of {
  return among[Math.floor(among.length * random())] as Of
}
