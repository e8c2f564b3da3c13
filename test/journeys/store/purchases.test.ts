import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/pool.ts'
import type { Client } from '../../support/app.ts'
import { change, make, makeShelf, publish } from '../../support/catalogs.ts'
import { checkOut, expectStatus, fillCart } from '../../support/shop.ts'
import { openStage, type Stage } from '../../support/stage.ts'

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

describe('a purchase is frozen', () => {
  test('what was sold stays byte for byte whatever becomes of the store', async () => {
    const { store, shopper: buyer } = await stage.tenant()
    const sold = await furnish(store)
    await publish(store, sold.shelf.catalog)
    const cart_id = await fillCart(buyer, [{ type: 'cart_item', sku: 'TIFFANY', quantity: 2 }])
    const checkout = await checkOut(buyer, cart_id, { shipping_option_id: sold.shipping_option })
    const order = expectStatus(checkout, 201).body.data
    // Twice 10.00 and 8.00 for shipping, with a tenth of tax on all of it.
    expect(order.meta.display_price.with_tax).toMatchObject({ amount: 3080, formatted: '$30.80' })
    const read = () => Promise.all(['', '/items'].map((more) => bytesOf(buyer, `/v2/orders/${order.id}${more}`)))
    const [before, frozen] = [await read(), await snapshotOf(order.id)]
    expect(JSON.parse(frozen.document)).toMatchObject({
      lines: [{ name: 'Lamp TIFFANY', unit_amount: 1000, quantity: 2, taxes: [{ name: 'Sales tax', rate: 100_000 }] }],
      shipping: { name: 'Parcel', cost: 800 },
      totals: { with_tax: 3080 },
    })

    await refurnish(store, sold)
    const again = await checkOut(buyer, await fillCart(buyer, [{ type: 'cart_item', sku: 'TIFFANY-2', quantity: 1 }]))
    expect(expectStatus(again, 201).body.data.meta.display_price.with_tax).toMatchObject({
      amount: 1200,
      formatted: '12,00 $',
    })
    expect([await read(), await snapshotOf(order.id)]).toEqual([before, frozen])

    expectStatus(await store.delete(`/v2/products/${sold.product}`), 200)
    await publish(store, sold.shelf.catalog)
    expect((await buyer.get(`/v2/catalog/products/${sold.product}`)).status).toBe(404)
    expect([await read(), await snapshotOf(order.id)]).toEqual([before, frozen])
    expect(createHash('sha256').update(frozen.document).digest()).toEqual(frozen.hash)
  })

  test.each([
    ['changed', 'update purchase_snapshots set document = document'],
    ['deleted', 'delete from purchase_snapshots'],
    ['swept away', 'truncate purchase_snapshots'],
    ['swept away with the orders', 'truncate orders cascade'],
  ])('the database refuses that it is %s', async (_, statement) => {
    const count = 'select count(*) as count from purchase_snapshots'
    const before = await query(stage.database.db, count, [])
    expect(before).not.toEqual([{ count: 0 }])
    await expect(query(stage.database.db, statement, [])).rejects.toThrow('A purchase is never changed.')
    expect(await query(stage.database.db, count, [])).toEqual(before)
  })
})

/** The body as it was sent, with the version that it has. */
async function bytesOf({ token }: Client, path: string): Promise<string> {
  const answer = await fetch(stage.app.origin + path, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
  return `${answer.headers.get('etag')} ${await answer.text()}`
}

/** A store that sells one lamp, taxes it by a tenth and sends it by parcel. */
async function furnish(store: Client) {
  const flat = async (path: string, type: string, attributes: object): Promise<string> =>
    expectStatus(await store.post(`/v2${path}`, { data: { type, ...attributes } }), 201).body.data.id
  const tax_class_id = await flat('/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods' })
  const tax_zone_id = await flat('/taxes/zones', 'tax_zone', { name: 'Oregon', countries: [{ country: 'US' }] })
  const rate = { tax_class_id, tax_zone_id, name: 'Sales tax', code: 'OR', rate: 100_000 }
  const tax_rate = await flat('/taxes/rates', 'tax_rate', rate)
  const parcel = { name: 'Parcel', code: 'parcel', costs: { USD: { amount: 800 } }, tax_class_id }
  const shipping_option = await flat('/shipping-options', 'shipping_option', parcel)
  const of = await makeShelf(store, { TIFFANY: 1000 })
  const product = of.skus.get('TIFFANY') ?? ''
  expectStatus(await change(store, `/products/${product}`, 'product', { tax_class_id }), 200)
  return { shelf: of, product, tax_rate, shipping_option }
}

/** Everything that the sale was figured of becomes different. */
async function refurnish(store: Client, sold: Awaited<ReturnType<typeof furnish>>): Promise<void> {
  const put = async (path: string, type: string, attributes: object) =>
    expectStatus(await store.put(`/v2${path}`, { data: { type, ...attributes } }), 200)
  const { shelf: of, product } = sold
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
