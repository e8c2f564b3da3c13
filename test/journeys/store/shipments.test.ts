import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import {
  act,
  checkOut,
  customItem,
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
let products: ReadonlyMap<string, string>
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const assortment = await createAssortment(seller, { LAMP: 1000, RUG: 2000 })
  await publish(seller, assortment.catalog)
  products = assortment.skus
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

type Item = { id: string; sku: string; quantity: number; meta: { shipped_quantity: number } }
type Sold = { id: string; items: Map<string, Item>; purchase: string }

/** A paid order of lamps, rugs and an item without delivery. */
async function anOrder({ lamps = 3, rugs = 1, paid = true } = {}): Promise<Sold> {
  const lines = [
    { type: 'cart_item', sku: 'LAMP', quantity: lamps },
    { type: 'cart_item', sku: 'RUG', quantity: rugs },
    customItem(500, 1, { sku: 'CARD', name: 'Gift card' }),
  ].filter(({ quantity }) => quantity > 0)
  const { data, included } = expectStatus(await checkOut(shopper, await fillCart(shopper, lines)), 201).body
  const purchase = paid ? expectStatus(await pay(seller, data.id), 201).body.data.id : ''
  await watch.again()
  return { id: data.id, purchase, items: new Map(included.items.map((item: Item) => [item.sku, item])) }
}

const pathOf = ({ id }: Sold, shipment = '') => `/v2/orders/${id}/shipments${shipment === '' ? '' : `/${shipment}`}`
const units = ({ items }: Sold, quantities: Record<string, number>) =>
  Object.entries(quantities).map(([sku, quantity]) => ({ id: items.get(sku)?.id, quantity }))

function create(order: Sold, quantities: Record<string, number> | null, more: object = {}): Promise<Answered> {
  const items = quantities === null ? {} : { items: units(order, quantities) }
  return seller.post(pathOf(order), { data: { type: 'shipment', ...items, ...more } })
}

async function shipmentOf(order: Sold, quantities: Record<string, number> | null, more: object = {}) {
  return expectStatus(await create(order, quantities, more), 201).body.data
}

const put = (order: Sold, shipment: string, data: object, headers = {}) =>
  seller.put(pathOf(order, shipment), { data: { type: 'shipment', ...data } }, headers)

async function shippedOf({ id }: Sold): Promise<Record<string, number>> {
  const { data } = expectStatus(await seller.get(`/v2/orders/${id}/items`), 200).body
  return Object.fromEntries(data.map(({ sku, meta }: Item) => [sku, meta.shipped_quantity]))
}

async function statusesOf(order: Sold): Promise<string[]> {
  const { data } = expectStatus(await seller.get(`${pathOf(order)}?sort=id`), 200).body
  return data.map(({ status }: { status: string }) => status)
}

describe('an order in parts', () => {
  test('is fulfilled when its last deliverable unit is shipped, with one event', async () => {
    const order = await anOrder()
    const first = await shipmentOf(order, { LAMP: 2 }, { carrier: 'Parcel Co', tracking_number: 'PC-1' })
    expect(first).toMatchObject({
      type: 'shipment',
      status: 'pending',
      carrier: 'Parcel Co',
      tracking_number: 'PC-1',
      items: units(order, { LAMP: 2 }),
      shipped_at: null,
      relationships: { order: { data: { type: 'order', id: order.id } } },
    })
    expect(await shippedOf(order)).toMatchObject({ LAMP: 0, RUG: 0 })
    const { body } = expectStatus(await put(order, first.id, { status: 'shipped' }), 200)
    expect([body.data.status, typeof body.data.shipped_at]).toEqual(['shipped', 'string'])
    expect(await shippedOf(order)).toMatchObject({ LAMP: 2, RUG: 0 })
    expect(await statesOf(seller, order.id)).toBe('complete/paid/unfulfilled')
    const rest = await shipmentOf(order, null, { status: 'shipped' })
    expect(rest.items).toEqual(units(order, { LAMP: 1, RUG: 1 }))
    expect(await statesOf(seller, order.id)).toBe('complete/paid/fulfilled')
    expect(await watch.emitted()).toEqual([
      ...['order.updated', 'order.updated'],
      ...['order.fulfilled', 'order.updated'],
    ])
    expectStatus(await put(order, first.id, { status: 'delivered' }), 200)
    expect((await watch.emitted()).filter((key) => key === 'order.fulfilled')).toHaveLength(1)
    expect(await statusesOf(order)).toEqual(['delivered', 'shipped'])
  })

  test('increments the versions of order and shipments once per change', async () => {
    const order = await anOrder()
    const versionOf = async () => Number((await seller.get(`/v2/orders/${order.id}`)).headers.get('etag')?.slice(1, -1))
    const before = await versionOf()
    const { id } = await shipmentOf(order, { LAMP: 1 })
    const same = expectStatus(await put(order, id, { carrier: '' }), 200)
    expect([same.headers.get('etag'), await versionOf()]).toEqual(['"1"', before + 1])
    expect((await put(order, id, { carrier: 'Mail' }, { 'if-match': '"7"' })).status).toBe(409)
    const changed = expectStatus(await put(order, id, { carrier: 'Mail' }, { 'if-match': '"1"' }), 200)
    expect([changed.headers.get('etag'), await versionOf()]).toEqual(['"2"', before + 2])
  })

  test('allows units to move or be removed only while a shipment is pending', async () => {
    const order = await anOrder()
    const { id } = await shipmentOf(order, { LAMP: 3 })
    const changed = expectStatus(await put(order, id, { items: units(order, { LAMP: 1, RUG: 1 }) }), 200)
    expect(changed.body.data.items).toEqual(units(order, { LAMP: 1, RUG: 1 }))
    const other = await shipmentOf(order, { LAMP: 2 })
    expectStatus(await seller.post(`${pathOf(order, other.id)}/cancel`), 200)
    expect((await put(order, other.id, { status: 'shipped' })).status).toBe(409)
    expectStatus(await put(order, id, { items: units(order, { LAMP: 3, RUG: 1 }), status: 'shipped' }), 200)
    expect(await statesOf(seller, order.id)).toBe('complete/paid/fulfilled')
    expect((await put(order, id, { items: units(order, { LAMP: 1 }) })).status).toBe(409)
    expect((await seller.post(`${pathOf(order, id)}/cancel`)).status).toBe(409)
    expect((await put(order, id, { status: 'pending' })).status).toBe(409)
  })
})

describe('fulfilling an order at once', () => {
  test('ships pending shipments and the rest', async () => {
    const order = await anOrder()
    await shipmentOf(order, { LAMP: 1 }, { status: 'shipped' })
    await shipmentOf(order, { LAMP: 1 })
    await watch.again()
    expectStatus(await putOrder(seller, order.id, { shipping: 'fulfilled' }), 200)
    expect(await watch.emitted()).toEqual(['order.fulfilled', 'order.updated'])
    expect([await statusesOf(order), await shippedOf(order)]).toMatchObject([
      ['shipped', 'shipped', 'shipped'],
      { LAMP: 3, RUG: 1 },
    ])
    expect((await create(order, null)).status).toBe(409)
  })

  test('creates no shipment of items without delivery', async () => {
    const order = await anOrder({ lamps: 0, rugs: 0 })
    expect((await create(order, null)).status).toBe(409)
    expectStatus(await putOrder(seller, order.id, { shipping: 'fulfilled' }), 200)
    expect(await statusesOf(order)).toEqual([])
  })
})

describe('a shipment', () => {
  test('rejects too many units, items without delivery, and unknown items', async () => {
    const order = await anOrder()
    await shipmentOf(order, { LAMP: 2 })
    const wrong = async (items: object[]) => {
      const { status, body } = await seller.post(pathOf(order), { data: { items } })
      return [status, body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)]
    }
    expect(await wrong(units(order, { LAMP: 2 }))).toEqual([422, ['/data/items/0/quantity']])
    const twice = [...units(order, { LAMP: 1 }), ...units(order, { LAMP: 1 })]
    expect(await wrong(twice)).toEqual([422, ['/data/items/0/quantity', '/data/items/1/quantity']])
    expect(await wrong(units(order, { CARD: 1 }))).toEqual([422, ['/data/items/0/id']])
    expect(await wrong([{ id: order.id, quantity: 1 }])).toEqual([422, ['/data/items/0/id']])
    expect(await watch.emitted()).toEqual(['order.updated'])
  })

  test('cannot be shipped before payment, or created for a cancelled order', async () => {
    const order = await anOrder({ paid: false })
    const { id } = await shipmentOf(order, { LAMP: 1 })
    expect((await put(order, id, { status: 'shipped' })).status).toBe(409)
    expect((await create(order, { LAMP: 1 }, { status: 'shipped' })).status).toBe(409)
    expectStatus(await putOrder(seller, order.id, { status: 'cancelled' }), 200)
    expect(await statusesOf(order)).toEqual(['cancelled'])
    expect((await create(order, { LAMP: 1 })).status).toBe(409)
  })

  test('can be changed by sellers only; the buyer may read it, and others get 404', async () => {
    const order = await anOrder()
    const { id } = await shipmentOf(order, { LAMP: 1 }, { tracking_number: 'T-1' })
    expect(expectStatus(await shopper.get(pathOf(order)), 200).body.data).toMatchObject([
      { id, tracking_number: 'T-1' },
    ])
    expect(expectStatus(await shopper.get(pathOf(order, id)), 200).body.data.id).toBe(id)
    expect((await shopper.post(pathOf(order), { data: {} })).status).toBe(403)
    expect((await shopper.put(pathOf(order, id), { data: { carrier: 'x' } })).status).toBe(403)
    expect((await shopper.post(`${pathOf(order, id)}/cancel`)).status).toBe(403)
    const other = await stage.tenant()
    for (const stranger of [other.store, other.shopper]) {
      expect((await stranger.get(pathOf(order))).status).toBe(404)
      expect((await stranger.get(pathOf(order, id))).status).toBe(404)
    }
    expect((await other.store.put(pathOf(order, id), { data: { carrier: 'x' } })).status).toBe(404)
    expect((await other.store.post(pathOf(order), { data: {} })).status).toBe(404)
    const second = await anOrder()
    expect((await seller.get(pathOf(second, id))).status).toBe(404)
    expect((await put(second, id, { carrier: 'x' })).status).toBe(404)
  })
})

describe('stock', () => {
  test('leaves with each shipment, and unshipped stock is released when the order is cancelled', async () => {
    const lamp = products.get('LAMP') ?? ''
    expectStatus(await seller.post(`/v2/inventories/${lamp}`, { data: { type: 'stock', quantity: 1000 } }), 201)
    const metrics = async () => {
      const { data } = expectStatus(await seller.get(`/v2/inventories/${lamp}`), 200).body
      return [data.on_hand - 1000, data.allocated]
    }
    const order = await anOrder({ lamps: 3, rugs: 0 })
    expect(await metrics()).toEqual([0, 3])
    await shipmentOf(order, { LAMP: 1 }, { status: 'shipped' })
    expect(await metrics()).toEqual([-1, 2])
    await shipmentOf(order, { LAMP: 1 })
    expectStatus(await act(seller, order.id, order.purchase, 'refund', { amount: 1 }), 201)
    expectStatus(await putOrder(seller, order.id, { status: 'cancelled' }), 200)
    expect([await metrics(), await statusesOf(order)]).toEqual([
      [-1, 0],
      ['shipped', 'cancelled'],
    ])
  })
})

test('concurrent shipping sends no unit twice and fulfills the order once', async () => {
  const order = await anOrder({ lamps: 5, rugs: 1 })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => create(order, { LAMP: 1 }, { status: 'shipped' })),
    create(order, { RUG: 1 }, { status: 'shipped' }),
    create(order, { RUG: 1 }, { status: 'shipped' }),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(6)
  expect(statuses.every((status) => [201, 409, 422].includes(status))).toBe(true)
  expect(await shippedOf(order)).toMatchObject({ LAMP: 5, RUG: 1 })
  expect(await statesOf(seller, order.id)).toBe('complete/paid/fulfilled')
  const emitted = await watch.emitted()
  expect(emitted.filter((key) => key === 'order.fulfilled')).toHaveLength(1)
  expect(emitted.filter((key) => key === 'order.updated')).toHaveLength(6)
})

test('a shipment requested again with its key is created once', async () => {
  const order = await anOrder()
  const key = { 'idempotency-key': `ship ${order.id}` }
  const body = { data: { items: units(order, { LAMP: 1 }) } }
  const answers = await Promise.all(Array.from({ length: 4 }, () => seller.post(pathOf(order), body, key)))
  expect(new Set(answers.map((response) => response.body.data.id)).size).toBe(1)
  expect(await statusesOf(order)).toEqual(['pending'])
})

test('a tracking link is an http or https address', async () => {
  const order = await anOrder()
  const tracking_url = 'https://parcels.example/track?id=PC-1&lang=de'
  const { id, tracking_url: created } = await shipmentOf(order, { LAMP: 1 }, { tracking_url })
  expect(created).toBe(tracking_url)
  for (const wrong of ['javascript:alert(1)', 'parcels.example/PC-1', 'https://', 'http://a b', 'https:///x']) {
    const { status, body } = await put(order, id, { tracking_url: wrong })
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/tracking_url'])
  }
  expect(expectStatus(await put(order, id, { tracking_url: '' }), 200).body.data.tracking_url).toBe('')
})

test('anonymizing an order erases its tracking numbers and links', async () => {
  const order = await anOrder()
  const tracking = { tracking_number: 'T-1', tracking_url: 'https://parcels.example/T-1' }
  const { id } = await shipmentOf(order, null, { status: 'shipped', ...tracking })
  expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [order.id] } }), 200)
  expect((await seller.get(pathOf(order, id))).body.data).toMatchObject({ tracking_number: '*', tracking_url: '' })
  expect((await put(order, id, { tracking_number: 'T-1' })).status).toBe(409)
  expectStatus(await put(order, id, { status: 'delivered' }), 200)
})

test('covers a success and a failure of every shipment operation', async () => {
  const { id } = await makeOrder(seller)
  expect((await seller.get(`/v2/orders/${id}/shipments?sort=nothing`)).status).toBe(400)
  expect(unseen(stage.contract, ({ tag }) => tag === 'Shipments')).toEqual([])
})
