import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { customItem, expectStatus, fillCart, makeOrder } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const FROM_FIFTY = {
  type: 'promotion',
  name: 'Five from fifty',
  scope: 'cart',
  currency: 'USD',
  when: { kind: 'subtotal', minimum: 5000 },
  action: { kind: 'amount', amount: 500 },
}

async function tried(client: Client, more: Record<string, unknown>, promotion: Record<string, unknown> = FROM_FIFTY) {
  const data = { type: 'promotion-dry-run', promotion, ...more }
  return client.post('/v2/promotions/dry-run', { data })
}

const onCart = async (client: Client, more: Record<string, unknown>, promotion?: Record<string, unknown>) =>
  expectStatus(await tried(client, more, promotion), 200).body.data

/** The cart, its promotions and the stored promotions, which a dry run must not change. */
async function stateOf(client: Client, cart_id: string) {
  const paths = [`/v2/carts/${cart_id}`, `/v2/carts/${cart_id}/promotions`, '/v2/promotions']
  return Promise.all(paths.map(async (path) => (await client.get(path)).body))
}

test('a dry run on a cart explains why a draft does not apply, or shows the price before and after', async () => {
  const { store, shopper } = await stage.openTenant()
  const cart_id = await fillCart(shopper, [customItem(4800)])
  const state = await stateOf(store, cart_id)
  const short = await onCart(store, { cart_id })
  expect(short).toMatchObject({ orders: 0, examples: [] })
  expect(short.cart).toMatchObject({
    cart_id,
    before: { amount: 4800, currency: 'USD' },
    after: { amount: 4800 },
    discount: { amount: 0 },
    explanation: { applied: false, reason: { kind: 'condition' }, sentence: expect.stringContaining('$2.00') },
  })
  expect(await stateOf(store, cart_id)).toEqual(state)
  expectStatus(await store.post(`/v2/carts/${cart_id}/items`, { data: customItem(200, 1, { sku: 'CARD' }) }), 201)
  const { cart } = await onCart(store, { cart_id })
  expect(cart).toMatchObject({ before: { amount: 5000 }, after: { amount: 4500 }, discount: { amount: 500 } })
  expect(cart.explanation).toMatchObject({ applied: true, amount: { amount: 500 } })
})

test('a dry run shows the same as the cart once the promotion is stored', async () => {
  const { store, shopper } = await stage.openTenant()
  await makePromotion(store, { action: { kind: 'percent', ppm: 100_000, max_discount: null }, currency: null })
  const cart_id = await fillCart(shopper, [customItem(3000, 2)])
  for (const draft of [FROM_FIFTY, { ...FROM_FIFTY, when: { kind: 'first_order' } }]) {
    const { cart } = await onCart(store, { cart_id }, draft)
    const { id } = expectStatus(await store.post('/v2/promotions', { data: draft }), 201).body.data
    const explained = (await store.get(`/v2/carts/${cart_id}/promotions`)).body.data as { id: string }[]
    const withoutId = (all: readonly { id: string }[], own: string) =>
      all.map((one) => (one.id === own ? { ...one, id: 'the draft' } : one))
    expect(withoutId(cart.promotions, cart.explanation.id)).toEqual(withoutId(explained, id))
    const stored = (await store.get(`/v2/carts/${cart_id}`)).body.data
    expect(cart.after.amount).toBe(stored.meta.display_price.with_tax.amount)
    expectStatus(await store.delete(`/v2/promotions/${id}`), 200)
  }
})

test('unsaved changes of a promotion are evaluated on a cart and on past orders', async () => {
  const { store, shopper } = await stage.openTenant()
  const promotion_id = expectStatus(await store.post('/v2/promotions', { data: FROM_FIFTY }), 201).body.data.id
  const cart_id = await fillCart(shopper, [customItem(6000)])
  await makeOrder(shopper, 6000)
  const changed = { ...FROM_FIFTY, action: { kind: 'amount', amount: 800 } }
  const { cart, currencies } = await onCart(store, { cart_id, promotion_id, orders: 10 }, changed)
  expect(cart).toMatchObject({ before: { amount: 5500 }, after: { amount: 5200 }, discount: { amount: 300 } })
  expect(cart.promotions).toHaveLength(1)
  expect(currencies).toMatchObject([{ before: { amount: 5500 }, after: { amount: 5200 } }])
  expect((await store.get(`/v2/promotions/${promotion_id}`)).body.data.action.amount).toBe(500)
})

test('a draft that needs a coupon is evaluated as if the cart had one', async () => {
  const { store, shopper } = await stage.openTenant()
  const cart_id = await fillCart(shopper, [customItem(6000)])
  const { cart } = await onCart(store, { cart_id }, { ...FROM_FIFTY, trigger: 'coupon', usage_limit: 1 })
  expect(cart.explanation).toMatchObject({ applied: true, coupon: 'draft' })
})

test('unknown carts and promotions, and those of other stores, are reported', async () => {
  const { store } = await stage.openTenant()
  const other = await stage.openTenant()
  const cart_id = await fillCart(other.store, [customItem(100)])
  const promotion_id = await makePromotion(other.store)
  for (const [member, value] of Object.entries({ cart_id, promotion_id })) {
    const { body } = expectStatus(await tried(store, { [member]: value }), 422)
    expect(body.errors[0].source).toEqual({ pointer: `/data/${member}` })
  }
})
