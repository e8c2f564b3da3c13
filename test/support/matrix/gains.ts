import type { Answered, Client } from '../app.ts'
import { ADDRESS, customItem, expectStatus, GUEST, newCartId } from '../store/shop.ts'
import type { Neighbor, Population } from './population.ts'

/** The seller, the buyer, another customer as the victim, and a product. */
export type Market = {
  seller: Client
  buyer: Client
  product_id: string
  buyer_id: string
  victim_id: string
  account_id: string
}

export function marketOf({ tenant, sold, customer, store }: Population, neighbor: Neighbor): Market {
  const { client: buyer, id: buyer_id } = neighbor.customer
  const account_id = store.places.get('/v2/accounts/{account_id}')?.[0] ?? ''
  return { seller: tenant.seller, buyer, product_id: sold.product_id, buyer_id, victim_id: customer.id, account_id }
}

/** Something that a shopper tries; returns what was gained, or null. */
type Gain = (market: Market) => Promise<string | null>

/** Names of the gains that a shopper achieves with allowed operations. */
export async function gainsIn(market: Market): Promise<string[]> {
  const gains: string[] = []
  for (const [name, gain] of Object.entries(GAINS)) {
    const gained = await gain(market)
    if (gained !== null) gains.push(`${name}: ${gained}`)
  }
  return gains
}

const GAINS: Record<string, Gain> = {
  'a line at a price of its own': onCart((market, cart) => market.buyer.post(`${cart}/items`, { data: customItem(1) })),
  'a line that takes something off': onCart(({ buyer }, cart) =>
    buyer.post(`${cart}/items`, { data: customItem(-1000) }),
  ),
  'a product at a price of its own': onCart(({ buyer, product_id: id }, cart) =>
    buyer.post(`${cart}/items`, { data: { type: 'cart_item', id, quantity: 1, price: { amount: 1 } } }),
  ),
  'a line for less': onLine(({ buyer }, line) =>
    buyer.put(line, { data: { type: 'cart_item', quantity: 2, price: { amount: 1 }, unit_price: { amount: 1 } } }),
  ),
  'a negative quantity': onLine(({ buyer }, line) => buyer.put(line, { data: { type: 'cart_item', quantity: -1 } })),
  'a discount of its own': onCart(({ buyer }, cart) =>
    buyer.put(cart, { data: { type: 'cart', name: 'Mine', discount: { amount: 1000 }, meta: { display_price: {} } } }),
  ),
  'a tax of its own': onTaxedLine(({ buyer }, line) => buyer.post(`${line}/taxes`, { data: TAX })),
  "another of the seller's taxes": onTaxedLine(({ buyer }, line, tax) =>
    buyer.put(`${line}/taxes/${tax}`, { data: { type: 'tax_item', rate: 0 } }),
  ),
  'a tax of its own, among those of all lines': onTaxedLine(({ buyer }, line) =>
    buyer.post(`${cartOfLine(line)}/taxes`, { data: [{ ...TAX, ...onLineOf(line) }] }),
  ),
  "none of the seller's taxes on any line": onTaxedLine(({ buyer }, line) => buyer.delete(`${cartOfLine(line)}/taxes`)),
  "another item at the seller's price": onCart(async ({ seller, buyer }, cart) => {
    const cart_id = newCartId()
    expectStatus(await seller.post(`/v2/carts/${cart_id}/items`, { data: customItem(1) }), 201)
    return buyer.post(`${cart}/items`, { data: { type: 'cart_items', cart_id } })
  }),
  "none of the seller's taxes": onTaxedLine(({ buyer }, line) => buyer.delete(`${line}/taxes`)),
  "one of the seller's taxes less": onTaxedLine(({ buyer }, line, tax) => buyer.delete(`${line}/taxes/${tax}`)),
  'an order that counts as paid': onCheckout({ payment: 'paid', status: 'complete' }),
  'an order at a total of its own': onCheckout({ with_tax: { amount: 1 }, meta: { display_price: {} } }),
  'an order in the name of another customer': (market) => onCheckout({ customer: { id: market.victim_id } })(market),
  'an order in the name of an account': (market) => onCheckout({ account: { id: market.account_id } })(market),
  'payment by hand': onOrder((market, order) => payWith(market, order, { gateway: 'manual' })),
  'payment by a word': onOrder((market, order) =>
    payWith(market, order, { gateway: 'sandbox', method: 'authorize', amount: 1, status: 'complete' }),
  ),
  'payment of a cent': onOrder((market, order) => payWith(market, order, { gateway: 'sandbox', amount: 1 })),
  'a segment': onCustomer(({ buyer, buyer_id }) =>
    buyer.put(`/v2/customers/${buyer_id}`, { data: { type: 'customer', segments: ['vip'] } }),
  ),
  'a segment by registration': async ({ buyer }) => {
    const email = `${crypto.randomUUID()}@example.com`
    const response = await buyer.post('/v2/customers', {
      data: { type: 'customer', name: 'A', email, segments: ['vip'] },
    })
    return response.body?.data?.segments?.includes('vip') ? statusText(response) : null
  },
}

const TAX = { type: 'tax_item', name: 'None', jurisdiction: 'US', code: 'none', rate: 0 }

const cartOfLine = (line: string) => line.split('/items/')[0]
const onLineOf = (line: string) => ({
  relationships: { item: { data: { type: 'cart_item', id: line.split('/items/')[1] } } },
})

const statusText = ({ status }: Answered) => `status ${status}`

/** A cart with one lamp and its price: no request of the shopper may put anything else into it for less. */
function onCart(attempt: (market: Market, cart: string) => Promise<Answered>): Gain {
  return async (market) => {
    const cart = await cartOf(market)
    const before = await unitPrices(market, cart)
    const response = await attempt(market, cart)
    const after = await unitPrices(market, cart)
    return after.some((price) => !before.includes(price)) ? statusText(response) : null
  }
}

async function cartOf({ buyer, product_id: id }: Market): Promise<string> {
  const cart = `/v2/carts/${newCartId()}`
  expectStatus(await buyer.post(`${cart}/items`, { data: { type: 'cart_item', id, quantity: 1 } }), 201)
  return cart
}

/** Unit price of each line with discounts and tax, and whether its quantity is below one. */
async function unitPrices({ seller }: Market, cart: string): Promise<string[]> {
  const { data } = expectStatus(await seller.get(`${cart}/items`), 200).body
  type Line = { quantity: number; meta: { display_price: Record<string, { unit?: { amount: number } }> } }
  return (data as Line[]).map(({ quantity, meta }) => {
    const { with_tax, without_tax } = meta.display_price
    return [with_tax?.unit?.amount, without_tax?.unit?.amount, quantity < 1].join(' ')
  })
}

function onLine(attempt: (market: Market, line: string) => Promise<Answered>): Gain {
  return onCart(async (market, cart) => attempt(market, await lineOf(market, cart)))
}

async function lineOf({ seller }: Market, cart: string): Promise<string> {
  const { data } = expectStatus(await seller.get(`${cart}/items`), 200).body
  return `${cart}/items/${data[0].id}`
}

/** A line with a tax of a third set by the seller, which the shopper must not change. */
function onTaxedLine(attempt: (market: Market, line: string, tax: string) => Promise<Answered>): Gain {
  return async (market) => {
    const cart = await cartOf(market)
    const line = await lineOf(market, cart)
    const third = { ...TAX, name: 'Levy', code: 'levy', rate: 0.333333 }
    const { id } = expectStatus(await market.seller.post(`${line}/taxes`, { data: third }), 201).body.data
    const before = await unitPrices(market, cart)
    const response = await attempt(market, line, id)
    const is_same = (await unitPrices(market, cart)).join() === before.join()
    return response.status >= 400 && is_same ? null : statusText(response)
  }
}

/** A checkout with forbidden members is rejected, or creates the shopper's own unpaid order at the cart's price. */
function onCheckout(more: Record<string, unknown>): Gain {
  return async (market) => {
    const cart = await cartOf(market)
    const { amount } = await totalOf(market, cart)
    const data = { customer: GUEST, billing_address: ADDRESS, ...more }
    const response = await market.buyer.post(`${cart}/checkout`, { data })
    if (response.status >= 400) return null
    const order = expectStatus(await market.seller.get(`/v2/orders/${response.body.data.id}`), 200).body.data
    const text = JSON.stringify(order)
    const is_own = !text.includes(market.victim_id) && !text.includes(market.account_id)
    const is_due = order.payment === 'unpaid' && order.meta.display_price.with_tax.amount >= amount
    return is_own && is_due ? null : statusText(response)
  }
}

async function totalOf({ seller }: Market, cart: string): Promise<{ amount: number }> {
  return expectStatus(await seller.get(cart), 200).body.data.meta.display_price.with_tax
}

/** An order without any payment stays unpaid, whatever the shopper does. */
function onOrder(attempt: (market: Market, order: string) => Promise<Answered>): Gain {
  return async (market) => {
    const checkout = { customer: GUEST, billing_address: ADDRESS }
    const made = await market.buyer.post(`${await cartOf(market)}/checkout`, { data: checkout })
    const order = `/v2/orders/${expectStatus(made, 201).body.data.id}`
    const response = await attempt(market, order)
    const { payment } = expectStatus(await market.seller.get(order), 200).body.data
    return payment === 'paid' ? statusText(response) : null
  }
}

function payWith({ buyer }: Market, order: string, more: Record<string, unknown>): Promise<Answered> {
  return buyer.post(`${order}/payments`, { data: { method: 'purchase', ...more } })
}

function onCustomer(attempt: (market: Market) => Promise<Answered>): Gain {
  return async (market) => {
    const response = await attempt(market)
    const { data } = expectStatus(await market.seller.get(`/v2/customers/${market.buyer_id}`), 200).body
    return data.segments.length === 0 ? null : statusText(response)
  }
}
