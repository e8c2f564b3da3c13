import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Client, eventually } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, createAssortment, publish } from '../../support/store/catalogs.ts'
import {
  act,
  checkOut,
  customItem,
  type Emitted,
  expectStatus,
  fillCart,
  makeOrder,
  pay,
  putOrder,
  statesOf,
  watchEvents,
} from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
let watch: Awaited<ReturnType<typeof watchEvents>>
let assortment: Assortment
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  const gateway = { data: { type: 'gateway', enabled: true } }
  expectStatus(await seller.put('/v2/gateways/sandbox', gateway), 200)
  const skus = ['DESK', 'FLOOR', 'UNTRACKED', 'UNPAID', 'LAST', 'PLENTY', 'SHORT', 'SCARCE']
  assortment = await createAssortment(seller, Object.fromEntries(skus.map((sku) => [sku, 1000])))
  await publish(seller, assortment.catalog)
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

function productOf(sku: string): string {
  const id = assortment.skus.get(sku)
  if (id === undefined) throw new Error(`There is no product ${sku}.`)
  return id
}

const line = (sku: string, quantity: number) => ({ type: 'cart_item', id: productOf(sku), quantity })

async function stock(sku: string, quantity: number): Promise<void> {
  const path = `/v2/inventories/${productOf(sku)}`
  expectStatus(await seller.post(path, { data: { quantity } }), 201)
}

/** `on hand/allocated/available`. */
async function quoteOf(sku: string): Promise<string> {
  const { on_hand, allocated, available } = expectStatus(await seller.get(`/v2/inventories/${productOf(sku)}`), 200)
    .body.data
  return `${on_hand}/${allocated}/${available}`
}

/** The event key; stock transactions are shown as action, quantity and product. */
function describeEvent({ triggered_by, payload: { data } }: Emitted): string {
  if (triggered_by !== 'stock-transaction.created') return triggered_by
  const [sku] = [...assortment.skus].find(([, id]) => id === data.product_id) ?? []
  return `${data.action} ${data.quantity} ${sku}`
}

const eventsSince = async () => (await watch.events()).map(describeEvent)

describe('the stock of an order', () => {
  test('row 1: checkout allocates it, and emits that event first', async () => {
    await stock('DESK', 10)
    await stock('FLOOR', 5)
    const lines = [line('FLOOR', 2), line('DESK', 3), line('UNTRACKED', 9), customItem(500)]
    const cart_id = await fillCart(shopper, lines)
    await watch.again()
    const order = expectStatus(await checkOut(shopper, cart_id), 201).body.data
    const events = await watch.events()
    expect(events.map(describeEvent)).toEqual(['allocate 3 DESK', 'allocate 2 FLOOR', 'order.created', 'cart.updated'])
    for (const { payload } of events.slice(0, 2)) {
      expect(payload.data.relationships.order.data.id).toBe(order.id)
      expect(payload.data.inventory.allocated).toBe(payload.data.quantity)
    }
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['10/3/7', '5/2/3'])
    await watch.again()

    expectStatus(await pay(seller, order.id), 201)
    expect(await quoteOf('DESK')).toBe('10/3/7')
    expect(await eventsSince()).toEqual(['transaction.created', 'order.paid', 'order.updated'])
  })

  test('row 1: lines of the same product share one allocation', async () => {
    const cart_id = await fillCart(shopper, [line('DESK', 1)])
    await fillCart(shopper, [line('DESK', 1)], cart_id)
    await watch.again()
    expectStatus(await checkOut(shopper, cart_id), 201)
    expect(await eventsSince()).toEqual(['allocate 2 DESK', 'order.created', 'cart.updated'])
    expect(await quoteOf('DESK')).toBe('10/5/5')
  })

  test('row 8: fulfilling removes it once', async () => {
    const cart_id = await fillCart(shopper, [line('DESK', 4), line('FLOOR', 1), line('UNTRACKED', 1)])
    const { id } = expectStatus(await checkOut(shopper, cart_id), 201).body.data
    expectStatus(await pay(seller, id), 201)
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['10/9/1', '5/3/2'])
    await watch.again()
    expectStatus(await putOrder(seller, id, { shipping: 'fulfilled' }), 200)
    expect(await eventsSince()).toEqual([
      'deallocate 4 DESK',
      'deallocate 1 FLOOR',
      'decrement 4 DESK',
      'decrement 1 FLOOR',
      'order.fulfilled',
      'order.updated',
    ])
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['6/5/1', '4/2/2'])
    await watch.again()
    expect((await putOrder(seller, id, { shipping: 'fulfilled' })).status).toBe(409)
    expect((await putOrder(seller, id, { status: 'cancelled' })).status).toBe(409)
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['6/5/1', '4/2/2'])
    expect(await eventsSince()).toEqual([])
  })

  test('row 9: cancelling releases it once, so that it can be sold again', async () => {
    const cart_id = await fillCart(shopper, [line('DESK', 1), line('FLOOR', 2)])
    const { id } = expectStatus(await checkOut(shopper, cart_id), 201).body.data
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['6/6/0', '4/4/0'])
    await watch.again()
    expectStatus(await putOrder(seller, id, { status: 'cancelled' }), 200)
    expect(await eventsSince()).toEqual(['deallocate 1 DESK', 'deallocate 2 FLOOR', 'order.cancelled', 'order.updated'])
    expect([await quoteOf('DESK'), await quoteOf('FLOOR')]).toEqual(['6/5/1', '4/2/2'])
    await watch.again()
    expect((await putOrder(seller, id, { status: 'cancelled' })).status).toBe(409)
    expect([await quoteOf('DESK'), await eventsSince()]).toEqual(['6/5/1', []])
    expectStatus(await checkOut(shopper, await fillCart(shopper, [line('DESK', 1)])), 201)
  })

  test('row 9: concurrent cancels of a paid order release it once', async () => {
    await stock('SCARCE', 3)
    const { id } = expectStatus(await checkOut(shopper, await fillCart(shopper, [line('SCARCE', 3)])), 201).body.data
    expectStatus(await pay(seller, id), 201)
    await watch.again()
    const attempts = [{ status: 'cancelled' }, { shipping: 'fulfilled' }, { status: 'cancelled' }]
    const answers = await Promise.all(attempts.map((attempt) => putOrder(seller, id, attempt)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const left = (await statesOf(seller, id)) === 'complete/paid/fulfilled' ? '0/0/0' : '3/0/3'
    expect(await quoteOf('SCARCE')).toBe(left)
  })
})

test('row 9: an order unpaid in time is cancelled, even after a voided authorization', async () => {
  expectStatus(await seller.put('/v2/settings', { data: { type: 'settings', order_expiry_hours: 1 } }), 200)
  await stock('UNPAID', 2)
  const { id } = expectStatus(await checkOut(shopper, await fillCart(shopper, [line('UNPAID', 2)])), 201).body.data
  expect(await hoursLeft(id)).toBe(1)
  const authorization = expectStatus(await pay(seller, id, { method: 'authorize', amount: 1 }), 201).body.data
  expect(await hoursLeft(id)).toBe(null)
  expectStatus(await act(seller, id, authorization.id, 'cancel'), 200)
  expect(await hoursLeft(id)).toBe(1)
  await watch.again()
  await query(stage.database.db, 'update orders set expires_at = now() where id = $1', [id])
  await eventually(
    () => statesOf(seller, id),
    (states) => states === 'cancelled/unpaid/unfulfilled',
  )
  expect(await eventsSince()).toEqual(['deallocate 2 UNPAID', 'order.cancelled', 'order.updated'])
  expect([await quoteOf('UNPAID'), await hoursLeft(id)]).toEqual(['2/0/2', null])
})

test('row 9: an order of a new store expires after three days, unless a payment is pending', async () => {
  const tenant = await stage.openTenant()
  expectStatus(await tenant.store.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const { id } = await makeOrder(tenant.store)
  expect(await hoursLeft(id)).toBe(72)
  const versionOf = async () => (await tenant.store.get(`/v2/orders/${id}`)).headers.get('etag')
  const later = { options: { outcome: 'approve_later', after_seconds: 3600 } }
  const pending = expectStatus(await pay(tenant.store, id, later), 201).body.data
  expect([await hoursLeft(id), await versionOf()]).toEqual([null, '"1"'])
  expectStatus(await act(tenant.store, id, pending.id, 'confirm', { outcome: 'failed' }), 200)
  expect([await hoursLeft(id), await versionOf()]).toEqual([72, '"1"'])
  expectStatus(await pay(tenant.store, id, { options: { outcome: 'decline' } }), 201)
  expect(await hoursLeft(id)).toBe(72)
  expectStatus(await pay(tenant.store, id), 201)
  expect(await hoursLeft(id)).toBe(null)
})

/** Rounded hours until an unpaid order expires, or null. */
async function hoursLeft(order_id: string): Promise<number | null> {
  const text = 'select round(extract(epoch from expires_at - now()) / 3600)::int as hours from orders where id = $1'
  const [row] = await query<{ hours: number | null }>(stage.database.db, text, [order_id])
  return row?.hours ?? null
}

describe('insufficient stock', () => {
  test('lets one of fifty concurrent checkouts buy the last unit, and rejects the others with a reason', async () => {
    await stock('LAST', 1)
    const carts = await Promise.all(Array.from({ length: 50 }, () => fillCart(shopper, [line('LAST', 1)])))
    await watch.again()
    const before = await Promise.all(carts.map((id) => cartNow(id)))
    const answers = await Promise.all(carts.map((id) => checkOut(shopper, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.flatMap(({ status, body }, index) => (status === 409 ? [{ body, index }] : []))
    expect(refused).toHaveLength(49)
    for (const { body } of refused) {
      expect(body.errors).toHaveLength(1)
      expect(body.errors[0].detail).toBe(`Lamp LAST (product ${productOf('LAST')}): 1 requested, 0 available.`)
    }
    for (const { index } of refused) expect(await cartNow(carts[index] ?? '')).toEqual(before[index])
    expect(await quoteOf('LAST')).toBe('1/1/0')
    expect(await eventsSince()).toEqual(['allocate 1 LAST', 'order.created', 'cart.updated'])
  })

  test('names the product, leaves the others untouched, and keeps the cart', async () => {
    await stock('PLENTY', 100)
    await stock('SHORT', 2)
    const cart_id = await fillCart(shopper, [line('PLENTY', 5), line('SHORT', 3)])
    const before = await cartNow(cart_id)
    await watch.again()
    const { status, body } = await checkOut(shopper, cart_id)
    expect([status, body.errors.map(({ detail }: { detail: string }) => detail)]).toEqual([
      409,
      [`Lamp SHORT (product ${productOf('SHORT')}): 3 requested, 2 available.`],
    ])
    expect([await quoteOf('PLENTY'), await quoteOf('SHORT')]).toEqual(['100/0/100', '2/0/2'])
    expect(await cartNow(cart_id)).toEqual(before)
    expect(await eventsSince()).toEqual([])

    const [, short] = before.items
    expectStatus(await shopper.put(`/v2/carts/${cart_id}/items/${short.id}`, { data: { quantity: 2 } }), 200)
    expectStatus(await checkOut(shopper, cart_id), 201)
  })
})

/** Everything that a shopper sees of a cart, with its version. */
async function cartNow(id: string) {
  const { headers, body } = expectStatus(await shopper.get(`/v2/carts/${id}`), 200)
  const items = (await shopper.get(`/v2/carts/${id}/items`)).body.data
  return { etag: headers.get('etag'), cart: body.data, items }
}
