import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import {
  type Assortment,
  addProduct,
  change,
  createAssortment,
  make,
  place,
  publish,
} from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Product families as storefronts for other servers of this API read them.

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
let assortment: Assortment
let release: string
let shirt: string
let small: string
let large: string
const option = { small: '', large: '' }
let size: string
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
  const { store } = tenant
  assortment = await createAssortment(store, { MUG: 100, SHIRT: 2000 })
  size = (await make(store, '/variations', 'product-variation', { name: 'Size' })).id
  const add = async (name: string) => {
    const attributes = { name, description: `Fits ${name}` }
    return (await make(store, `/variations/${size}/options`, 'product-variation-option', attributes)).id
  }
  option.small = await add('Small')
  option.large = await add('Large')
  shirt = assortment.skus.get('SHIRT') ?? ''
  const data = [{ type: 'product-variation', id: size }]
  expectStatus(await store.post(`/v2/products/${shirt}/relationships/variations`, { data }), 201)
  expectStatus(await store.post(`/v2/products/${shirt}/build`), 201)
  const children = expectStatus(await store.get(`/v2/products/${shirt}/children?sort=sku`), 200).body.data
  ;[large, small] = children.map(({ id }: { id: string }) => id)
  release = (await publish(store, assortment.catalog)).id
})
afterAll(() => stage.close())

function catalogs() {
  const { store, shopper } = tenant
  return [
    [shopper, '/v2/catalog'],
    [store, `/v2/catalogs/${assortment.catalog}/releases/${release}`],
    [store, `/v2/catalogs/${assortment.catalog}/releases/latest`],
  ] as const
}

const childOf = (id: string, name: string) => ({
  attributes: { base_product: false, base_product_id: shirt },
  meta: {
    product_types: ['child'],
    child_option_ids: [id],
    child_variations: [{ id: size, name: 'Size', option: { id, name, description: `Fits ${name}` } }],
  },
  relationships: { parent: { data: { type: 'product', id: shirt } } },
})

test('a child names its parent and options in every list, single read and search', async () => {
  const children = [childOf(option.large, 'Large'), childOf(option.small, 'Small')]
  for (const [client, path] of catalogs()) {
    for (const list of [
      'products?filter=like(sku,SHIRT*)&sort=sku',
      `nodes/${assortment.node}/products?filter=like(sku,SHIRT*)&sort=sku`,
      `hierarchies/${assortment.hierarchy}/products?filter=like(sku,SHIRT*)&sort=sku`,
      `products/${shirt}/relationships/children?sort=sku`,
    ])
      expect(expectStatus(await client.get(`${path}/${list}`), 200).body.data).toMatchObject(children)
    expect(expectStatus(await client.get(`${path}/products/${small}`), 200).body.data).toMatchObject(children[1] ?? {})
    const { data } = expectStatus(await client.get(`${path}/products/${assortment.skus.get('MUG')}`), 200).body
    expect(data).toMatchObject({ attributes: { base_product: false }, meta: { product_types: ['standard'] } })
    expect(data.attributes).not.toHaveProperty('base_product_id')
    expect(data.meta).not.toHaveProperty('child_variations')
    expect(data.relationships).not.toHaveProperty('parent')
  }
  const sent = { searches: [{ type: 'search', q: 'SHIRT-Small' }] }
  const { results } = expectStatus(await tenant.shopper.post('/v2/catalog/multi-search', sent), 200).body
  expect(results[0].hits[0]).toMatchObject({ document: { id: small, ...children[1] } })
})

test('a parent is readable by its id with its options, and neither listed nor sold', async () => {
  const { shopper } = tenant
  for (const [client, path] of catalogs()) {
    const { data } = expectStatus(await client.get(`${path}/products/${shirt}`), 200).body
    expect(data).toMatchObject({
      id: shirt,
      attributes: { sku: 'SHIRT', base_product: true },
      meta: {
        product_types: ['parent'],
        variations: [{ id: size, name: 'Size', options: [{ id: option.small }, { id: option.large }] }],
        variation_matrix: { [option.small]: small, [option.large]: large },
        bread_crumb_nodes: [assortment.node],
        display_price: { without_tax: { formatted: '$20.00' } },
      },
      relationships: { children: { data: expect.arrayContaining([{ type: 'product', id: small }]) } },
    })
    const listed = expectStatus(await client.get(`${path}/products?filter=in(id,${shirt},${small})`), 200).body.data
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([small])
    expect((await client.get(`${path}/products/${crypto.randomUUID()}`)).status).toBe(404)
  }
  const cart = await shopper.post('/v2/carts/own/items', { data: { type: 'cart_item', id: shirt, quantity: 1 } })
  expect([cart.status, cart.body.errors[0].detail]).toEqual([422, expect.stringContaining('offers no product')])
  const read = () => shopper.get(`/v2/catalog/products/${shirt}`)
  await read()
  expect(await statementsOf(stage, read)).toBe(1)
})

test('products are filtered by type, and a child is also found through its parent', async () => {
  for (const [client, path] of catalogs())
    for (const [filter, skus] of [
      ['eq(product_types,child)', ['SHIRT-Large', 'SHIRT-Small']],
      ['eq(product_types,standard)', ['MUG']],
      ['in(product_types,standard,parent)', ['MUG', 'SHIRT-Large', 'SHIRT-Small']],
      ['in(product_types,bundle)', []],
    ] as const) {
      const { body } = expectStatus(await client.get(`${path}/products?filter=${filter}&sort=sku`), 200)
      expect(body.data.map(({ attributes }: { attributes: { sku: string } }) => attributes.sku)).toEqual(skus)
    }
})

test('a child is published without its parent as a product, and a parent only with children', async () => {
  const { store, shopper } = await stage.openTenant()
  const own = await createAssortment(store, { POT: 100 })
  const glaze = (await make(store, '/variations', 'product-variation', { name: 'Glaze' })).id
  await make(store, `/variations/${glaze}/options`, 'product-variation-option', { name: 'Matte' })
  const pot = own.skus.get('POT') ?? ''
  const data = [{ type: 'product-variation', id: glaze }]
  expectStatus(await store.post(`/v2/products/${pot}/relationships/variations`, { data }), 201)
  expectStatus(await store.post(`/v2/products/${pot}/build`), 201)
  const [{ id: child }] = expectStatus(await store.get(`/v2/products/${pot}/children`), 200).body.data
  const nodes = `/v2/hierarchies/${own.hierarchy}/nodes/${own.node}/relationships/products`
  const remove = async (id: string) => {
    expectStatus(await store.call('DELETE', nodes, { data: [{ type: 'product', id }] }), 200)
  }
  await remove(pot)
  await publish(store, own.catalog)
  const read = async (id: string) => (await shopper.get(`/v2/catalog/products/${id}`)).body.data
  expect(await read(pot)).toMatchObject({ meta: { product_types: ['parent'], bread_crumb_nodes: [] } })
  expect(await read(child)).toMatchObject({ attributes: { base_product_id: pot } })

  expectStatus(await change(store, `/products/${pot}`, 'product', { status: 'draft' }), 200)
  const preview = await store.get(`/v2/catalogs/${own.catalog}/releases/preview`)
  const { changes } = expectStatus(preview, 200).body.data.attributes
  expect(changes).toMatchObject([{ id: child, attributes: { change: 'updated', members: ['child_variations'] } }])
  await publish(store, own.catalog)
  expect((await shopper.get(`/v2/catalog/products/${pot}`)).status).toBe(404)
  expect(await read(child)).toMatchObject({
    attributes: { base_product: false },
    meta: { product_types: ['standard'] },
  })

  expectStatus(await change(store, `/products/${pot}`, 'product', { status: 'live' }), 200)
  await remove(child)
  await addProduct(store, own, { sku: 'ELSE' })
  await publish(store, own.catalog)
  for (const id of [pot, child]) expect((await shopper.get(`/v2/catalog/products/${id}`)).status).toBe(404)
  expectStatus(await place(store, own, [child]), 201)
})

test('shoppers see neither unpublished options nor unpublished children', async () => {
  const { store, shopper } = await stage.openTenant()
  const own = await createAssortment(store, { LAMP: 100 })
  const color = (await make(store, '/variations', 'product-variation', { name: 'Color' })).id
  const options: Record<string, string> = {}
  for (const name of ['Red', 'Blue', 'SECRET-2027-GOLD'])
    options[name] = (await make(store, `/variations/${color}/options`, 'product-variation-option', { name })).id
  const lamp = own.skus.get('LAMP') ?? ''
  const data = [{ type: 'product-variation', id: color }]
  expectStatus(await store.post(`/v2/products/${lamp}/relationships/variations`, { data }), 201)
  expectStatus(await store.post(`/v2/products/${lamp}/build`), 201)
  const children = expectStatus(await store.get(`/v2/products/${lamp}/children`), 200).body.data
  const idOf = (name: string) =>
    children.find(({ attributes }: { attributes: { sku: string } }) => attributes.sku.includes(name)).id
  const [red, blue, gold] = [idOf('Red'), idOf('Blue'), idOf('GOLD')]
  const nodes = `/v2/hierarchies/${own.hierarchy}/nodes/${own.node}/relationships/products`
  expectStatus(await store.call('DELETE', nodes, { data: [{ type: 'product', id: blue }] }), 200)
  expectStatus(await change(store, `/products/${gold}`, 'product', { status: 'draft' }), 200)
  const release = await publish(store, own.catalog)
  for (const [client, path] of [
    [shopper, '/v2/catalog'],
    [store, `/v2/catalogs/${own.catalog}/releases/${release.id}`],
  ] as const) {
    const { body } = expectStatus(await client.get(`${path}/products/${lamp}`), 200)
    expect(body.data.meta.variations).toEqual([
      { id: color, name: 'Color', options: [{ id: options.Red, name: 'Red', description: '' }] },
    ])
    expect(body.data.meta.variation_matrix).toEqual({ [options.Red ?? '']: red })
    expect(body.data.relationships.children.data).toEqual([{ type: 'product', id: red }])
    expect(body.data.meta).not.toHaveProperty('child_ids')
    for (const hidden of [blue, gold, options.Blue, 'GOLD']) expect(JSON.stringify(body)).not.toContain(hidden)
  }
  expectStatus(await place(store, own, [blue]), 201)
  expectStatus(await change(store, `/products/${gold}`, 'product', { status: 'live' }), 200)
  await publish(store, own.catalog)
  const { meta } = expectStatus(await shopper.get(`/v2/catalog/products/${lamp}`), 200).body.data
  expect(meta.variation_matrix).toEqual({
    [options.Red ?? '']: red,
    [options.Blue ?? '']: blue,
    [options['SECRET-2027-GOLD'] ?? '']: gold,
  })
})

test('a child keeps the SKU and the slug that it was given when its product is built again', async () => {
  const { store } = tenant
  const finish = (await make(store, '/variations', 'product-variation', { name: 'Finish' })).id
  await make(store, `/variations/${finish}/options`, 'product-variation-option', { name: 'Raw' })
  const relationships = { variations: { data: [{ type: 'product-variation', id: finish }] } }
  const attributes = { name: 'Plate', sku: 'PLATE', slug: 'plate' }
  const parent = expectStatus(
    await store.post('/v2/products', { data: { type: 'product', attributes, relationships } }),
    201,
  )
  const path = `/v2/products/${parent.body.data.id}`
  const build = async () => expectStatus(await store.post(`${path}/build`), 201).body.data.attributes
  const read = async () => expectStatus(await store.get(`${path}/children`), 200).body.data[0]
  await build()
  const child = await read()
  expect(child.attributes).toMatchObject({ sku: 'PLATE-Raw', slug: 'plate-raw' })
  const renamed = { sku: '4711', slug: 'raw-plate' }
  expectStatus(await change(store, `/products/${child.id}`, 'product', renamed), 200)
  expectStatus(await change(store, `/products/${parent.body.data.id}`, 'product', { name: 'Dish' }), 200)
  expect(await build()).toMatchObject({ created: 0, updated: 1 })
  expect((await read()).attributes).toMatchObject({ ...renamed, name: 'Dish' })
})
