import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { changePromotion, makePromotion } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart, newCartId, watchEvents } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

/** Operations covered by clients-carts.test.ts. */
const ELSEWHERE = new Set([
  ...['UpdateCartItems', 'AddCartTaxes', 'DeleteCartTaxes', 'AddCartAccounts', 'RemoveCartAccounts'],
])
const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

/** A cart of the shopper with one line; ignores the events of its creation. */
async function aCart(amount = 1000, quantity = 2) {
  const id = await fillCart(shopper, [customItem(amount, quantity)])
  const [item] = (await shopper.get(`/v2/carts/${id}/items`)).body.data
  await watch.again()
  return { id, path: `/v2/carts/${id}`, item: `/v2/carts/${id}/items/${item.id}` }
}

async function aCustomer(name: string): Promise<string> {
  const data = { type: 'customer', name, email: `${name}-${newCartId()}@example.com` }
  return expectStatus(await seller.post('/v2/customers', { data }), 201).body.data.id
}

const words = (attributes: Record<string, unknown>) => ({ data: { type: 'cart', ...attributes } })
const metrics = async (path: string) => {
  const { with_tax, without_tax, tax } = (await shopper.get(path)).body.data.meta.display_price
  return [with_tax.amount, without_tax.amount, tax.amount]
}

describe('a cart', () => {
  test('exists empty under any id, and reading it emits and stores nothing', async () => {
    await watch.again()
    const id = newCartId()
    const { body } = expectStatus(await shopper.get(`/v2/carts/${id}`), 200)
    expect(body.data).toMatchObject({
      type: 'cart',
      id,
      currency: 'USD',
      relationships: { items: { data: [] }, customers: {} },
    })
    expect((await seller.get(`/v2/carts?filter=eq(id,${id})`)).body.data).toEqual([])
    expect(await watch.emitted()).toEqual([])
  })

  test('emits no event when opened, and from its first line on one per request', async () => {
    await watch.again()
    const opened = expectStatus(await shopper.post('/v2/carts', words({ name: 'Living room' })), 201)
    const path = new URL(opened.headers.get('location') ?? '').pathname
    expect(await watch.emitted()).toEqual([])
    expectStatus(await shopper.post(`${path}/items`, { data: [customItem(1), customItem(2), customItem(3)] }), 201)
    const [event] = await watch.events()
    expect(event?.payload.data).toEqual((await shopper.get(path)).body.data)
    expect(event?.payload.included.items).toEqual((await shopper.get(`${path}/items`)).body.data)
    expect(await watch.emitted()).toEqual(['cart.updated'])
  })

  test('changes only by what is sent, only from the version read, and only if it differs', async () => {
    const { path } = await aCart()
    const { headers } = expectStatus(await shopper.put(path, words({ name: 'Hall', country: 'DE' })), 200)
    expect(headers.get('etag')).toMatch(/^"2-.+"$/)
    expectStatus(await shopper.put(path, words({ name: 'Hall' })), 200)
    expect((await shopper.put(path, words({ name: 'Attic' }), { 'if-match': '"1"' })).status).toBe(409)
    expect((await shopper.put(path, words({ currency: 'XXX' }))).status).toBe(422)
    expect(await watch.emitted()).toEqual(['cart.updated'])
  })

  test('emits one event when deleted', async () => {
    const { id, path } = await aCart()
    expect((await shopper.call('DELETE', path, undefined, { 'if-match': '"9"' })).status).toBe(409)
    expectStatus(await shopper.delete(path), 200)
    expect((await shopper.delete(path)).status).toBe(204)
    const events = await watch.events()
    expect(events.map(({ triggered_by, payload }) => [triggered_by, payload])).toEqual([
      ['cart.deleted', { type: 'cart', id }],
    ])
  })

  test('differs from the cart with the same id in another store', async () => {
    const { path } = await aCart()
    const { shopper: other } = await stage.openTenant()
    expect((await other.get(path)).body.data.relationships.items.data).toEqual([])
    expect((await other.delete(path)).status).toBe(204)
    expect((await shopper.get(path)).body.data.relationships.items.data).not.toEqual([])
  })

  test('opened by fifty concurrent requests keeps the items of all', async () => {
    const id = newCartId()
    const added = Array.from({ length: 50 }, (_, index) =>
      shopper.post(`/v2/carts/${id}/items`, { data: customItem(1, 1, { sku: `LAMP-${index}` }) }),
    )
    for (const answer of await Promise.all(added)) expectStatus(answer, 201)
    expect((await shopper.get(`/v2/carts/${id}/items`)).body.data).toHaveLength(50)
  })

  test('names a product that the catalog no longer offers', async () => {
    const assortment = await createAssortment(seller, { GONE: 4900 })
    await publish(seller, assortment.catalog)
    const id = await fillCart(shopper, [{ type: 'cart_item', sku: 'GONE', quantity: 1 }])
    expectStatus(await seller.delete(`/v2/products/${assortment.skus.get('GONE')}`), 200)
    await publish(seller, assortment.catalog)
    const { data } = expectStatus(await shopper.get(`/v2/carts/${id}/items`), 200).body
    expect(data).toMatchObject([{ name: 'Lamp GONE', sku: 'GONE' }])
    const { errors } = expectStatus(await checkOut(shopper, id), 409).body
    expect(errors).toMatchObject([{ detail: 'Lamp GONE cannot be bought: The catalog does not currently offer it.' }])
    expectStatus(await shopper.delete(`/v2/carts/${id}/items/${data[0].id}`), 200)
  })

  test('is deleted with its texts when its only customer is, and otherwise left to the others', async () => {
    const [ada, ben] = await Promise.all(['ada', 'ben'].map(aCustomer))
    const [own, shared] = [await aCart(), await aCart()]
    const assign = (path: string, ids: (string | undefined)[]) =>
      seller.post(`${path}/relationships/customers`, { data: ids.map((id) => ({ type: 'customer', id })) })
    expectStatus(await assign(own.path, [ada]), 200)
    expectStatus(await assign(shared.path, [ada, ben]), 200)
    await watch.again()
    expectStatus(await seller.delete(`/v2/customers/${ada}`), 200)
    expect(await watch.emitted()).toEqual(expect.arrayContaining(['customer.deleted', 'cart.deleted', 'cart.updated']))
    const stored = await query(stage.database.db, 'select id, customer_ids from carts where id = any($1)', [
      [own.id, shared.id],
    ])
    expect(stored).toEqual([{ id: shared.id, customer_ids: [ben] }])
  })

  test('is listed for sellers', async () => {
    const { id } = await aCart(700, 3)
    const { body } = await seller.get(`/v2/carts?filter=eq(id,${id})`)
    expect(body.data).toMatchObject([{ id, meta: { display_price: { with_tax: { amount: 2100 } } } }])
    expect((await shopper.get('/v2/carts')).status).toBe(403)
  })

  test('is assigned to customers and taken from them', async () => {
    const { path } = await aCart()
    const customers = { data: [{ type: 'customer', id: await aCustomer('ada') }] }
    await watch.again()
    expectStatus(await seller.post(`${path}/relationships/customers`, customers), 200)
    expect((await shopper.get(path)).body.data.relationships.customers).toEqual(customers)
    expect((await shopper.post(`${path}/relationships/customers`, customers)).status).toBe(403)
    const unknown = { data: [{ type: 'customer', id: UNKNOWN_ID }] }
    expect((await seller.post(`${path}/relationships/customers`, unknown)).status).toBe(422)
    expectStatus(await seller.call('DELETE', `${path}/relationships/customers`, customers), 200)
    expect((await seller.call('DELETE', `${path}/relationships/customers`, {})).status).toBe(422)
    expect((await watch.emitted()).filter((key) => key === 'cart.updated')).toHaveLength(2)
  })
})

describe('a line', () => {
  test('changes its quantity, and is removed at zero', async () => {
    const { path, item } = await aCart(1000, 2)
    expectStatus(await shopper.put(item, { data: { quantity: 5 } }), 200)
    expect(await metrics(path)).toEqual([5000, 5000, 0])
    expect((await shopper.get(item)).body.data).toMatchObject({ quantity: 5, value: { amount: 5000 } })
    expectStatus(await shopper.put(item, { data: { quantity: 5 } }), 200)
    expectStatus(await shopper.put(item, { data: { quantity: 0 } }), 200)
    expect((await shopper.get(item)).status).toBe(404)
    expect((await shopper.put(item, { data: { quantity: 1 } })).status).toBe(404)
    expect((await shopper.delete(item)).status).toBe(404)
    expect(await watch.emitted()).toEqual(['cart.updated', 'cart.updated'])
  })

  test('is removed alone or with all others', async () => {
    const { path, item } = await aCart()
    expectStatus(await shopper.post(`${path}/items`, { data: [customItem(1), customItem(2)] }), 201)
    expect(expectStatus(await shopper.delete(item), 200).body.data).toHaveLength(2)
    expect(expectStatus(await shopper.delete(`${path}/items`), 200).body.data).toEqual([])
    expect((await shopper.call('DELETE', `${path}/items`, undefined, { 'if-match': '"1"' })).status).toBe(409)
  })

  test.each([
    ['no quantity', { ...customItem(1), quantity: undefined }, '/data/quantity'],
    ['a negative price', customItem(-1), '/data/price/amount'],
    ['an unknown product', { type: 'cart_item', id: UNKNOWN_ID, quantity: 1 }, '/data/id'],
    ['an unknown sku', { type: 'cart_item', sku: 'NONE', quantity: 1 }, '/data/sku'],
    ['no product at all', { type: 'cart_item', quantity: 1 }, '/data'],
  ])('is rejected together with the others if it has %s', async (_, item, pointer) => {
    const { path } = await aCart()
    const refused = await shopper.post(`${path}/items`, { data: item })
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, pointer])
    const both = await shopper.post(`${path}/items`, { data: [customItem(1), item] })
    expect([both.status, both.body.errors[0].source.pointer]).toEqual([422, pointer.replace('/data', '/data/1')])
    expect(await watch.emitted()).toEqual([])
  })

  test('can be added until the cart has 500', async () => {
    const id = newCartId()
    const hundred = { data: Array.from({ length: 100 }, () => customItem(1)) }
    for (let part = 0; part < 5; part += 1) expectStatus(await shopper.post(`/v2/carts/${id}/items`, hundred), 201)
    expect((await shopper.post(`/v2/carts/${id}/items`, { data: customItem(1) })).status).toBe(422)
  })
})

describe('tax items', () => {
  test('replace the taxes of the store, and emit one event per change', async () => {
    const { path, item } = await aCart(999, 3)
    const taxes = `${item}/taxes`
    const vat = { type: 'tax_item', name: 'VAT', jurisdiction: 'GB', code: 'VAT20', rate: 0.2 }
    const { body } = expectStatus(await shopper.post(taxes, { data: vat }), 201)
    expect(await metrics(path)).toEqual([3596, 2997, 599])
    expectStatus(await shopper.post(taxes, { data: [{ type: 'tax_item', name: 'Duty', amount: 101 }] }), 201)
    expect(await metrics(path)).toEqual([3697, 2997, 700])
    const one = `${taxes}/${body.data.id}`
    expectStatus(await shopper.put(one, { data: { type: 'tax_item', amount: 7 } }), 200)
    expect(await metrics(path)).toEqual([3105, 2997, 108])
    expectStatus(await shopper.delete(one), 200)
    expect((await shopper.get(taxes)).body.data).toMatchObject([{ name: 'Duty', rate: null, amount: 101 }])
    expectStatus(await shopper.delete(taxes), 200)
    expect(await metrics(path)).toEqual([2997, 2997, 0])
    expect(await watch.emitted()).toEqual(Array.from({ length: 5 }, () => 'cart.updated'))
    expect((await shopper.put(one, { data: { type: 'tax_item', rate: 1 } })).status).toBe(404)
    expect((await shopper.delete(one)).status).toBe(404)
    expect((await shopper.delete(`${path}/items/${UNKNOWN_ID}/taxes`)).status).toBe(404)
    expect((await shopper.get(`${path}/items/${UNKNOWN_ID}/taxes`)).status).toBe(404)
  })

  test.each([
    ['neither a rate nor an amount', { name: 'VAT' }],
    ['both', { name: 'VAT', rate: 1, amount: 1 }],
    ['no name', { rate: 1 }],
  ])('are rejected with %s', async (_, tax) => {
    const { item } = await aCart()
    expect((await shopper.post(`${item}/taxes`, { data: { type: 'tax_item', ...tax } })).status).toBe(422)
    expect(await watch.emitted()).toEqual([])
  })

  test('leave a price that includes them unchanged', async () => {
    const id = await fillCart(shopper, [customItem(1200, 1, { price: { amount: 1200, includes_tax: true } })])
    const [item] = (await shopper.get(`/v2/carts/${id}/items`)).body.data
    const vat = { type: 'tax_item', name: 'VAT', rate_ppm: 200_000 }
    expectStatus(await shopper.post(`/v2/carts/${id}/items/${item.id}/taxes`, { data: vat }), 201)
    expect(await metrics(`/v2/carts/${id}`)).toEqual([1200, 1000, 200])
    const { body } = expectStatus(await checkOut(shopper, id), 201)
    expect(body.data.meta.display_price).toMatchObject({ with_tax: { amount: 1200 }, tax: { amount: 200 } })
  })
})

describe('tax items that a price includes', () => {
  const included = (amount: number, quantity = 1) =>
    customItem(amount, quantity, { price: { amount, includes_tax: true } })
  const duty = (amount: number) => ({ data: { type: 'tax_item', name: 'Duty', amount } })

  async function includedCart(quantity = 1) {
    const id = await fillCart(shopper, [included(1000, quantity)])
    const [{ id: item }] = (await shopper.get(`/v2/carts/${id}/items`)).body.data
    const path = `/v2/carts/${id}`
    return { id, path, item: `${path}/items/${item}`, taxes: `${path}/items/${item}/taxes` }
  }

  test('never exceed it, by any change', async () => {
    const { path, item, taxes } = await includedCart(2)
    const detail = 'The tax items of Lamp total 2001 and must not exceed its price of 2000, which includes them.'
    const refused = await shopper.post(taxes, duty(2001))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([422, detail])
    expect((await shopper.get(taxes)).body.data).toEqual([])
    const { data } = expectStatus(await shopper.post(taxes, duty(2000)), 201).body
    expect(await metrics(path)).toEqual([2000, 0, 2000])
    expect((await shopper.post(taxes, duty(1))).status).toBe(422)
    expect((await shopper.put(`${taxes}/${data.id}`, duty(2001))).status).toBe(422)
    const fewer = await shopper.put(item, { data: { quantity: 1 } })
    expect([fewer.status, fewer.body.errors[0].source]).toEqual([422, { pointer: '/data/quantity' }])
    expectStatus(await shopper.put(`${taxes}/${data.id}`, duty(999)), 200)
    expectStatus(await shopper.put(item, { data: { quantity: 1 } }), 200)
    expect(await metrics(path)).toEqual([1000, 1, 999])
  })

  test('stop a checkout if a promotion has reduced it below them', async () => {
    const { id, taxes } = await includedCart()
    expectStatus(await shopper.post(taxes, duty(900)), 201)
    const promotion = await makePromotion(seller)
    const refused = await checkOut(shopper, id)
    await changePromotion(seller, promotion, { enabled: false })
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      'The tax items of Lamp total 900 and must not exceed its price of 500, which includes them.',
    ])
    expectStatus(await checkOut(shopper, id), 201)
  })

  test('tax items on top of a price may exceed it', async () => {
    const { path, item } = await aCart(100, 1)
    expectStatus(await shopper.post(`${item}/taxes`, duty(5000)), 201)
    expect(await metrics(path)).toEqual([5100, 100, 5000])
  })
})

describe('a custom price', () => {
  test('has the limit of the prices of a catalog, and exact totals', async () => {
    const { path, id } = await aCart(1_500_000_000, 10)
    expect(await metrics(path)).toEqual([15_000_000_000, 15_000_000_000, 0])
    expectStatus(await shopper.post(`${path}/items`, { data: customItem(999_999_999_999, 9000) }), 201)
    expect(await metrics(path)).toEqual([9_000_014_999_991_000, 9_000_014_999_991_000, 0])
    const sold = expectStatus(await checkOut(shopper, id), 201).body.data
    expect(sold.meta.display_price.with_tax.amount).toBe(9_000_014_999_991_000)
    const refused = await shopper.post(`${path}/items`, { data: customItem(1_000_000_000_000) })
    expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: '/data/price/amount' }])
  })

  test('is refused if the total would not be exact', async () => {
    const { path } = await aCart(999_999_999_999, 9000)
    const refused = await shopper.post(`${path}/items`, { data: customItem(999_999_999_999, 1000) })
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      'The total of the cart is too large to compute exactly.',
    ])
    expect(await metrics(path)).toEqual([8_999_999_999_991_000, 8_999_999_999_991_000, 0])
  })
})

test('an expired cart is deleted with an event', async () => {
  const { id } = await aCart()
  await query(stage.database.db, 'update carts set expires_at = $2 where id = $1', [id, new Date(0)])
  const deleted = () => seller.get('/v2/events?filter=eq(triggered_by,cart.deleted)&sort=-id&page[limit]=1')
  await eventually(deleted, ({ body }) => body.data[0]?.payload.id === id)
  expect((await seller.get(`/v2/carts?filter=eq(id,${id})`)).body.data).toEqual([])
})

test.each(['a b', 'a/b', 'ä', 'x'.repeat(129)])('an id must fit into a URL: %j', async (id) => {
  const path = `/v2/carts/${encodeURIComponent(id)}`
  expect((await shopper.post('/v2/carts', words({ id }))).status).toBe(422)
  expect((await shopper.get(path)).status).toBe(404)
  expect((await shopper.get(`${path}/items`)).status).toBe(404)
})

test('covers a success and a failure of every cart operation', () => {
  const here = unseen(stage.contract, ({ tag, operationId }) => tag === 'Carts' && !ELSEWHERE.has(operationId))
  expect(here).toEqual([])
})
