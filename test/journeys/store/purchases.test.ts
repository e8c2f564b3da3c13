import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Client } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { ADDRESS, checkOut, customItem, expectStatus, fillCart } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

type Snapshot = { document: string; hash: Buffer }

async function snapshotOf(order_id: string): Promise<Snapshot> {
  const text = 'select document, hash from purchase_snapshots where order_id = $1'
  const [row] = await query<Snapshot>(stage.database.db, text, [order_id])
  if (row === undefined) throw new Error('The order has no snapshot.')
  return row
}

describe('a purchase', () => {
  test('stays byte for byte whatever changes in the store', async () => {
    const { store, shopper: buyer } = await stage.openTenant()
    const sold = await enableCheckout(store)
    await publish(store, sold.assortment.catalog)
    const cart_id = await fillCart(buyer, [{ type: 'cart_item', sku: 'TIFFANY', quantity: 2 }])
    const checkout = await checkOut(buyer, cart_id, { shipping_option_id: sold.shipping_option })
    const order = expectStatus(checkout, 201).body.data
    // 2 x 10.00 plus 8.00 for shipping, plus 10 % tax.
    expect(order.meta.display_price.with_tax).toMatchObject({ amount: 3080, formatted: '$30.80' })
    const read = () => Promise.all(['', '/items'].map((more) => bytesOf(buyer, `/v2/orders/${order.id}${more}`)))
    const [before, frozen] = [await read(), await snapshotOf(order.id)]
    expect(JSON.parse(frozen.document)).toMatchObject({
      lines: [{ name: 'Lamp TIFFANY', unit_amount: 1000, quantity: 2, taxes: [{ name: 'Sales tax', rate: 100_000 }] }],
      shipping: { name: 'Parcel', cost: 800 },
      totals: { with_tax: 3080 },
    })

    await changeBasis(store, sold)
    const again = await checkOut(buyer, await fillCart(buyer, [{ type: 'cart_item', sku: 'TIFFANY-2', quantity: 1 }]))
    expect(expectStatus(again, 201).body.data.meta.display_price.with_tax).toMatchObject({
      amount: 1200,
      formatted: '12,00 $',
    })
    expect([await read(), await snapshotOf(order.id)]).toEqual([before, frozen])

    expectStatus(await store.delete(`/v2/products/${sold.product}`), 200)
    await publish(store, sold.assortment.catalog)
    expect((await buyer.get(`/v2/catalog/products/${sold.product}`)).status).toBe(404)
    expect([await read(), await snapshotOf(order.id)]).toEqual([before, frozen])
    expect(createHash('sha256').update(frozen.document).digest()).toEqual(frozen.hash)
  })

  test.each([
    ['changed', 'update purchase_snapshots set document = document'],
    ['deleted', 'delete from purchase_snapshots'],
    ['swept away', 'truncate purchase_snapshots'],
    ['swept away with the orders', 'truncate orders cascade'],
  ])('cannot be %s in the database', async (_, statement) => {
    const count = 'select count(*) as count from purchase_snapshots'
    const before = await query(stage.database.db, count, [])
    expect(before).not.toEqual([{ count: 0 }])
    await expect(query(stage.database.db, statement, [])).rejects.toThrow('A purchase is never changed.')
    expect(await query(stage.database.db, count, [])).toEqual(before)
  })
})

test('taxes and shipping depend on the postcode of delivery, already in the cart', async () => {
  const { store, shopper: buyer } = await stage.openTenant()
  const tax_class_id = await flat(store, '/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods', default: true })
  const island = { name: 'Island', countries: [{ country: 'DE', postcodes: ['27 498'] }] }
  for (const [zone, rate] of [
    [island, 0],
    [{ name: 'Germany', countries: [{ country: 'DE' }] }, 190_000],
  ] as const) {
    const tax_zone_id = await flat(store, '/taxes/zones', 'tax_zone', zone)
    await flat(store, '/taxes/rates', 'tax_rate', { tax_class_id, tax_zone_id, name: zone.name, code: 'X', rate })
  }
  const ferry = { name: 'Ferry', code: 'ferry', countries: island.countries, costs: { USD: { amount: 800 } } }
  const shipping_option_id = await flat(store, '/shipping-options', 'shipping_option', ferry)
  const cart_id = await fillCart(buyer, [customItem(1000)])
  const sentTo = async (postcode: string | null) => {
    const place = { type: 'cart', country: 'DE', postcode }
    const { data } = expectStatus(await buyer.put(`/v2/carts/${cart_id}`, { data: place }), 200).body
    return [data.postcode, data.meta.display_price.tax.amount]
  }
  expect([await sentTo('27498'), await sentTo('10115'), await sentTo(null)]).toEqual([
    ['27498', 0],
    ['10115', 190],
    [null, 190],
  ])
  const to = (postcode: string) => ({
    shipping_option_id,
    shipping_address: { ...ADDRESS, region: 'SH', country: 'DE', postcode },
  })
  const refused = await checkOut(buyer, cart_id, to('10115'))
  expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/shipping_option'])
  const elsewhere = await checkOut(buyer, cart_id, { ...to('27498'), shipping_option: { id: tax_class_id } })
  expect([elsewhere.status, elsewhere.body.errors[0].source.pointer]).toEqual([422, '/data/shipping_option'])
  const { shipping_option_id: shipping_option, ...there } = to('27498')
  const { data } = expectStatus(await checkOut(buyer, cart_id, { ...there, shipping_option }), 201).body
  expect(data.meta.display_price.with_tax.amount).toBe(1800)
  expect(JSON.parse((await snapshotOf(data.id)).document)).toMatchObject({ lines: [{ taxes: [{ name: 'Island' }] }] })
})

/** Body as sent, with its version. */
async function bytesOf({ token }: Client, path: string): Promise<string> {
  const response = await fetch(stage.app.origin + path, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`)
  return `${response.headers.get('etag')} ${await response.text()}`
}

/** Creates a resource from attributes without a wrapper; returns its id. */
async function flat(store: Client, path: string, type: string, attributes: object): Promise<string> {
  return expectStatus(await store.post(`/v2${path}`, { data: { type, ...attributes } }), 201).body.data.id
}

/** A store with one lamp, a tax of 10 % and parcel shipping. */
async function enableCheckout(store: Client) {
  const tax_class_id = await flat(store, '/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods' })
  const tax_zone_id = await flat(store, '/taxes/zones', 'tax_zone', { name: 'Oregon', countries: [{ country: 'US' }] })
  const rate = { tax_class_id, tax_zone_id, name: 'Sales tax', code: 'OR', rate: 100_000 }
  const tax_rate = await flat(store, '/taxes/rates', 'tax_rate', rate)
  const parcel = { name: 'Parcel', code: 'parcel', costs: { USD: { amount: 800 } }, tax_class_id }
  const shipping_option = await flat(store, '/shipping-options', 'shipping_option', parcel)
  const of = await createAssortment(store, { TIFFANY: 1000 })
  const product = of.skus.get('TIFFANY') ?? ''
  expectStatus(await change(store, `/products/${product}`, 'product', { tax_class_id }), 200)
  return { assortment: of, product, tax_rate, shipping_option }
}

/** Changes everything that determined the price of the sale. */
async function changeBasis(store: Client, sold: Awaited<ReturnType<typeof enableCheckout>>): Promise<void> {
  const put = async (path: string, type: string, attributes: object) =>
    expectStatus(await store.put(`/v2${path}`, { data: { type, ...attributes } }), 200)
  const { assortment: of, product } = sold
  const renamed = { sku: 'TIFFANY-2', name: 'Lantern', description: 'Of tin', tax_class_id: null }
  expectStatus(await change(store, `/products/${product}`, 'product', renamed), 200)
  await make(store, `/pricebooks/${of.book}/prices`, 'product-price', {
    sku: 'TIFFANY-2',
    currencies: { USD: { amount: 1000 } },
  })
  await put(`/taxes/rates/${sold.tax_rate}`, 'tax_rate', { rate: 200_000, name: 'Value added tax' })
  await put(`/shipping-options/${sold.shipping_option}`, 'shipping_option', { name: 'Pigeon', enabled: false })
  const { body } = await store.get('/v2/currencies?filter=eq(code,USD)')
  await put(`/currencies/${body.data[0].id}`, 'currency', { format: '{price} $', decimal_point: ',' })
  await publish(store, of.catalog)
}
