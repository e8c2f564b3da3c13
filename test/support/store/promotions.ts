import type { Client } from '../app.ts'
import { expectStatus } from './shop.ts'

/** Creates a promotion; by default 5.00 off the cart. */
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

export type ExplainedPromotion = {
  id: string
  applied: boolean
  amount: { amount: number }
  coupon: string | null
  sentence: string
}

export const pricesOf = async (client: Client, cart_id: string) => {
  const { meta } = expectStatus(await client.get(`/v2/carts/${cart_id}`), 200).body.data
  const { with_tax, discount } = meta.display_price
  return { with_tax: with_tax.amount, discount: discount.amount }
}

export const reported = async (client: Client, cart_id: string): Promise<ExplainedPromotion[]> =>
  expectStatus(await client.get(`/v2/carts/${cart_id}/promotions`), 200).body.data

export const addCoupon = (client: Pick<Client, 'post'>, cart_id: string, code: string) =>
  client.post(`/v2/carts/${cart_id}/coupons`, { data: { type: 'coupon', code } })

export const detailsOf = ({ body }: { body: { errors: { detail: string }[] } }) =>
  body.errors.map(({ detail }) => detail)

/** A shopper who has logged in as a new customer. */
export async function customerOf(
  { store, shopper }: { store: Client; shopper: Client },
  more: Record<string, unknown> = {},
) {
  const email = `${crypto.randomUUID()}@example.com`
  const data = { type: 'customer', name: 'Ada Marsh', email, password: 'correct horse battery', ...more }
  const { id } = expectStatus(await store.post('/v2/customers', { data }), 201).body.data
  const login = { data: { type: 'token', email, password: data.password } }
  const { token } = expectStatus(await shopper.post('/v2/customers/tokens', login), 201).body.data
  const headers = { 'x-customer-token': token }
  const call: Client['call'] = (method, path, body, others) =>
    shopper.call(method, path, body, { ...headers, ...others })
  return {
    id,
    email,
    client: {
      ...shopper,
      call,
      get: (path: string) => call('GET', path),
      post: (path: string, body: unknown) => call('POST', path, body),
    } as Client,
  }
}
