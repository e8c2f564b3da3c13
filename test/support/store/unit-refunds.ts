import type { Answered, Client } from '../app.ts'
import { act, checkOut, expectStatus, fillCart, newCartId, pay } from './shop.ts'

/** An order with the transaction that paid or authorized it, and its items in line order. */
export type Sold = { id: string; transaction_id: string; item_ids: string[] }

/** A custom item and, instead of the store's taxes, taxes of the whole line. */
export type SoldLine = { item: object; taxes?: readonly Record<string, unknown>[] }

/** Sells lines and captures or authorizes their total, unless it is zero. */
export async function sell(client: Client, lines: readonly SoldLine[], method = 'purchase'): Promise<Sold> {
  const cart_id = newCartId()
  for (const { item, taxes = [] } of lines) {
    await fillCart(client, [item], cart_id)
    const cart = expectStatus(await client.get(`/v2/carts/${cart_id}/items`), 200).body
    const data = taxes.map((tax) => ({ type: 'tax_item', ...tax }))
    const path = `/v2/carts/${cart_id}/items/${cart.data.at(-1).id}/taxes`
    if (data.length > 0) expectStatus(await client.post(path, { data }), 201)
  }
  const { data, included } = expectStatus(await checkOut(client, cart_id), 201).body
  const item_ids: string[] = included.items.map(({ id }: { id: string }) => id)
  const isFree = data.meta.display_price.with_tax.amount === 0
  const transaction_id = isFree ? data.id : expectStatus(await pay(client, data.id, { method }), 201).body.data.id
  return { id: data.id, transaction_id, item_ids }
}

export function refundUnits(
  client: Client,
  { id, transaction_id, item_ids }: Sold,
  units: readonly (readonly [line: number, quantity: number])[],
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const items = units.map(([line, quantity]) => ({ id: item_ids[line], quantity }))
  return act(client, id, transaction_id, 'refund', { items, ...more })
}

export function previewUnits(
  client: Client,
  { id, transaction_id, item_ids }: Sold,
  units: readonly (readonly [line: number, quantity: number])[],
): Promise<Answered> {
  const items = units.map(([line, quantity]) => ({ id: item_ids[line], quantity }))
  return act(client, id, transaction_id, 'refund/preview', { items })
}

export type ReportedItem = {
  id: string
  quantity: number
  meta: { refunded_quantity: number; display_price: { with_tax: { value: { amount: number } } } }
}

export async function itemsOf(client: Client, order_id: string): Promise<ReportedItem[]> {
  return expectStatus(await client.get(`/v2/orders/${order_id}/items`), 200).body.data
}
