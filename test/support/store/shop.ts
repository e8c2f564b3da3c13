import type { Answered, Client } from '../app.ts'

/** Events after a moment, the oldest first, as `key version`. */
type Watch = { emitted(): Promise<string[]>; events(): Promise<Emitted[]> }

export type Emitted = {
  id: string
  triggered_by: string
  resource_version: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the payload holds
  payload: any
}

/** Watches events that a store emits from now on, or from the last call of `again` on. */
export async function watchEvents(client: Client): Promise<Watch & { again(): Promise<void> }> {
  let last = await newest(client)
  const events = async () => {
    const filter = last === null ? '' : `&filter=gt(id,${last})`
    const { body } = await client.get(`/v2/events?sort=id&page[limit]=100${filter}`)
    return body.data as Emitted[]
  }
  return {
    events,
    emitted: async () => (await events()).map(({ triggered_by }) => triggered_by),
    async again() {
      last = await newest(client)
    },
  }
}

async function newest(client: Client): Promise<string | null> {
  const { body } = await client.get('/v2/events?sort=-id&page[limit]=1')
  return body.data[0]?.id ?? null
}

export const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  city: 'Portland',
  postcode: '97205',
  county: 'Multnomah',
  region: 'OR',
  country: 'US',
}
export const GUEST = { name: 'Ada Marsh', email: 'ada.marsh@example.com' }

export async function openToShoppers(seller: Client): Promise<void> {
  const data = { type: 'settings', shopper_custom_items: true, shopper_tax_items: true }
  expectStatus(await seller.put('/v2/settings', { data }), 200)
}

let carts = 0

export function newCartId(): string {
  carts += 1
  return `cart-${process.pid}-${carts}`
}

export function customItem(amount: number, quantity = 1, more: Record<string, unknown> = {}) {
  return { type: 'custom_item', name: 'Lamp', sku: 'LAMP', quantity, price: { amount }, ...more }
}

/** Adds these items to a cart; returns the cart's id. */
export async function fillCart(client: Client, items: readonly object[], id = newCartId()): Promise<string> {
  expectStatus(await client.post(`/v2/carts/${id}/items`, { data: items }), 201)
  return id
}

export function checkOut(client: Client, cart_id: string, more: Record<string, unknown> = {}, headers = {}) {
  const data = { customer: GUEST, billing_address: ADDRESS, shipping_address: ADDRESS, ...more }
  return client.post(`/v2/carts/${cart_id}/checkout`, { data }, headers)
}

/** Places an order of one custom item of this price. */
export async function makeOrder(client: Client, amount = 10_000, more: Record<string, unknown> = {}) {
  const cart_id = await fillCart(client, [customItem(amount)])
  return expectStatus(await checkOut(client, cart_id, more), 201).body.data
}

export function pay(client: Client, order_id: string, data: Record<string, unknown> = {}, headers = {}) {
  const body = { data: { gateway: 'sandbox', method: 'purchase', ...data } }
  return client.post(`/v2/orders/${order_id}/payments`, body, headers)
}

export function act(client: Client, order_id: string, id: string, action: string, data?: Record<string, unknown>) {
  const path = `/v2/orders/${order_id}/transactions/${id}/${action}`
  return client.post(path, data === undefined ? undefined : { data })
}

export function putOrder(client: Client, order_id: string, attributes: Record<string, unknown>) {
  return client.put(`/v2/orders/${order_id}`, { data: { type: 'order', ...attributes } })
}

export async function statesOf(client: Client, order_id: string): Promise<string> {
  const { data } = expectStatus(await client.get(`/v2/orders/${order_id}`), 200).body
  return `${data.status}/${data.payment}/${data.shipping}`
}

export function expectStatus(response: Answered, status: number | readonly number[]): Answered {
  if ([status].flat().includes(response.status)) return response
  throw new Error(`Expected status ${status}, got ${response.status}: ${JSON.stringify(response.body)}`)
}
