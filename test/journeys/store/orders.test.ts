import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import {
  ADDRESS,
  act,
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  GUEST,
  makeOrder,
  newCartId,
  pay,
  putOrder,
  statesOf,
  watchEvents,
} from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  for (const gateway of ['manual', 'sandbox']) {
    const data = { type: 'gateway', enabled: true }
    expectStatus(await seller.put(`/v2/gateways/${gateway}`, { data }), 200)
  }
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

/** An order; ignores the events of its creation. */
async function anOrder(amount = 10_000) {
  const order = await makeOrder(seller, amount)
  await watch.again()
  return order
}

/** Id of the transaction of a payment. */
async function paid(order_id: string, data: Record<string, unknown> = {}): Promise<string> {
  const { id } = expectStatus(await pay(seller, order_id, data), 201).body.data
  await watch.again()
  return id
}

describe('row 1: checkout', () => {
  test('creates an order, empties the cart and emits both events', async () => {
    const cart_id = await fillCart(shopper, [customItem(1999, 2), customItem(1000)])
    await watch.again()
    const { body, headers } = expectStatus(await checkOut(shopper, cart_id), 201)
    const { data: order, included } = body
    expect(`${order.status}/${order.payment}/${order.shipping}`).toBe('incomplete/unpaid/unfulfilled')
    expect(order.meta.display_price.with_tax).toEqual({ amount: 4998, currency: 'USD', formatted: '$49.98' })
    expect(order).toMatchObject({ customer: GUEST, shipping_address: ADDRESS, billing_address: ADDRESS })
    expect(included.items).toHaveLength(2)
    expect(headers.get('location')).toBe(order.links.self)
    const events = await watch.events()
    expect(events.map(({ triggered_by }) => triggered_by)).toEqual(['order.created', 'cart.updated'])
    expect(events[0]?.payload).toEqual(body)
    expect((await shopper.get(`/v2/carts/${cart_id}/items`)).body.data).toEqual([])
    expect((await shopper.get(`/v2/orders/${order.id}`)).body).toEqual(body)
    expect((await shopper.get(`/v2/orders/${order.id}/items`)).body.data).toEqual(included.items)
  })

  test('creates a paid order from a free cart', async () => {
    const cart_id = await fillCart(seller, [customItem(0)])
    await watch.again()
    const { body } = expectStatus(await checkOut(seller, cart_id), 201)
    expect(await statesOf(seller, body.data.id)).toBe('complete/paid/unfulfilled')
    expect(await watch.emitted()).toEqual(['order.created', 'order.paid', 'order.updated', 'cart.updated'])
  })

  test.each([
    ['an empty cart', async () => checkOut(seller, newCartId()), 404],
    [
      'a cart that was checked out',
      async () => {
        const cart_id = await fillCart(seller, [customItem(1)])
        expectStatus(await checkOut(seller, cart_id), 201)
        await watch.again()
        return checkOut(seller, cart_id)
      },
      409,
    ],
    [
      'a cart that has changed since it was seen',
      async () => {
        const cart_id = await fillCart(seller, [customItem(1)])
        await watch.again()
        return checkOut(seller, cart_id, {}, { 'if-match': '"7"' })
      },
      409,
    ],
    [
      'nobody who buys',
      async () => {
        const cart_id = await fillCart(seller, [customItem(1)])
        await watch.again()
        return checkOut(seller, cart_id, { customer: undefined })
      },
      422,
    ],
    [
      'an address without a street',
      async () => {
        const cart_id = await fillCart(seller, [customItem(1)])
        await watch.again()
        return checkOut(seller, cart_id, { billing_address: { ...ADDRESS, line_1: '' } })
      },
      422,
    ],
    [
      'a customer that the shopper is not',
      async () => {
        const { body } = await seller.post('/v2/customers', { data: { type: 'customer', ...GUEST } })
        const cart_id = await fillCart(shopper, [customItem(1)])
        await watch.again()
        return checkOut(shopper, cart_id, { customer: { id: body.data.id } })
      },
      422,
    ],
  ])('rejects %s', async (_, attempt, status) => {
    await watch.again()
    expect((await attempt()).status).toBe(status)
    expect(await watch.emitted()).toEqual([])
  })

  test('creates one order from concurrent requests', async () => {
    const cart_id = await fillCart(seller, [customItem(100)])
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkOut(seller, cart_id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  test('gets the same response when repeated with its idempotency key', async () => {
    const cart_id = await fillCart(seller, [customItem(100)])
    const key = { 'idempotency-key': `checkout ${cart_id}` }
    const answers = await Promise.all(Array.from({ length: 4 }, () => checkOut(seller, cart_id, {}, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.has('idempotent-replay'))).toHaveLength(3)
  })
})

describe('row 2: authorize', () => {
  test('authorizes a part, then the rest', async () => {
    const { id } = await anOrder()
    expectStatus(await pay(seller, id, { method: 'authorize', amount: 4000 }), 201)
    expect(await statesOf(seller, id)).toBe('processing/partially_authorized/unfulfilled')
    expectStatus(await pay(seller, id, { method: 'authorize' }), 201)
    expect(await statesOf(seller, id)).toBe('processing/authorized/unfulfilled')
    const once = ['transaction.created', 'order.authorized', 'order.updated']
    expect(await watch.emitted()).toEqual([...once, ...once])
  })

  test('rejects more than is owed, cancelled orders and unknown gateways', async () => {
    const { id } = await anOrder()
    expect((await pay(seller, id, { method: 'authorize', amount: 10_001 })).status).toBe(422)
    expect((await pay(seller, id, { gateway: 'nobody' })).status).toBe(422)
    await putOrder(seller, id, { status: 'cancelled' })
    await watch.again()
    expect((await pay(seller, id, { method: 'authorize' })).status).toBe(409)
    expect(await watch.emitted()).toEqual([])
  })
})

describe('row 3: capture', () => {
  test('captures a part, then the rest, which pays the order', async () => {
    const { id } = await anOrder()
    const authorization = await paid(id, { method: 'authorize' })
    expectStatus(await act(seller, id, authorization, 'capture', { amount: 3000 }), 201)
    expect(await statesOf(seller, id)).toBe('processing/partially_paid/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.updated', 'transaction.created', 'order.updated'])
    await watch.again()
    expectStatus(await act(seller, id, authorization, 'capture'), 201)
    expect(await statesOf(seller, id)).toBe('complete/paid/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.updated', 'transaction.created', 'order.paid', 'order.updated'])
  })

  test('rejects more than is open, and captures of a purchase', async () => {
    const { id } = await anOrder()
    const authorization = await paid(id, { method: 'authorize', amount: 5000 })
    expect((await act(seller, id, authorization, 'capture', { amount: 5001 })).status).toBe(422)
    const purchase = await paid(id)
    expect((await act(seller, id, purchase, 'capture')).status).toBe(409)
    expect((await act(seller, id, id, 'capture')).status).toBe(404)
    expect(await watch.emitted()).toEqual([])
  })
})

describe('row 4: purchase', () => {
  test('pays the order, and its events show it as paid', async () => {
    const { id } = await anOrder()
    expectStatus(await pay(shopper, id, { gateway: 'manual' }), 404)
    expectStatus(await pay(seller, id, { gateway: 'manual' }), 201)
    const events = await watch.events()
    expect(events.map(({ triggered_by }) => triggered_by)).toEqual([
      'transaction.created',
      'order.paid',
      'order.updated',
    ])
    expect(events[1]?.payload.data).toMatchObject({ status: 'complete', payment: 'paid' })
    expect(events[1]?.resource_version).toBe(2)
  })

  test('leaves the rest owed after a part is paid', async () => {
    const { id } = await anOrder()
    expectStatus(await pay(seller, id, { amount: 1 }), 201)
    expect(await statesOf(seller, id)).toBe('processing/partially_paid/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.created', 'order.updated'])
    const { display_price } = (await seller.get(`/v2/orders/${id}`)).body.data.meta
    expect(display_price.balance_owing.amount).toBe(9999)
  })

  test('can be made by the buyer', async () => {
    const order = await makeOrder(shopper)
    expectStatus(await pay(shopper, order.id), 201)
    const { shopper: other } = await stage.openTenant()
    expect((await pay(other, order.id)).status).toBe(404)
  })

  test('charges once when repeated with its idempotency key', async () => {
    const { id } = await anOrder()
    const key = { 'idempotency-key': `pay ${id}` }
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(seller, id, { amount: 1000 }, key)))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await seller.get(`/v2/orders/${id}`)).body.data.meta.display_price.paid.amount).toBe(1000)
  })
})

describe('row 5: a gateway that decides later', () => {
  test('changes nothing until it approves', async () => {
    const { id } = await anOrder()
    const made = await pay(seller, id, { options: { outcome: 'approve_later', after_seconds: 0.2 } })
    expect(expectStatus(made, 201).body.data.status).toBe('pending')
    expect(await watch.emitted()).toEqual(['transaction.created'])
    await eventually(
      () => statesOf(seller, id),
      (states) => states === 'complete/paid/unfulfilled',
    )
    expect(await watch.emitted()).toEqual(['transaction.created', 'transaction.updated', 'order.paid', 'order.updated'])
  })

  test('reserves the pending amount, may decline, and decides once', async () => {
    const { id } = await anOrder()
    const later = { options: { outcome: 'approve_later', after_seconds: 3600 } }
    const transaction = await paid(id, { method: 'authorize', ...later })
    expect((await pay(seller, id)).status).toBe(409)
    expect((await act(seller, id, id, 'confirm', { outcome: 'failed' })).status).toBe(404)
    expectStatus(await act(seller, id, transaction, 'confirm', { outcome: 'failed' }), 200)
    expect(await watch.emitted()).toEqual(['transaction.updated'])
    expectStatus(await act(seller, id, transaction, 'confirm', { outcome: 'complete' }), 200)
    expect(await statesOf(seller, id)).toBe('incomplete/unpaid/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.updated'])
  })
})

test('row 5: a pending capture counts as authorized, so that the rest can be paid', async () => {
  const { id } = await anOrder()
  const authorization = await paid(id, { method: 'authorize', amount: 5000 })
  const later = { options: { outcome: 'approve_later', after_seconds: 3600 } }
  expectStatus(await act(seller, id, authorization, 'capture', later), 201)
  const { body } = expectStatus(await pay(seller, id), 201)
  expect(body.data.amount).toBe(5000)
})

test('row 6: a declining gateway leaves only a failed transaction', async () => {
  const { id } = await anOrder()
  const { body } = expectStatus(await pay(seller, id, { options: { outcome: 'decline' } }), 201)
  expect(body.data.status).toBe('failed')
  expect(await statesOf(seller, id)).toBe('incomplete/unpaid/unfulfilled')
  expect(await watch.emitted()).toEqual(['transaction.created'])
})

describe('row 7: void', () => {
  test('voids an open authorization', async () => {
    const { id } = await anOrder()
    const authorization = await paid(id, { method: 'authorize' })
    expectStatus(await act(seller, id, authorization, 'cancel'), 200)
    expect(await statesOf(seller, id)).toBe('incomplete/unpaid/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.updated', 'order.updated'])
  })

  test('rejects captured authorizations and purchases', async () => {
    const { id } = await anOrder()
    const authorization = await paid(id, { method: 'authorize', amount: 6000 })
    expectStatus(await act(seller, id, authorization, 'capture', { amount: 1 }), 201)
    const purchase = await paid(id, { amount: 1 })
    expect((await act(seller, id, authorization, 'cancel')).status).toBe(409)
    expect((await act(seller, id, purchase, 'cancel')).status).toBe(409)
    expect(await watch.emitted()).toEqual([])
  })
})

describe('row 8: fulfil', () => {
  test('fulfills a paid order', async () => {
    const { id } = await anOrder()
    await paid(id)
    expectStatus(await putOrder(seller, id, { shipping: 'fulfilled' }), 200)
    expect(await statesOf(seller, id)).toBe('complete/paid/fulfilled')
    expect(await watch.emitted()).toEqual(['order.fulfilled', 'order.updated'])
    expect((await putOrder(seller, id, { shipping: 'fulfilled' })).status).toBe(409)
  })

  test('rejects unpaid and cancelled orders', async () => {
    const { id } = await anOrder()
    expect((await putOrder(seller, id, { shipping: 'fulfilled' })).status).toBe(409)
    await putOrder(seller, id, { status: 'cancelled' })
    expect((await putOrder(seller, id, { shipping: 'fulfilled' })).status).toBe(409)
  })
})

describe('row 9: cancel', () => {
  test('cancels an unfulfilled order once', async () => {
    const { id } = await anOrder()
    await paid(id)
    expectStatus(await putOrder(seller, id, { status: 'cancelled' }), 200)
    expect(await statesOf(seller, id)).toBe('cancelled/paid/unfulfilled')
    expect(await watch.emitted()).toEqual(['order.cancelled', 'order.updated'])
    expect((await putOrder(seller, id, { status: 'cancelled' })).status).toBe(409)
  })

  test('rejects a fulfilled order', async () => {
    const { id } = await anOrder()
    await paid(id)
    await putOrder(seller, id, { shipping: 'fulfilled' })
    await watch.again()
    expect((await putOrder(seller, id, { status: 'cancelled' })).status).toBe(409)
    expect(await watch.emitted()).toEqual([])
  })
})

describe('row 10: refund', () => {
  test('lets the order complete once captures reach the total', async () => {
    const { id } = await anOrder(1000)
    const first = await paid(id, { amount: 400 })
    expectStatus(await act(seller, id, first, 'refund', { amount: 100 }), 201)
    expect(await statesOf(seller, id)).toBe('processing/partially_refunded/unfulfilled')
    await watch.again()
    expectStatus(await pay(seller, id, { amount: 600 }), 201)
    expect(await statesOf(seller, id)).toBe('complete/partially_refunded/unfulfilled')
    expect(await watch.emitted()).toEqual(['transaction.created', 'order.paid', 'order.updated'])
    expectStatus(await putOrder(seller, id, { shipping: 'fulfilled' }), 200)
  })

  test('refunds a part of a purchase, then the rest', async () => {
    const { id } = await anOrder()
    const purchase = await paid(id)
    const emitted = ['transaction.updated', 'transaction.created', 'order.refunded', 'order.updated']
    const preview = (amount: number) => act(seller, id, purchase, 'refund/preview', { amount })
    expect(expectStatus(await preview(2500), 200).body.data.amount).toBe(2500)
    expect(await watch.emitted()).toEqual([])
    expectStatus(await act(seller, id, purchase, 'refund', { amount: 2500 }), 201)
    expect(await statesOf(seller, id)).toBe('complete/partially_refunded/unfulfilled')
    expect(await watch.emitted()).toEqual(emitted)
    expectStatus(await act(seller, id, purchase, 'refund'), 201)
    expect(await statesOf(seller, id)).toBe('complete/refunded/unfulfilled')
    expect(await watch.emitted()).toEqual([...emitted, ...emitted])
    expect((await act(seller, id, purchase, 'refund')).status).toBe(409)
    expect((await preview(1)).status).toBe(409)
  })

  test('refunds the capture of an authorization', async () => {
    const { id } = await anOrder()
    const authorization = await paid(id, { method: 'authorize' })
    expect((await act(seller, id, authorization, 'refund', {})).status).toBe(409)
    const { body } = expectStatus(await act(seller, id, authorization, 'capture'), 201)
    const refunded = expectStatus(await act(seller, id, authorization, 'refund', { amount: 10 }), 201).body.data
    expect(refunded.relationships.parent.data.id).toBe(body.data.id)
    expect((await act(seller, id, body.data.id, 'refund', { amount: 9991 })).status).toBe(422)
  })
})

describe('row 11: anonymize', () => {
  test('removes the buyer from the order and its events, and keeps every price', async () => {
    const order = await anOrder()
    await paid(order.id)
    await putOrder(seller, order.id, { status: 'cancelled' })
    const before = (await seller.get(`/v2/orders/${order.id}`)).body
    await watch.again()
    expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [order.id] } }), 200)
    const { data, included } = (await seller.get(`/v2/orders/${order.id}`)).body
    expect(data.customer).toEqual({ name: '*', email: '*' })
    expect(new Set(Object.values({ ...data.shipping_address, ...data.billing_address }))).toEqual(new Set(['*']))
    expect([included, data.meta.display_price]).toEqual([before.included, before.data.meta.display_price])
    expect(await watch.emitted()).toEqual(['order.updated'])
    const events = await seller.get('/v2/events?filter=like(triggered_by,order.*)&page[limit]=100')
    const emitted = events.body.data.filter(
      (event: { payload: { data: { id: string } } }) => event.payload.data.id === order.id,
    )
    expect(emitted).toHaveLength(6)
    expect(JSON.stringify(emitted)).not.toContain('Marsh')
    expect(JSON.stringify(emitted)).not.toContain('Juniper')
    expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [order.id] } }), 200)
    expect(await watch.emitted()).toEqual(['order.updated'])
    expect((await putOrder(seller, order.id, { external_ref: 'x' })).status).toBe(409)
  })

  test('anonymizes all or none, and names an open order', async () => {
    const [open, done] = [await makeOrder(seller), await makeOrder(seller)]
    await putOrder(seller, done.id, { status: 'cancelled' })
    await watch.again()
    const { status, body } = await seller.post('/v2/orders/anonymize', { data: { order_ids: [done.id, open.id] } })
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/order_ids/1'])
    expect(body.errors[0].detail).toContain('order:incomplete, payment:unpaid, shipping:unfulfilled')
    expect(await watch.emitted()).toEqual([])
  })
})

describe('row 12: change its details', () => {
  test('is possible until it is fulfilled or cancelled', async () => {
    const { id } = await anOrder()
    const changed = { external_ref: 'erp-1', shipping_address: { line_1: '2 Elm Street' } }
    const { body } = expectStatus(await putOrder(seller, id, changed), 200)
    expect(body.data.shipping_address).toMatchObject({ ...ADDRESS, line_1: '2 Elm Street' })
    expect(await watch.emitted()).toEqual(['order.updated'])
    expectStatus(await putOrder(seller, id, changed), 200)
    expect(await watch.emitted()).toEqual(['order.updated'])
    expect((await putOrder(seller, id, { external_ref: 'x', status: 'cancelled' })).status).toBe(422)
    await putOrder(seller, id, { status: 'cancelled' })
    expect((await putOrder(seller, id, { ...changed, external_ref: 'erp-2' })).status).toBe(409)
    expect((await putOrder(seller, id, changed)).status).toBe(200)
    expect((await putOrder(seller, id, { status: 'complete' })).status).toBe(422)
  })

  test('an order number belongs to one order', async () => {
    const [one, other] = [await makeOrder(seller, 1, { order_number: 'N-1' }), await makeOrder(seller, 1)]
    expect(one.order_number).toBe('N-1')
    expect((await putOrder(seller, other.id, { order_number: 'N-1' })).status).toBe(409)
    expect((await putOrder(seller, other.id, { order_number: 'N-2' })).status).toBe(200)
  })
})

test('an account cannot be deleted while it has open orders', async () => {
  const account = { type: 'account', name: 'Marsh Interiors' }
  const { id } = expectStatus(await seller.post('/v2/accounts', { data: account }), 201).body.data
  const order = await makeOrder(seller, 100, { customer: undefined, account: { id }, contact: GUEST })
  expect(order.relationships.account.data.id).toBe(id)
  const refused = await seller.delete(`/v2/accounts/${id}`)
  expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining('1 open order')])
  expectStatus(await putOrder(seller, order.id, { status: 'cancelled' }), 200)
  expectStatus(await seller.delete(`/v2/accounts/${id}`), 200)
  const gone = await fillCart(seller, [customItem(1)])
  expect((await checkOut(seller, gone, { customer: undefined, account: { id }, contact: GUEST })).status).toBe(422)
})

describe('lists', () => {
  test('filter orders by every specified field', async () => {
    const cart_id = await fillCart(seller, [customItem(700, 1, { sku: 'LIST-1' })])
    const { body } = expectStatus(
      await checkOut(seller, cart_id, { customer: { name: 'Lis T', email: 'lis@example.com' } }),
      201,
    )
    for (const filter of [
      'eq(status,incomplete)',
      'eq(payment,unpaid)',
      'eq(shipping,unfulfilled)',
      'eq(currency,USD)',
      'eq(product_sku,LIST-1)',
      'like(name,Lis*)',
      'eq(email,lis@example.com)',
      'like(contact.email,*@example.com)',
      'eq(shipping_postcode,97205)',
      'like(billing_postcode,97*)',
      `eq(order_number,${body.data.order_number})`,
      'ge(with_tax,700)',
      'lt(without_tax,701)',
      `ge(created_at,${body.data.meta.timestamps.created_at})`,
    ]) {
      const found = await seller.get(`/v2/orders?filter=${filter}:eq(id,${body.data.id})`)
      expect([filter, found.body.data?.map(({ id }: { id: string }) => id)]).toEqual([filter, [body.data.id]])
    }
    expect((await seller.get('/v2/orders?page[offset]=10001')).status).toBe(400)
    expect((await shopper.get('/v2/orders')).status).toBe(403)
  })

  test('filter and sort transactions', async () => {
    const { id } = await anOrder()
    await paid(id, { amount: 1 })
    const { body } = await seller.get(`/v2/orders/${id}/transactions?filter=eq(status,complete)&include=allowed`)
    expect(body.data).toHaveLength(1)
    expect((await seller.get(`/v2/orders/${id}/transactions/${body.data[0].id}`)).body.data).toEqual(body.data[0])
    expect((await seller.get(`/v2/orders/${id}/transactions/${id}`)).status).toBe(404)
    expect((await seller.get(`/v2/orders/${body.data[0].id}/transactions`)).status).toBe(404)
    expect((await seller.get(`/v2/orders/${body.data[0].id}/items`)).status).toBe(404)
    expect((await seller.get(`/v2/orders/${body.data[0].id}`)).status).toBe(404)
  })
})

test('covers a success and a failure of every order operation', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Orders' || tag === 'Transactions')).toEqual([])
})
