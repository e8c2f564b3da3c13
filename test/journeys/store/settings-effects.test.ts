import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addProduct, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { checkOut, customItem, expectStatus, fillCart } from '../../support/store/shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

async function flat(store: Client, path: string, type: string, attributes: object): Promise<string> {
  return expectStatus(await store.post(`/v2${path}`, { data: { type, ...attributes } }), 201).body.data.id
}

async function setting(store: Client, data: object): Promise<void> {
  expectStatus(await store.put('/v2/settings', { data: { type: 'settings', ...data } }), 200)
}

/** Store with this tax rate in the US, in millionths. */
async function taxing(rate: number) {
  const { store, shopper } = await stage.openTenant()
  const tax_class_id = await flat(store, '/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods', default: true })
  const tax_zone_id = await flat(store, '/taxes/zones', 'tax_zone', { name: 'US', countries: [{ country: 'US' }] })
  await flat(store, '/taxes/rates', 'tax_rate', { tax_class_id, tax_zone_id, name: 'VAT', code: 'VAT', rate })
  return { store, shopper }
}

const quoteOf = (order: { meta: { display_price: Record<string, { amount: number }> } }) =>
  ['with_tax', 'tax', 'shipping', 'without_tax'].map((name) => order.meta.display_price[name]?.amount)

test('prices_include_tax: prices of products, custom items and shipping include tax by default', async () => {
  const { store, shopper } = await taxing(200_000)
  const says = { currencies: { USD: { amount: 1200, includes_tax: false } } }
  const assortment = await createAssortment(store, { LAMP: 1200, RUG: says.currencies })
  await publish(store, assortment.catalog)
  const shipping_option_id = await flat(store, '/shipping-options', 'shipping_option', {
    name: 'Parcel',
    code: 'parcel',
    costs: { USD: { amount: 600 } },
  })
  const buy = async (items: object[]) => {
    const response = await checkOut(shopper, await fillCart(shopper, items), { shipping_option_id })
    return quoteOf(expectStatus(response, 201).body.data)
  }
  const pricesOf = async (client: Client, path: string) => {
    const { data } = expectStatus(await client.get(`/v2${path}?sort=sku`), 200).body
    type Product = { attributes: { sku: string }; meta: { price: { includes_tax: boolean } } }
    return data.map(({ attributes, meta }: Product) => [attributes.sku, meta.price.includes_tax])
  }
  const items = [{ type: 'cart_item', sku: 'LAMP', quantity: 1 }, customItem(600)]
  expect(await buy(items)).toEqual([2880, 480, 720, 2400])
  expect(await pricesOf(shopper, '/catalog/products')).toEqual([
    ['LAMP', false],
    ['RUG', false],
  ])

  await setting(store, { prices_include_tax: true })
  // 12.00, 6.00 and 6.00 for shipping, each with a sixth of tax.
  expect(await buy(items)).toEqual([2400, 400, 600, 2000])
  for (const [client, path] of [
    [shopper, '/catalog/products'],
    [store, `/catalogs/${assortment.catalog}/releases/latest/products`],
  ] as const)
    expect(await pricesOf(client, path)).toEqual([
      ['LAMP', true],
      ['RUG', false],
    ])
  // An explicit includes_tax overrides the setting.
  const explicit = [
    { type: 'cart_item', sku: 'RUG', quantity: 1 },
    customItem(600, 1, { price: { amount: 600, includes_tax: false } }),
  ]
  expect(await buy(explicit)).toEqual([2760, 460, 600, 2300])
})

test('calculation_method: tax is rounded per line, or once per rate', async () => {
  const { store, shopper } = await taxing(100_000)
  const three = [customItem(33), customItem(33), customItem(33)]
  const buy = async () => expectStatus(await checkOut(shopper, await fillCart(shopper, three)), 201).body
  expect(quoteOf((await buy()).data)).toEqual([108, 9, 0, 99])
  await setting(store, { calculation_method: 'simple' })
  const { data, included } = await buy()
  expect(quoteOf(data)).toEqual([109, 10, 0, 99])
  type Item = { meta: { display_price: { tax: { value: { amount: number } } } } }
  expect(included.items.map(({ meta }: Item) => meta.display_price.tax.value.amount)).toEqual([4, 3, 3])
})

test('list_child_products: lists for shoppers have every variation, or the oldest per definition', async () => {
  const { store, shopper } = await stage.openTenant()
  const assortment = await createAssortment(store, { RUG: 1000 })
  for (const size of ['s', 'm', 'l']) {
    const options = [{ name: 'size', value: size }]
    await addProduct(store, assortment, { sku: `SHIRT-${size}`, definition: 'shirt', options })
  }
  const elsewhere = await make(store, `/hierarchies/${assortment.hierarchy}/nodes`, 'node', { name: 'Large' })
  await addProduct(store, { ...assortment, node: elsewhere.id }, { sku: 'SHIRT-xl', definition: 'shirt' })
  await publish(store, assortment.catalog)
  const skusIn = async (client: Client, path: string): Promise<string[]> => {
    const { data } = expectStatus(await client.get(`/v2${path}?sort=id`), 200).body
    return data.map(({ attributes }: { attributes: { sku: string } }) => attributes.sku)
  }
  const all = ['RUG', 'SHIRT-s', 'SHIRT-m', 'SHIRT-l', 'SHIRT-xl']
  expect(await skusIn(shopper, '/catalog/products')).toEqual(all)
  await setting(store, { list_child_products: false })
  expect(await skusIn(shopper, '/catalog/products')).toEqual(['RUG', 'SHIRT-s'])
  expect(await skusIn(shopper, `/catalog/nodes/${elsewhere.id}/products`)).toEqual(['SHIRT-xl'])
  // Sellers see the whole release, and carts accept products that lists omit.
  expect(await skusIn(store, `/catalogs/${assortment.catalog}/releases/latest/products`)).toEqual(all)
})
