import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import {
  addCoupon,
  changePromotion,
  customerOf,
  detailsOf,
  makeCoupon,
  makePromotion,
  pricesOf,
  reported,
} from '../../support/store/promotions.ts'
import {
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  GUEST,
  newCartId,
  watchEvents,
} from '../../support/store/shop.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

describe('a cart', () => {
  test('is discounted by promotions, and reports each discount or what is missing for it', async () => {
    const { store, shopper } = await stage.openTenant()
    const subtotal = { kind: 'subtotal', minimum: 5000 }
    const five = await makePromotion(store, { when: subtotal, description: 'From 50.00 on' })
    const tenth = await makePromotion(store, {
      name: 'internal name',
      display_name: 'A tenth off lamps',
      scope: 'line_price',
      target: { skus: ['LAMP'] },
      action: { kind: 'percent', ppm: 100_000, max_discount: null },
    })
    const cart_id = await fillCart(shopper, [customItem(1000, 2), customItem(2800, 1, { sku: 'RUG', name: 'Rug' })])
    expect(await pricesOf(shopper, cart_id)).toEqual({ with_tax: 4600, discount: -200 })
    expect(await reported(shopper, cart_id)).toMatchObject([
      {
        id: tenth,
        name: 'A tenth off lamps',
        applied: true,
        amount: { amount: 200, formatted: '$2.00' },
        reason: null,
      },
      {
        id: five,
        name: 'Five off',
        description: 'From 50.00 on',
        applied: false,
        amount: { amount: 0 },
        reason: { kind: 'condition', unmet: { ...subtotal, is: 4800, missing: 200 } },
        sentence: 'Not applied: subtotal $48.00 < $50.00, add $2.00.',
      },
    ])
    const { data } = expectStatus(await shopper.get(`/v2/carts/${cart_id}/items`), 200).body
    const [lamp, rug] = data
    expect([lamp.list_price.amount, lamp.unit_price.amount, lamp.value.amount]).toEqual([1000, 900, 1800])
    expect([lamp.meta.promotions, rug.meta.promotions]).toEqual([[tenth], []])

    expectStatus(await shopper.put(`/v2/carts/${cart_id}/items/${lamp.id}`, { data: { quantity: 3 } }), 200)
    expect(await pricesOf(shopper, cart_id)).toEqual({ with_tax: 5000, discount: -800 })
    const items = expectStatus(await shopper.get(`/v2/carts/${cart_id}/items`), 200).body.data
    const shares = items.map((item: typeof lamp) => item.meta.display_price.discount.value.amount)
    // 10 % of 30.00, and 27.00 and 28.00 of 55.00.
    expect(shares).toEqual([-300 - 245, -255])
    expect(items[0].meta.promotions).toEqual([tenth, five])
  })

  test('reflects a change of a promotion at once, also in its events', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store)
    const cart_id = await fillCart(shopper, [customItem(2000)])
    const seen = []
    for (const change of [{}, { action: { kind: 'amount', amount: 700 } }, { enabled: false }, { enabled: true }]) {
      await changePromotion(store, id, change)
      seen.push((await pricesOf(shopper, cart_id)).with_tax)
    }
    expectStatus(await store.delete(`/v2/promotions/${id}`), 200)
    seen.push((await pricesOf(shopper, cart_id)).with_tax)
    expect(seen).toEqual([1500, 1300, 2000, 1300, 2000])
    await makePromotion(store)
    const watch = await watchEvents(store)
    await fillCart(shopper, [customItem(1000)], cart_id)
    const [event] = await watch.events()
    expect(event?.payload.data.meta.display_price).toMatchObject({
      with_tax: { amount: 2500 },
      discount: { amount: -500 },
    })
  })

  test('ignores promotions of another store', async () => {
    const [one, other] = [await stage.openTenant(), await stage.openTenant()]
    const id = await makePromotion(one.store, { trigger: 'coupon' })
    await makeCoupon(one.store, id, { code: 'ELSEWHERE' })
    await makePromotion(one.store)
    const cart_id = await fillCart(other.shopper, [customItem(1000)])
    expect([await pricesOf(other.shopper, cart_id), await reported(other.store, cart_id)]).toEqual([
      { with_tax: 1000, discount: 0 },
      [],
    ])
    expect((await addCoupon(other.shopper, cart_id, 'ELSEWHERE')).status).toBe(422)
  })

  test('shows shoppers only their own promotions, and sellers all', async () => {
    const { store, shopper } = await stage.openTenant()
    const vip = { when: { kind: 'segment', one_of: ['vip'] } }
    await makePromotion(store, { name: 'for vips', ...vip })
    await makePromotion(store, {
      name: 'not for vips',
      when: { kind: 'not', of: { kind: 'account', one_of: [UNKNOWN_ID] } },
    })
    await makePromotion(store, { name: 'by coupon', trigger: 'coupon' })
    await makePromotion(store, { name: 'to come', start: '2199-01-01T00:00:00Z' })
    await makePromotion(store, { name: 'off', enabled: false })
    const cart_id = await fillCart(shopper, [customItem(1000)])
    const names = async (client: Client) =>
      (await reported(client, cart_id)).map((one) => (one as never as { name: string }).name)
    expect(await names(shopper)).toEqual(['not for vips'])
    expect((await names(store)).sort()).toEqual(['by coupon', 'for vips', 'not for vips', 'to come'])
  })

  test('gets the promotions for the segments, account and first order of its customer', async () => {
    const tenant = await stage.openTenant()
    const { store, shopper } = tenant
    await makePromotion(store, { when: { kind: 'segment', one_of: ['vip', 'press'] } })
    await makePromotion(store, { when: { kind: 'first_order' }, action: { kind: 'amount', amount: 70 } })
    const ada = await customerOf(tenant, { segments: ['vip'] })
    const prices = async (client: Client) => {
      const cart_id = await fillCart(client, [customItem(2000)])
      return (await pricesOf(client, cart_id)).with_tax
    }
    expect([await prices(ada.client), await prices(shopper)]).toEqual([1430, 1930])
    const cart_id = await fillCart(ada.client, [customItem(2000)])
    const { data } = expectStatus(await checkOut(ada.client, cart_id, { customer: { id: ada.id } }), 201).body
    expect(data.meta.display_price.with_tax.amount).toBe(1430)
    expect(await prices(ada.client)).toBe(1500)
    // A guest is identified by the e-mail address, once it is known.
    const guest = async (email: string) => {
      const bought = await checkOut(shopper, await fillCart(shopper, [customItem(2000)]), {
        customer: { ...GUEST, email },
      })
      return expectStatus(bought, 201).body.data.meta.display_price.with_tax.amount
    }
    expect([await guest('bo@example.com'), await guest('BO@example.com'), await guest(ada.email)]).toEqual([
      1930, 2000, 2000,
    ])
    const press = { data: { type: 'customer', segments: ['press'] } }
    const refused = await ada.client.call('PUT', `/v2/customers/${ada.id}`, press)
    expect([refused.status, detailsOf(refused)]).toEqual([403, ['Only a seller can set segments.']])
  })
})

test('a promotion on items lowers the price everywhere for shoppers; sellers see published prices', async () => {
  const tenant = await stage.openTenant()
  const { store, shopper } = tenant
  const assortment = await createAssortment(store, { LAMP: 2000, RUG: 5000 })
  const release = await publish(store, assortment.catalog)
  const tenth = { scope: 'item', currency: null, action: { kind: 'percent', ppm: 100_000, max_discount: null } }
  const lamps = await makePromotion(store, { ...tenth, target: { skus: ['LAMP'] } })
  const vips = { ...tenth, action: { kind: 'fixed_price', amount: 1500 }, currency: 'USD' }
  const vip = await makePromotion(store, {
    ...vips,
    target: { categories: [assortment.node] },
    when: { kind: 'segment', one_of: ['vip'] },
  })
  const prices = async (client: Client, path: string) => {
    const { data } = expectStatus(await client.get(`${path}/products?sort=sku`), 200).body
    return data.map(({ meta }: { meta: { price: { amount: number; promotion_id: string } } }) => [
      meta.price.amount,
      meta.price.promotion_id,
    ])
  }
  const ada = await customerOf(tenant, { segments: ['vip'] })
  expect([
    await prices(shopper, '/v2/catalog'),
    await prices(ada.client, '/v2/catalog'),
    await prices(store, `/v2/catalogs/${assortment.catalog}/releases/${release.id}`),
  ]).toEqual([
    [
      [1800, lamps],
      [5000, null],
    ],
    [
      [1500, vip],
      [1500, vip],
    ],
    [
      [2000, null],
      [5000, null],
    ],
  ])
  const one = expectStatus(await shopper.get(`/v2/catalog/products/${assortment.skus.get('LAMP')}`), 200).body.data
  expect(one.meta.price).toMatchObject({ amount: 1800, list_amount: 2000, promotion_id: lamps })
  const cart_id = await fillCart(shopper, [{ type: 'cart_item', sku: 'LAMP', quantity: 2 }])
  const [line] = expectStatus(await shopper.get(`/v2/carts/${cart_id}/items`), 200).body.data
  expect([line.list_price.amount, line.unit_price.amount, line.value.amount]).toEqual([2000, 1800, 3600])
})

describe('a coupon', () => {
  test('is added once, in any case, applies when its conditions hold, and is removed without a trace', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { trigger: 'coupon', when: { kind: 'subtotal', minimum: 3000 } })
    await makeCoupon(store, id, { code: 'Spring' })
    const cart_id = await fillCart(shopper, [customItem(2000)])
    const before = await pricesOf(shopper, cart_id)
    const watch = await watchEvents(store)
    const added = expectStatus(await addCoupon(shopper, cart_id, ' sPRING '), 201).body.data
    expect([added.coupons, await pricesOf(shopper, cart_id)]).toEqual([['Spring'], before])
    expectStatus(await addCoupon(shopper, cart_id, 'SPRING'), 201)
    expect(await watch.emitted()).toEqual(['cart.updated'])
    expect(await reported(shopper, cart_id)).toMatchObject([{ id, applied: false, coupon: 'Spring' }])
    await fillCart(shopper, [customItem(2000)], cart_id)
    expect(await pricesOf(shopper, cart_id)).toEqual({ with_tax: 3500, discount: -500 })
    expect(await reported(shopper, cart_id)).toMatchObject([{ id, applied: true, coupon: 'Spring' }])
    expectStatus(await shopper.delete(`/v2/carts/${cart_id}/coupons/spring`), 200)
    expect(await pricesOf(shopper, cart_id)).toEqual({ with_tax: 4000, discount: 0 })
    expect((await shopper.delete(`/v2/carts/${cart_id}/coupons/spring`)).status).toBe(404)
  })

  test('is rejected with a reason if unknown, used up, expired or disabled', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { trigger: 'coupon' })
    const off = await makePromotion(store, { trigger: 'coupon' })
    await makeCoupon(store, id, { code: 'ONCE', max_uses: 1 })
    const late = await makeCoupon(store, id, { code: 'LATE' })
    await makeCoupon(store, off, { code: 'OFF' })
    await changePromotion(store, off, { enabled: false })
    const past = { data: { type: 'coupon', end: '2026-01-01T00:00:00.000Z' } }
    expectStatus(await store.put(`/v2/promotions/${id}/coupons/${late}`, past), 200)
    const bought = await fillCart(shopper, [customItem(2000)])
    expectStatus(await addCoupon(shopper, bought, 'once'), 201)
    expectStatus(await checkOut(shopper, bought), 201)
    const cart_id = await fillCart(shopper, [customItem(2000)])
    const refusals = []
    for (const code of ['NONE', 'ONCE', 'LATE', 'OFF']) {
      const refused = await addCoupon(shopper, cart_id, code)
      refusals.push([refused.status, ...detailsOf(refused)])
    }
    expect(refusals).toEqual([
      [422, 'The store has no coupon NONE for this shopper.'],
      [409, 'Coupon ONCE cannot be used: used 1 of 1 times.'],
      [409, 'Coupon LATE cannot be used: it ended at 2026-01-01T00:00:00.000Z.'],
      [409, 'Coupon OFF cannot be used: its promotion has ended or is disabled.'],
    ])
    expect((await shopper.get(`/v2/carts/${cart_id}`)).body.data.coupons).toEqual([])
    expect((await addCoupon(shopper, newCartId(), 'x'.repeat(65))).status).toBe(422)
    expect((await shopper.get('/v2/carts/no cart/promotions')).status).toBe(404)
  })

  test('stops the checkout if it ends while on a cart, instead of raising the price', async () => {
    const { store, shopper } = await stage.openTenant()
    const id = await makePromotion(store, { trigger: 'coupon' })
    const coupon = await makeCoupon(store, id, { code: 'GONE' })
    const cart_id = await fillCart(shopper, [customItem(2000)])
    expectStatus(await addCoupon(shopper, cart_id, 'GONE'), 201)
    expectStatus(await store.delete(`/v2/promotions/${id}/coupons/${coupon}`), 200)
    const refused = await checkOut(shopper, cart_id)
    expect([refused.status, detailsOf(refused)]).toEqual([
      409,
      ['Coupon GONE cannot be used: it is no longer valid. Remove it from the cart.'],
    ])
    expectStatus(await shopper.delete(`/v2/carts/${cart_id}/coupons/GONE`), 200)
    expectStatus(await checkOut(shopper, cart_id), 201)
  })

  test('applies only to the shopper that it names', async () => {
    const tenant = await stage.openTenant()
    const { store, shopper } = tenant
    const [ada, bo] = [await customerOf(tenant), await customerOf(tenant)]
    const id = await makePromotion(store, { trigger: 'coupon' })
    await makeCoupon(store, id, { code: 'FOR-ADA', email: ada.email.toUpperCase() })
    const cart_id = await fillCart(bo.client, [customItem(2000)])
    const refused = await addCoupon(bo.client, cart_id, 'FOR-ADA')
    expect([refused.status, detailsOf(refused)]).toEqual([422, ['The store has no coupon FOR-ADA for this shopper.']])
    expectStatus(await addCoupon(ada.client, cart_id, 'FOR-ADA'), 201)
    expect([(await pricesOf(ada.client, cart_id)).with_tax, (await pricesOf(bo.client, cart_id)).with_tax]).toEqual([
      1500, 2000,
    ])
    // A guest may add the coupon, but must name the address at checkout.
    const guest_cart = await fillCart(shopper, [customItem(2000)])
    expectStatus(await addCoupon(shopper, guest_cart, 'FOR-ADA'), 201)
    expect((await pricesOf(shopper, guest_cart)).with_tax).toBe(2000)
    expect((await checkOut(shopper, guest_cart)).status).toBe(409)
    const bought = await checkOut(shopper, guest_cart, { customer: { name: 'Ada', email: ada.email } })
    expect(expectStatus(bought, 201).body.data.meta.display_price.with_tax.amount).toBe(1500)
  })
})

describe('a gift', () => {
  test('is a line of cart and order, takes stock, and is not offered without stock', async () => {
    const { store, shopper } = await stage.openTenant()
    const assortment = await createAssortment(store, { LAMP: 2000, BULB: 300 })
    await publish(store, assortment.catalog)
    const bulb = assortment.skus.get('BULB') ?? ''
    const id = await makePromotion(store, {
      scope: 'line_total',
      when: { kind: 'quantity', of: { skus: ['LAMP'] }, minimum: 1 },
      action: { kind: 'free_item', sku: 'BULB', quantity: 2 },
      currency: null,
    })
    expectStatus(await store.post(`/v2/inventories/${bulb}`, { data: { type: 'stock', quantity: 3 } }), 201)
    const cart_id = await fillCart(shopper, [{ type: 'cart_item', sku: 'LAMP', quantity: 1 }])
    const items = async () => expectStatus(await shopper.get(`/v2/carts/${cart_id}/items`), 200).body.data
    const gift = { sku: 'BULB', product_id: bulb, quantity: 2, unit_price: { amount: 0 }, value: { amount: 0 } }
    expect((await items()).at(-1)).toMatchObject({ id, ...gift, list_price: { amount: 300 }, meta: { gift: true } })
    expect(expectStatus(await shopper.get(`/v2/carts/${cart_id}/items/${id}`), 200).body.data.sku).toBe('BULB')
    const { data } = expectStatus(await checkOut(shopper, cart_id), 201).body
    const sold = expectStatus(await shopper.get(`/v2/orders/${data.id}/items`), 200).body.data
    expect(sold.find((item: { sku: string }) => item.sku === 'BULB')).toMatchObject({
      ...gift,
      meta: { promotion_id: id },
    })
    expect(data.meta.display_price.with_tax.amount).toBe(2000)
    const stock = expectStatus(await store.get(`/v2/inventories/${bulb}`), 200).body.data
    expect([stock.allocated, stock.available]).toEqual([2, 1])

    // With one unit left no gift is offered, and the unit can still be bought.
    await fillCart(shopper, [{ type: 'cart_item', sku: 'LAMP', quantity: 1 }], cart_id)
    expect(await items()).toHaveLength(1)
    const [{ sentence } = { sentence: '' }] = await reported(shopper, cart_id)
    expect(sentence).toBe('Not applied: its gift BULB is not available at the moment.')
    expectStatus(await checkOut(shopper, cart_id), 201)
  })
})

test('covers a success and a failure of every operation on promotions and coupons of carts', () => {
  const elsewhere = new Set(['ListOrderPromotions', 'RemoveCartDiscount'])
  const here = unseen(
    stage.contract,
    ({ tag, operationId }) => tag === 'Applied promotions' && !elsewhere.has(operationId),
  )
  expect(here).toEqual([])
})
