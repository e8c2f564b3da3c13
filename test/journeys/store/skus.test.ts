import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makePromotion, pricesOf } from '../../support/store/promotions.ts'
import { expectStatus, fillCart, newCartId } from '../../support/store/shop.ts'
import { scopeOf } from '../../support/storefront/carts.ts'
import { hrefs, openStorefront } from '../../support/storefront/hypermedia.ts'

let stage: Stage
let store: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
})
beforeEach(async () => {
  const tenant = await stage.tenant()
  store = tenant.store
  shopper = tenant.shopper
})
afterAll(() => stage.close())

const productNamed = (sku: string) =>
  store.post('/v2/products', { data: { type: 'product', attributes: { sku, name: 'Lamp' } } })

describe('the SKU of a product', () => {
  test('is stored as it is written, without white space around it and in NFC', async () => {
    for (const [written, stored] of [
      [' Sku-1\u00A0', 'Sku-1'],
      ['CAFE\u0301-1', 'CAF\u00C9-1'],
      ['Blue Lamp 2', 'Blue Lamp 2'],
    ] as const)
      expect(expectStatus(await productNamed(written), 201).body.data.attributes.sku).toBe(stored)
  })

  test.each(['sku-1', 'SKU-1 ', ' SKU-1', '\u00A0Sku-1\u00A0'])(
    'is taken by a product with SKU-1: %j',
    async (twin) => {
      const { id } = await make(store, '/products', 'product', { sku: 'SKU-1', name: 'Lamp' })
      const { status, body } = await productNamed(twin)
      expect([status, body.errors[0].source]).toEqual([409, { pointer: '/data/attributes/sku' }])
      expectStatus(await change(store, `/products/${id}`, 'product', { sku: twin }), 200)
    },
  )

  test.each([
    ['SKU\u200B-1', 'U+200B'],
    ['SKU\u00A01', 'U+00A0'],
    ['SKU\t1', 'U+0009'],
    ['\u2060SKU-1', 'U+2060'],
    ['SKU-\u00AD1', 'U+00AD'],
  ])('has no invisible characters: %j', async (sku, character) => {
    const { status, body } = await productNamed(sku)
    const detail = `data.attributes.sku must not contain the invisible character ${character}.`
    expect([status, body.errors[0].detail]).toEqual([422, detail])
  })

  test('is not blank', async () => {
    expect((await productNamed('   ')).status).toBe(422)
  })

  test('is found by filters in any case', async () => {
    await make(store, '/products', 'product', { sku: 'Sku-\u00C9', name: 'Lamp' })
    for (const sku of ['Sku-\u00C9', 'sku-\u00E9', 'SKU-E\u0301'])
      for (const filter of [`eq(sku,${sku})`, `in(sku,none,${sku})`, `like(sku,${sku.slice(0, 4)}*)`]) {
        const { body } = await store.get(`/v2/products?filter=${encodeURIComponent(filter)}`)
        expect(body.data).toHaveLength(1)
      }
  })
})

describe('SKUs in any case', () => {
  let assortment: Assortment
  beforeEach(async () => {
    assortment = await createAssortment(store, { 'Lamp-1': 1000 })
    // Its price names the product in another case.
    const currencies = { USD: { amount: 700 } }
    await make(store, `/pricebooks/${assortment.book}/prices`, 'product-price', { sku: 'RUG-1', currencies })
    await addProduct(store, assortment, { sku: 'Rug-1' })
    await publish(store, assortment.catalog)
  })

  const item = (sku: string) => ({ type: 'cart_item', sku, quantity: 1 })

  test('find products for carts, with the prices of their SKUs', async () => {
    const cart = await fillCart(shopper, [item('LAMP-1'), item(' lamp-1 '), item('rug-1')])
    const { body } = await shopper.get(`/v2/carts/${cart}/items`)
    type Line = { sku: string; quantity: number; meta: { display_price: { with_tax: { unit: { amount: number } } } } }
    const lines = body.data.map(({ sku, quantity, meta }: Line) => [
      sku,
      quantity,
      meta.display_price.with_tax.unit.amount,
    ])
    expect(lines).toEqual([
      ['Lamp-1', 2, 1000],
      ['Rug-1', 1, 700],
    ])
    const some = { data: [item('lAMP-1'), item('none')], options: { add_all_or_nothing: false } }
    const added = expectStatus(await shopper.post(`/v2/carts/${newCartId()}/items`, some), 201)
    expect(added.body.data).toMatchObject([{ sku: 'Lamp-1' }])
  })

  test('name targets and gifts of promotions', async () => {
    const off = { kind: 'amount', amount: 100 }
    await makePromotion(store, { scope: 'line_price', target: { skus: ['LAMP-1 '] }, action: off })
    const when = { kind: 'quantity', of: { skus: ['lamp-1'] }, minimum: 1 }
    const gift = { kind: 'free_item', sku: 'RUG-1', quantity: 1 }
    await makePromotion(store, { scope: 'line_total', when, action: gift, currency: null })
    const cart = await fillCart(shopper, [item('Lamp-1')])
    expect((await pricesOf(shopper, cart)).with_tax).toBe(900)
    const { body } = await shopper.get(`/v2/carts/${cart}/items`)
    expect(body.data.map(({ sku }: { sku: string }) => sku)).toEqual(['Lamp-1', 'Rug-1'])
    const data = { type: 'promotion', name: 'Off', scope: 'line_price', action: off, currency: 'USD' }
    const refused = await store.post('/v2/promotions', { data: { ...data, target: { skus: ['LAMP\u200B-1'] } } })
    expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: '/data/target/skus/0' }])
  })

  test('find items of the storefront', async () => {
    const client = await openStorefront(stage.app, await scopeOf(stage, store))
    const form = await client.walk('lookups', 'itemlookupform')
    const [action = ''] = hrefs(form, 'itemlookupaction')
    for (const code of ['Lamp-1', 'LAMP-1', ' lamp-1'])
      expect((await client.send('POST', action, { code })).status).toBe(201)
  })

  test('have one price in a book, which updates name', async () => {
    const path = `/v2/pricebooks/${assortment.book}/prices`
    const currencies = { USD: { amount: 800 } }
    const twin = { type: 'product-price', attributes: { sku: 'lamp-1', currencies } }
    expect((await store.post(path, { data: twin })).status).toBe(409)
    const updated = expectStatus(await store.put(path, { data: [twin] }), 200)
    expect(updated.body.data[0].attributes.currencies.USD.amount).toBe(800)
  })
})

test('products from before whose SKUs differ only in case stay apart', async () => {
  const assortment = await createAssortment(store, { 'SKU-1': 1000, other: 500 })
  const twin = assortment.skus.get('other')
  const asBefore = async (table: string, condition: string) =>
    query(
      stage.database.db,
      `update ${table} set sku = 'sku-1', sku_twin = 'sku-1' where owner_id = $1 and ${condition}`,
      [store.store_id],
    )
  await asBefore('products', `id = '${twin}'`)
  await asBefore('product_prices', `sku = 'other'`)
  await publish(store, assortment.catalog)
  for (const [sku, price] of [
    ['SKU-1', 1000],
    ['sku-1', 500],
  ] as const) {
    const cart = await fillCart(shopper, [{ type: 'cart_item', sku, quantity: 1 }])
    expect((await pricesOf(shopper, cart)).with_tax).toBe(price)
    expect((await shopper.get(`/v2/carts/${cart}/items`)).body.data).toMatchObject([{ sku }])
  }
  expectStatus(await change(store, `/products/${twin}`, 'product', { sku: 'sku-1', name: 'Rug' }), 200)
  expect((await change(store, `/products/${twin}`, 'product', { sku: 'Sku-1' })).status).toBe(409)
  expectStatus(await change(store, `/products/${twin}`, 'product', { sku: 'sku-2' }), 200)
  expect((await change(store, `/products/${twin}`, 'product', { sku: 'sku-1' })).status).toBe(409)
})
