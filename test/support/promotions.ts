import type { Client } from './app.ts'
import { expectStatus } from './shop.ts'

/** A promotion of the store; without more it takes 5.00 off the cart. */
export async function makePromotion(store: Client, attributes: Record<string, unknown> = {}): Promise<string> {
  const data = {
    type: 'promotion',
    name: 'Five off',
    scope: 'cart',
    action: { kind: 'amount', amount: 500 },
    currency: 'USD',
    ...attributes,
  }
  return expectStatus(await store.post('/v2/promotions', { data }), 201).body.data.id
}

export async function changePromotion(store: Client, id: string, attributes: Record<string, unknown>): Promise<void> {
  expectStatus(await store.put(`/v2/promotions/${id}`, { data: { type: 'promotion', ...attributes } }), 200)
}

export async function makeCoupon(
  store: Client,
  promotion_id: string,
  attributes: Record<string, unknown>,
): Promise<string> {
  const data = { type: 'coupon', ...attributes }
  return expectStatus(await store.post(`/v2/promotions/${promotion_id}/coupons`, { data }), 201).body.data.id
}
