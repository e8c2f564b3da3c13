import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { make } from '../../support/store/catalogs.ts'
import { makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart, makeOrder } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const DRAFT = {
  type: 'promotion',
  name: 'Trial',
  scope: 'cart',
  currency: 'USD',
  action: { kind: 'amount', amount: 300 },
}

function attempt(client: Client, promotion: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const data = { type: 'promotion-dry-run', promotion: { ...DRAFT, ...promotion }, ...more }
  return client.post('/v2/promotions/dry-run', { data })
}

test('a draft is evaluated on past orders beside what applied then, and nothing is stored', async () => {
  const { store, shopper } = await stage.openTenant()
  const id = await makePromotion(store, { trigger: 'coupon' })
  await makeCoupon(store, id, { code: 'SPRING' })
  const cart_id = await fillCart(shopper, [customItem(2000), customItem(500, 2, { sku: 'RUG' })])
  expectStatus(await shopper.post(`/v2/carts/${cart_id}/coupons`, { data: { type: 'coupon', code: 'spring' } }), 201)
  const dear = expectStatus(await checkOut(shopper, cart_id), 201).body.data
  const cheap = await makeOrder(shopper, 1000)
  const cancelled = await makeOrder(shopper, 5000)
  expectStatus(await store.put(`/v2/orders/${cancelled.id}`, { data: { type: 'order', status: 'cancelled' } }), 200)
  // Deleting the applied promotion must not change past results.
  expectStatus(await store.delete(`/v2/promotions/${id}`), 200)

  const usd = (amount: number) => expect.objectContaining({ amount, currency: 'USD' })
  const half = { action: { kind: 'percent', ppm: 500_000, max_discount: null }, trigger: 'coupon' }
  expect(expectStatus(await attempt(store, half), 200).body.data).toMatchObject({
    type: 'promotion-dry-run',
    orders: 2,
    skipped: 0,
    applied: 2,
    // Half of the price after five off, or half before, since percentages apply first.
    currencies: [{ orders: 2, applied: 2, before: usd(3500), after: usd(1500), discount: usd(2000) }],
    reasons: {},
  })
  const dearOnly = { when: { kind: 'subtotal', minimum: 2000 } }
  expect(expectStatus(await attempt(store, dearOnly), 200).body.data).toMatchObject({
    applied: 1,
    currencies: [{ before: usd(3500), after: usd(3200), discount: usd(300) }],
    reasons: { condition: 1 },
    examples: [
      {
        order_id: dear.id,
        order_number: dear.order_number,
        before: usd(2500),
        after: usd(2200),
        sentence: 'Applied: $3.00 off 2 lines.',
      },
    ],
  })
  // A future draft is evaluated as if it were active.
  expect((await attempt(store, { start: '2199-01-01T00:00:00Z', usage_limit: 1 })).body.data.applied).toBe(2)
  expect((await attempt(store, {}, { orders: 1 })).body.data.examples).toMatchObject([{ order_id: cheap.id }])
  const { created_at } = cheap.meta.timestamps
  expect((await attempt(store, {}, { from: created_at })).body.data).toMatchObject({ orders: 1, applied: 1 })
  expect((await attempt(store, {}, { to: created_at })).body.data.examples).toMatchObject([{ order_id: dear.id }])
  expect((await store.get('/v2/promotions')).body.data).toEqual([])
})

test('an invalid draft is rejected as on creation', async () => {
  const { store, shopper } = await stage.openTenant()
  const details = async (promotion: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { status, body } = await attempt(store, promotion, more)
    return [status, ...body.errors.map(({ detail, source }: { detail: string; source: object }) => [detail, source])]
  }
  expect(await details({ currency: null })).toEqual([
    422,
    [
      'data.promotion.currency is required, since the promotion names amounts.',
      { pointer: '/data/promotion/currency' },
    ],
  ])
  expect(await details({ scope: 'nowhere' })).toEqual([
    422,
    [
      'data.promotion.scope must be one of: item, line_price, line_total, cart, shipping.',
      { pointer: '/data/promotion/scope' },
    ],
  ])
  expect((await details({}, { orders: 1001 }))[0]).toBe(422)
  expect((await details({}, { from: '2016-12-31T23:59:60Z' }))[0]).toBe(422)
  expect((await attempt(shopper)).status).toBe(403)
})

test('a draft and its promotion have a sentence for sellers, in which the draft names what ids refer to', async () => {
  const { store } = await stage.openTenant()
  const product = await make(store, '/products', 'product', { name: 'Rug', sku: 'RUG' })
  const account = { type: 'account', name: 'Harbor', legal_name: 'Harbor Ltd' }
  const { id } = expectStatus(await store.post('/v2/accounts', { data: account }), 201).body.data
  const terms = { target: { products: [product.id] }, when: { kind: 'account', one_of: [id] }, usage_limit: 9 }
  expect(expectStatus(await attempt(store, terms, { orders: 0 }), 200).body.data.sentence).toBe(
    '$3.00 off items of Rug in the cart; for Harbor; limited to 9 uses.',
  )
  const promotion = await makePromotion(store, terms)
  expect((await store.get(`/v2/promotions/${promotion}`)).body.data.meta.sentence).toBe(
    '$5.00 off items of 1 product in the cart; for 1 account; limited to 9 uses.',
  )
})

test('covers a success and a failure of the operation', () => {
  expect(unseen(stage.contract, ({ operationId }) => operationId === 'TryPromotion')).toEqual([])
})
