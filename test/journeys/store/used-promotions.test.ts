import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Answered, Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { addCoupon, changePromotion, customerOf, makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart, GUEST } from '../../support/store/shop.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

describe('limits', () => {
  test.each(['promotion', 'coupon'])('allow only one of fifty concurrent checkouts to use a %s', async (what) => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, what === 'promotion' ? { usage_limit: 1 } : { trigger: 'coupon' })
    if (what === 'coupon') await makeCoupon(store, id, { code: 'LAST', max_uses: 1 })
    const carts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const cart_id = await fillCart(shopper, [customItem(2000)])
        if (what === 'coupon') expectStatus(await addCoupon(shopper, cart_id, 'LAST'), 201)
        return cart_id
      }),
    )
    const answers = await Promise.all(carts.map((cart_id) => checkOut(shopper, cart_id)))
    const prices = answers.flatMap(({ status, body }) =>
      status === 201 ? body.data.meta.display_price.with_tax.amount : [],
    )
    const refusals = new Set(answers.filter(({ status }) => status !== 201).map(({ status }) => status))
    expect(prices.filter((price) => price === 1500)).toHaveLength(1)
    expect([...refusals].filter((status) => status !== 409)).toEqual([])
    if (what === 'coupon') expect(prices).toHaveLength(1)
    expect(await usesIn(store, id)).toEqual({ usages: 1, counted: [1, 1] })
  })

  test('compare the e-mail addresses of shoppers without case', async () => {
    const { store, shopper } = await stage.openTenant()
    await makePromotion(store, { usage_limit_per_shopper: 1 })
    const buy = async (email: string) => {
      const bought = await checkOut(shopper, await fillCart(shopper, [customItem(2000)]), {
        customer: { ...GUEST, email },
      })
      return expectStatus(bought, 201).body.data.meta.display_price.with_tax.amount
    }
    expect([await buy('a@example.com'), await buy('A@example.com'), await buy('b@example.com')]).toEqual([
      1500, 2000, 1500,
    ])
  })

  test('are released once when the order is cancelled, even by repeated requests', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { usage_limit: 2, usage_limit_per_shopper: 1 })
    const buy = async () =>
      expectStatus(await checkOut(shopper, await fillCart(shopper, [customItem(2000)])), 201).body.data
    const order = await buy()
    expect((await buy()).meta.display_price.with_tax.amount).toBe(2000)
    const cancel = () => store.put(`/v2/orders/${order.id}`, { data: { type: 'order', status: 'cancelled' } })
    expectStatus(await cancel(), 200)
    expect((await cancel()).status).toBe(409)
    expect(await usesIn(store, id)).toEqual({ usages: 0, counted: [0, 0] })
    const { data } = expectStatus(await store.get(`/v2/promotions/${id}/usages`), 200).body
    expect(data).toMatchObject([{ order_id: order.id, amount: 500, currency: 'USD', released_at: expect.any(String) }])
    expect((await buy()).meta.display_price.with_tax.amount).toBe(1500)
  })

  test('count uses from before they were set, including concurrent checkouts', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store)
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(shopper, [customItem(2000)])))
    const [answers] = await Promise.all([
      Promise.all(carts.map((cart_id) => checkOut(shopper, cart_id))),
      changePromotion(store, id, { usage_limit: 5 }),
    ])
    const used = answers.filter(
      ({ status, body }) => status === 201 && body.data.meta.display_price.with_tax.amount === 1500,
    ).length
    expect((await usesIn(store, id)).usages).toBe(used)
    expect((await usesIn(store, id)).counted[0]).toBe(used)
  })
})

describe('a promotion for first orders', () => {
  const amounts = (answers: Answered[]) =>
    answers
      .map((response) => expectStatus(response, 201).body.data.meta.display_price.with_tax.amount as number)
      .sort((one, other) => one - other)
  const ONE_OF_20 = [1500, ...Array.from({ length: 19 }, () => 2000)]

  test('applies to one of 20 concurrent guest checkouts with one e-mail address', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { when: { kind: 'first_order' } })
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(shopper, [customItem(2000)])))
    const answers = await Promise.all(
      carts.map((cart_id, index) => {
        const email = index % 2 === 0 ? GUEST.email : GUEST.email.toUpperCase()
        return checkOut(shopper, cart_id, { customer: { ...GUEST, email } })
      }),
    )
    expect(amounts(answers)).toEqual(ONE_OF_20)
    expect((await usesIn(store, id)).usages).toBe(1)
  })

  test('applies to one of 20 concurrent checkouts of a customer, under any e-mail addresses', async () => {
    const tenant = await stage.openTenant()
    await makePromotion(tenant.store, { when: { kind: 'first_order' } })
    const { client } = await customerOf(tenant)
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(client, [customItem(2000)])))
    const answers = await Promise.all(
      carts.map((cart_id, index) =>
        checkOut(client, cart_id, { customer: { name: 'Ada', email: `ada-${index % 4}@example.com` } }),
      ),
    )
    expect(amounts(answers)).toEqual(ONE_OF_20)
  })

  test('rejects further checkouts that were shown it', async () => {
    const { store, shopper } = await stage.openTenant()
    await makePromotion(store, { when: { kind: 'first_order' } })
    const carts = await Promise.all(Array.from({ length: 4 }, () => fillCart(shopper, [customItem(2000)])))
    const answers = await Promise.all(carts.map((id) => checkOut(shopper, id, { expected_total: 1500 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

/** Number of active usages, and the counters of the promotion and its coupons, starting with the totals. */
async function usesIn({ store_id }: Client, promotion_id: string): Promise<{ usages: number; counted: number[] }> {
  const { db } = stage.database
  const [row] = await query<{ usages: number }>(
    db,
    'select count(*) as usages from promotion_usages where promotion_id = $1 and released_at is null',
    [promotion_id],
  )
  const counted = await query<{ uses: number }>(
    db,
    `select uses from promotion_counters where owner_id = $1 and (counted = $2
        or counted in (select id from coupons where promotion_id = $2)) order by shopper`,
    [store_id, promotion_id],
  )
  return { usages: row?.usages ?? -1, counted: counted.map(({ uses }) => uses) }
}

test('the buyer decides on promotions and the requester on the catalog, as in the cart', async () => {
  const tenant = await stage.openTenant()
  const { store } = tenant
  const ada = await customerOf(tenant, { segments: ['vip'] })
  const [all, own] = [await createAssortment(store, { LAMP: 2000 }), await createAssortment(store, {}, 'For Ada')]
  await publish(store, all.catalog)
  await publish(store, own.catalog)
  const everybody = { name: 'All', catalog_id: all.catalog, priority: 9 }
  await make(store, '/catalogs/rules', 'catalog_rule', everybody)
  await make(store, '/catalogs/rules', 'catalog_rule', {
    ...everybody,
    catalog_id: own.catalog,
    priority: 1,
    customers: [ada.id],
  })
  await makePromotion(store, { when: { kind: 'segment', one_of: ['vip'] } })
  const cart_id = await fillCart(store, [{ type: 'cart_item', sku: 'LAMP', quantity: 1 }])
  const bought = expectStatus(await checkOut(store, cart_id, { customer: { id: ada.id } }), 201).body.data
  expect(bought.meta.display_price.with_tax.amount).toBe(1500)
})

describe('an order', () => {
  test('keeps the promotions applied to it, including shipping, whatever happens to them', async () => {
    const { store, shopper } = await stage.openTenant()
    const option = { type: 'shipping_option', name: 'Parcel', code: 'parcel', costs: { USD: { amount: 800 } } }
    const shipping_option_id = expectStatus(await store.post('/v2/shipping-options', { data: option }), 201).body.data
      .id
    const id = await makePromotion(store, { trigger: 'coupon' })
    const coupon = await makeCoupon(store, id, { code: 'SPRING' })
    const free = await makePromotion(store, {
      name: 'Free parcel',
      scope: 'shipping',
      action: { kind: 'free' },
      currency: null,
    })
    const unmet = await makePromotion(store, { name: 'More', when: { kind: 'subtotal', minimum: 9000 } })
    const cart_id = await fillCart(shopper, [customItem(1000), customItem(1000), customItem(1000)])
    expectStatus(await addCoupon(shopper, cart_id, 'SPRING'), 201)
    const { data } = expectStatus(await checkOut(shopper, cart_id, { shipping_option_id }), 201).body
    expect(data.meta.display_price).toMatchObject({
      with_tax: { amount: 2500 },
      discount: { amount: -500 },
      shipping: { amount: 0 },
    })
    const read = async () => [
      (await shopper.get(`/v2/orders/${data.id}/promotions`)).body,
      (await shopper.get(`/v2/orders/${data.id}/items`)).body,
      (await shopper.get(`/v2/orders/${data.id}`)).body,
      await query(stage.database.db, 'select document from purchase_snapshots where order_id = $1', [data.id]),
    ]
    const before = await read()
    expect(before[0]).toMatchObject({
      data: [
        { type: 'order_promotion', id, applied: true, coupon: 'SPRING', amount: { amount: 500 } },
        { id: unmet, applied: false, sentence: 'Not applied: subtotal $30.00 < $90.00, add $60.00.' },
        { id: free, applied: true, amount: { amount: 800 } },
      ],
    })
    const { data: items } = before[1] as {
      data: { meta: { display_price: { discount: { value: { amount: number } } } } }[]
    }
    expect(items.map(({ meta }) => meta.display_price.discount.value.amount)).toEqual([-167, -167, -166])
    await changePromotion(store, id, { name: 'Other', action: { kind: 'amount', amount: 1 } })
    expectStatus(await store.delete(`/v2/promotions/${id}/coupons/${coupon}`), 200)
    for (const gone of [id, free, unmet]) expectStatus(await store.delete(`/v2/promotions/${gone}`), 200)
    expect(await read()).toEqual(before)
    expect((await shopper.get(`/v2/orders/${UNKNOWN_ID}/promotions`)).status).toBe(404)
  })

  test('erases who used promotions when anonymized', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { usage_limit_per_shopper: 3 })
    const { data } = expectStatus(await checkOut(shopper, await fillCart(shopper, [customItem(2000)])), 201).body
    expectStatus(await store.put(`/v2/orders/${data.id}`, { data: { type: 'order', status: 'cancelled' } }), 200)
    expectStatus(await store.post('/v2/orders/anonymize', { data: { order_ids: [data.id] } }), 200)
    const usages = 'select shopper from promotion_usages where promotion_id = $1'
    expect(await query(stage.database.db, usages, [id])).toEqual([{ shopper: '' }])
  })
})

test('covers a success and a failure of the operation', () => {
  expect(unseen(stage.contract, ({ operationId }) => operationId === 'ListOrderPromotions')).toEqual([])
})
