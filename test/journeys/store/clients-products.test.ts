import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, calling, openApp, openTenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Contract, readContract, unseen } from '../../support/documents/contract.ts'
import { type Assortment, addProduct, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makeVariation, ofVariations } from '../../support/store/variations.ts'
import { hrefs, openStorefront } from '../../support/storefront/hypermedia.ts'

// Requests about products, prices and files by clients written for other servers of this API.

let database: TestDatabase
let app: App
let contract: Contract
let tenant: { seller: Client; shopper: Client }
let assortment: Assortment
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  contract = await readContract(app.origin)
  const { seller, shopper } = await openTenant(app)
  tenant = { seller: watched(seller), shopper: watched(shopper) }
  assortment = await createAssortment(tenant.seller, {})
})
afterAll(async () => {
  await app.close()
  await database.close()
})

function watched(client: Client): Client {
  return calling(client, async (method, path, body, headers) => {
    const answer = await client.call(method, path, body, headers)
    contract.check(method, path.replace(/^\/pcm/, '/v2'), answer)
    return answer
  })
}

let counted = 0
const sku = () => `SKU-${++counted}`

const createProduct = (attributes: object, relationships?: object) =>
  tenant.seller.post('/pcm/products', {
    data: {
      type: 'product',
      attributes: { name: 'Mug', sku: sku(), commodity_type: 'physical', status: 'live', ...attributes },
      ...(relationships !== undefined && { relationships }),
    },
  })

const latestPath = () => `/pcm/catalogs/${assortment.catalog}/releases/latest`
const released = async (id: string) => {
  await publish(tenant.seller, assortment.catalog)
  return tenant.seller.get(`${latestPath()}/products/${id}?include=main_image,files`)
}

async function placed(id: string): Promise<void> {
  const path = `/pcm/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}/relationships/products`
  expect((await tenant.seller.post(path, { data: [{ type: 'product', id }] })).status).toBe(201)
}

const TRADE = {
  mpn: 'MUG-77-B',
  upc_ean: '0012345678905',
  locales: { 'fr-FR': { name: 'Tasse', description: 'Une tasse' }, de: { name: 'Tasse' } },
  tags: ['kitchen', 'gift'],
  extensions: { 'products(vendor)': { material: 'stoneware' } },
  custom_attributes: { glaze: { type: 'string', value: 'matte' } },
  custom_inputs: {
    engraving: {
      name: 'Engraving',
      required: false,
      validation_rules: [{ type: 'string', options: { max_length: 50 } }],
    },
  },
  build_rules: { default: 'include', exclude: [['0199f3a0-7c00-7000-8000-000000000001']] },
}

describe('attributes of products', () => {
  test('are stored and shown for trade, languages and custom inputs, also in a release', async () => {
    const created = await createProduct({ ...TRADE, components: {} })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id, attributes } = created.body.data
    expect(attributes).toMatchObject(TRADE)
    const path = `/pcm/products/${id}`
    expect((await tenant.seller.get(path)).body.data.attributes).toMatchObject(TRADE)
    const changed = { locales: { 'pt-BR': { description: 'Uma caneca' } }, build_rules: null, upc_ean: '' }
    const updated = await tenant.seller.put(path, { data: { type: 'product', id, attributes: changed } })
    expect(updated.body.data.attributes).toMatchObject({ ...TRADE, ...changed })
    expect(updated.body.data.attributes.locales).toEqual(changed.locales)
    await placed(id)
    expect((await released(id)).body.data.attributes).toMatchObject({ ...TRADE, ...changed })
    const filtered = await tenant.seller.get('/pcm/products?filter=eq(mpn,MUG-77-B)')
    expect(filtered.body.data.map((one: { id: string }) => one.id)).toEqual([id])
  })

  test.each([
    ['components', { parts: { name: 'Parts', options: [] } }, '/data/attributes/components', 'bundles are not priced'],
    ['locales', { 'not a tag': { name: 'Tasse' } }, '/data/attributes/locales', 'locales'],
    ['locales', { fr: { title: 'Tasse' } }, '/data/attributes/locales/fr/title', 'title'],
    ['build_rules', { default: 'all' }, '/data/attributes/build_rules/default', 'default'],
    ['commodity_type', 'virtual', '/data/attributes/commodity_type', 'physical'],
  ])('%s that cannot be stored are rejected: %j', async (name, value, pointer, words) => {
    const { status, body } = await createProduct({ [name]: value })
    expect(status).toBe(422)
    expect(body.errors[0].source.pointer).toContain(pointer)
    expect(body.errors[0].detail).toContain(words)
    const { id } = (await createProduct({})).body.data
    const data = { id, type: 'product', attributes: { [name]: value } }
    expect((await tenant.seller.put(`/pcm/products/${id}`, { data })).status).toBe(422)
  })
})

async function addFile(name: string, options: { public?: boolean } = {}): Promise<string> {
  const file_location = `https://files.example.com/${name}.jpg`
  const { body } = await tenant.seller.post('/v2/files', { data: { type: 'file', file_location, ...options } })
  return body.data.id
}

const idsIn = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const files = (...ids: string[]) => ids.map((id) => ({ type: 'file', id }))

describe('files of products', () => {
  test('are accepted in bodies, shown in order, and included once each', async () => {
    const [front, back, side] = [await addFile('front'), await addFile('back'), await addFile('side')]
    const created = await createProduct(
      {},
      { main_image: { data: { type: 'file', id: front } }, files: { data: files(side, back) } },
    )
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id, attributes, relationships } = created.body.data
    expect(attributes.main_image_file_id).toBe(front)
    expect(relationships).toMatchObject({
      main_image: { data: { type: 'file', id: front } },
      files: { data: files(side, back) },
    })
    const other = (await createProduct({}, { files: { data: files(back) } })).body.data.id
    const path = `/pcm/products/${id}`
    const one = await tenant.seller.get(`${path}?include=main_image,files,component_products`)
    expect(idsIn(one.body.included.main_images)).toEqual([front])
    expect(idsIn(one.body.included.files).sort()).toEqual([back, side].sort())
    expect(one.body.included.main_images[0]).toEqual((await tenant.seller.get(`/v2/files/${front}`)).body.data)
    const list = await tenant.seller.get(`/pcm/products?filter=in(id,${id},${other})&include=files`)
    expect(idsIn(list.body.included.files).sort()).toEqual([back, side].sort())
    expect(list.body.included.main_images).toBeUndefined()
    expect((await tenant.seller.get(path)).body.included).toBeUndefined()
    const sent = { ...one.body.data, relationships: { ...one.body.data.relationships, files: { data: files(front) } } }
    const updated = await tenant.seller.put(path, { data: sent })
    expect(updated.body.data.relationships.files.data).toEqual(files(front))
    expect(updated.body.data.relationships.main_image.data.id).toBe(front)
  })

  test('are read, added, replaced and removed by their relationship', async () => {
    const [a, b, c] = [await addFile('a'), await addFile('b'), await addFile('c')]
    const { id } = (await createProduct({})).body.data
    const path = `/pcm/products/${id}/relationships/files`
    const { seller } = tenant
    const added = await seller.post(path, { data: files(b, a) })
    expect([added.status, added.body]).toEqual([201, { data: files(b, a) }])
    expect((await seller.post(path, { data: files(a, c) })).body).toEqual({ data: files(b, a, c) })
    expect((await seller.call('DELETE', path, { data: files(a) })).body).toEqual({ data: files(b, c) })
    expect((await seller.put(path, { data: files(c, a) })).body).toEqual({ data: files(c, a) })
    expect((await seller.put(path, { data: [] })).body).toEqual({ data: [] })
    expect((await seller.get(path)).body).toEqual({ data: [] })
    const unknown = await seller.put(path, { data: files(a, id) })
    expect([unknown.status, unknown.body.errors[0].source.pointer]).toEqual([422, '/data/1/id'])
  })

  test('have a main image that can be set, read and cleared', async () => {
    const [a, b] = [await addFile('main-a'), await addFile('main-b')]
    const { id } = (await createProduct({})).body.data
    const path = `/pcm/products/${id}/relationships/main_image`
    const { seller } = tenant
    expect((await seller.get(path)).body).toEqual({ data: null })
    const image = (of: string) => ({ data: { type: 'file', id: of } })
    const set = await seller.post(path, image(a))
    expect([set.status, set.body]).toEqual([201, image(a)])
    expect((await seller.put(path, { data: { type: 'main_image', id: b } })).body).toEqual(image(b))
    expect((await seller.get(path)).body).toEqual(image(b))
    expect((await seller.put(path, { data: [] })).body).toEqual({ data: null })
    await seller.put(path, image(a))
    expect((await seller.put(path, { data: null })).body).toEqual({ data: null })
    await seller.put(path, image(a))
    expect((await seller.call('DELETE', path, image(a))).body).toEqual({ data: null })
    await seller.put(path, image(a))
    expect((await seller.delete(path)).body).toEqual({ data: null })
    expect((await seller.put(path, image(id))).body.errors[0].source.pointer).toBe('/data/id')
    const both = { attributes: { main_image_file_id: a }, relationships: { main_image: image(b) } }
    const refused = await seller.put(`/pcm/products/${id}`, { data: { type: 'product', id, ...both } })
    expect([refused.status, refused.body.errors[0].detail]).toEqual([422, expect.stringContaining('different files')])
  })

  test('are detached from a product and its releases when deleted, and shoppers see public files', async () => {
    const [a, b] = [await addFile('kept', { public: true }), await addFile('private')]
    const gone = await addFile('gone', { public: true })
    const id = await addProduct(tenant.seller, assortment, { sku: sku() })
    const { seller, shopper } = tenant
    await seller.put(`/pcm/products/${id}/relationships/files`, { data: files(b, gone, a) })
    await seller.put(`/pcm/products/${id}/relationships/main_image`, { data: { type: 'file', id: gone } })
    const before = await released(id)
    expect(before.body.data.relationships).toMatchObject({
      files: { data: files(b, gone, a) },
      main_image: { data: { type: 'main_image', id: gone } },
    })
    expect(idsIn(before.body.included.main_images)).toEqual([gone])
    expect((await seller.call('DELETE', `/v2/files/${gone}`)).status).toBe(200)
    const { data } = (await seller.get(`/pcm/products/${id}`)).body
    expect(data.relationships).toMatchObject({ files: { data: files(b, a) }, main_image: { data: null } })
    expect(data.attributes.main_image_file_id).toBeNull()
    const seen = await shopper.get(`/pcm/catalog/products/${id}?include=files,main_image`)
    expect(seen.body.data.relationships).toMatchObject({ files: { data: files(b, a) }, main_image: { data: null } })
    expect([idsIn(seen.body.included.files), seen.body.included.main_images]).toEqual([[a], []])
    const list = await shopper.get(`/pcm/catalog/products?include=files&filter=eq(id,${id})`)
    expect(idsIn(list.body.included.files)).toEqual([a])
  })
})

describe('files', () => {
  test('have the name sent by the client, and so does their URL', async () => {
    const form = new FormData()
    form.append('file_name', 'ignored-by-nobody.png')
    form.append('public', 'true')
    form.append('file', new Blob(['a picture']), 'front view (1).png')
    const uploaded = await upload(form)
    expect(uploaded.file_name).toBe('ignored-by-nobody.png')
    const plain = new FormData()
    plain.append('public', 'true')
    plain.append('file', new Blob(['a picture']), 'front view (1).png')
    const { id, file_name, link } = await upload(plain)
    expect(file_name).toBe('front view (1).png')
    expect(decodeURIComponent(link.href.split('/').at(-1))).toBe('front view (1).png')
    expect(await (await fetch(link.href)).text()).toBe('a picture')
    const found = await tenant.seller.get(
      `/v2/files?filter=eq(file_name,${encodeURIComponent('"front view (1).png"')})`,
    )
    expect(idsIn(found.body.data)).toEqual([id])
  })

  test('have no name when linked, unless the client sends it', async () => {
    const file_location = 'https://files.example.com/pictures/lamp.jpg'
    const linked = await tenant.seller.post('/v2/files', { data: { type: 'file', file_location } })
    expect(linked.status).toBe(201)
    expect(linked.body.data).not.toHaveProperty('file_name')
    expect(linked.body.data).toMatchObject({ link: { href: file_location }, file_location })
    const form = new FormData()
    form.append('file_location', file_location)
    expect(await upload(form)).not.toHaveProperty('file_name')
    const named = { type: 'file', file_location, file_name: 'Lamp' }
    expect((await tenant.seller.post('/v2/files', { data: named })).body.data.file_name).toBe('Lamp')
  })
})

async function upload(body: FormData) {
  const headers = { authorization: `Bearer ${tenant.seller.token}` }
  const response = await fetch(`${app.origin}/v2/files`, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
  return ((await response.json()) as any).data
}

describe('prices', () => {
  const createPrice = (attributes: object) =>
    tenant.seller.post(`/pcm/pricebooks/${assortment.book}/prices`, { data: { type: 'product-price', attributes } })
  const tiers = {
    min_100: { minimum_quantity: 100, amount: 800 },
    min_10: { minimum_quantity: 10, amount: 900 },
  }

  test('have named tiers, shown by name, published by quantity, and sent back as read', async () => {
    const attributes = { sku: sku(), currencies: { USD: { amount: 1000, includes_tax: true, tiers } } }
    const created = await createPrice(attributes)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id, links } = created.body.data
    expect(created.body.data.attributes.currencies.USD.tiers).toEqual(tiers)
    const path = new URL(links.self).pathname.replace('/v2', '/pcm')
    const read = (await tenant.seller.get(path)).body.data
    expect(read.attributes).toEqual(created.body.data.attributes)
    const same = await tenant.seller.put(path, { data: read })
    expect([same.headers.get('etag'), same.body.data]).toEqual(['"1"', read])
    const product = await addProduct(tenant.seller, assortment, { sku: attributes.sku })
    const by_quantity = [tiers.min_10, tiers.min_100]
    expect((await released(product)).body.data.meta.price.tiers).toEqual(by_quantity)
    const list = { currencies: { USD: { amount: 1000, tiers: by_quantity } } }
    const listed = await tenant.seller.put(path, { data: { type: 'product-price', id, attributes: list } })
    expect(listed.body.data.attributes.currencies.USD.tiers).toEqual(by_quantity)
  })

  test('reject two tiers for one quantity, and name the second', async () => {
    const twice = { a: { minimum_quantity: 2, amount: 900 }, 'b/c': { minimum_quantity: 2, amount: 800 } }
    const { status, body } = await createPrice({ sku: sku(), currencies: { GBP: { amount: 1000, tiers: twice } } })
    expect(status).toBe(422)
    expect(body.errors[0].source.pointer).toBe('/data/attributes/currencies/GBP/tiers/b~1c/minimum_quantity')
  })

  test('use UTC for times without a zone', async () => {
    const times = { valid_from: '2026-12-01T00:00:00', valid_to: '2026-12-24T18:00:00+01:00' }
    const { body } = await createPrice({ sku: sku(), currencies: { USD: { amount: 1000 } }, ...times })
    expect(body.data.attributes).toMatchObject({
      valid_from: '2026-12-01T00:00:00.000Z',
      valid_to: '2026-12-24T17:00:00.000Z',
    })
    const wrong = await createPrice({ sku: sku(), currencies: { USD: { amount: 1000 } }, valid_from: 'Christmas' })
    expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/valid_from'])
  })

  test('reject sales with advice to add a temporary price', async () => {
    const sales = { summer: { currencies: { USD: { amount: 500 } } } }
    const { status, body } = await createPrice({ sku: sku(), currencies: { USD: { amount: 1000 } }, sales })
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/sales'])
  })
})

type Made = { id: string; attributes: Record<string, unknown> }

describe('variations', () => {
  const size = () =>
    makeVariation(tenant.seller, 'Size', {
      Small: [{ type: 'sku_append', value: '-S' }],
      Large: [
        { type: 'sku_append', value: '-L' },
        { type: 'name_append', value: ' (large)' },
        { type: 'price', reference_name: 'large' },
      ],
    })
  const glaze = () =>
    makeVariation(tenant.seller, 'Glaze', {
      Matte: [{ type: 'sku_append', value: '-M' }],
      Gloss: [
        { type: 'sku_builder', seek: 'POT', set: 'VASE' },
        { type: 'description_prefix', value: 'Shining. ' },
        { type: 'slug_equals', value: `gloss-${sku()}` },
        { type: 'commodity_type', value: 'digital' },
      ],
    })

  const skusOf = async (id: string) => {
    const { body } = await tenant.seller.get(`/pcm/products/${id}/children?sort=sku`)
    return body.data.map(({ attributes }: Made) => [attributes.sku, attributes.status])
  }

  test('build a child per combination with modifiers and rules, and withdraw stale children', async () => {
    const { seller } = tenant
    const [sizes, glazes] = [await size(), await glaze()]
    const build_rules = { default: 'include', exclude: [[sizes.of('Large'), glazes.of('Gloss')]] }
    const parent = { name: 'Pot', sku: 'POT', description: 'Of clay', tags: ['clay'], status: 'live', build_rules }
    const { id } = await make(tenant.seller, '/products', 'product', parent)
    const path = `/pcm/products/${id}`
    const relationship = `${path}/relationships/variations`
    const early = await seller.post(`${path}/build`)
    expect([early.status, early.body.errors[0].detail]).toEqual([409, expect.stringContaining('no variations')])
    const added = await seller.post(relationship, { data: ofVariations(sizes.id) })
    expect([added.status, added.body.data]).toEqual([201, ofVariations(sizes.id)])
    expect((await seller.post(relationship, { data: ofVariations(glazes.id) })).body.data).toHaveLength(2)
    const built = await seller.post(`${path}/build`)
    expect([built.status, built.body.data]).toMatchObject([
      201,
      { type: 'product-build', id, attributes: { status: 'success', created: 3, updated: 0, withdrawn: 0 } },
    ])
    const children = (await seller.get(`${path}/children?sort=sku`)).body.data
    expect(children).toMatchObject([
      {
        attributes: { sku: 'POT-L-M', name: 'Pot (large)', tags: ['clay'], commodity_type: 'physical', definition: id },
      },
      { attributes: { sku: 'POT-S-M', name: 'Pot', status: 'live', description: 'Of clay' } },
      { attributes: { sku: 'VASE-S', commodity_type: 'digital', description: 'Shining. Of clay' } },
    ])
    expect(children[0]).toMatchObject({
      attributes: {
        options: [
          { name: 'Size', value: 'Large', price_modifier: 'large' },
          { name: 'Glaze', value: 'Matte' },
        ],
      },
      relationships: { base_product: { data: { type: 'product', id } } },
      meta: { product_types: ['child'] },
    })
    const read = (await seller.get(path)).body.data
    expect(read).toMatchObject({
      attributes: { base_product: true, build_rules },
      relationships: { variations: { data: ofVariations(sizes.id, glazes.id) } },
      meta: {
        product_types: ['parent'],
        variations: [
          { id: sizes.id, name: 'Size' },
          { id: glazes.id, options: [{ name: 'Matte' }, { name: 'Gloss' }] },
        ],
        variation_matrix: { [sizes.of('Large')]: { [glazes.of('Matte')]: children[0].id } },
      },
    })
    expect((await seller.post(`${path}/build`)).body.data.attributes).toMatchObject({ created: 0, unchanged: 3 })
    const only = { default: 'exclude', include: [[sizes.of('Large')]] }
    await seller.put(path, { data: { ...read, attributes: { ...read.attributes, name: 'Jar', build_rules: only } } })
    const again = await seller.post(`${path}/build`)
    expect(again.body.data.attributes).toMatchObject({ created: 1, updated: 1, unchanged: 0, withdrawn: 2 })
    expect(await skusOf(id)).toEqual([
      ['POT-L-M', 'live'],
      ['POT-S-M', 'draft'],
      ['VASE-L', 'live'],
      ['VASE-S', 'draft'],
    ])
    const names = (await seller.get(`${path}/variations?sort=name`)).body.data.map(
      ({ attributes }: Made) => attributes.name,
    )
    expect(names).toEqual(['Glaze', 'Size'])
    const used = await seller.delete(`/pcm/variations/${sizes.id}`)
    expect([used.status, used.body.errors[0].detail]).toEqual([409, expect.stringContaining('remove it from them')])
    const child = await seller.post(`/pcm/products/${children[0].id}/build`)
    expect([child.status, child.body.errors[0].detail]).toEqual([409, expect.stringContaining('is a child')])
    expect((await seller.call('DELETE', relationship, { data: ofVariations(sizes.id) })).body.data).toHaveLength(1)
    expect((await seller.put(relationship, { data: [] })).body.data).toEqual([])
    expect((await seller.get(relationship)).body.data).toEqual([])
    expect((await seller.get(path)).body.data.meta.product_types).toEqual(['standard'])
    expect((await seller.delete(path)).status).toBe(200)
    expect((await seller.get(`/pcm/products/${children[0].id}`)).body.data.meta.product_types).toEqual(['standard'])
  })

  test('are chosen in the storefront like those of products created one by one', async () => {
    const { seller } = tenant
    const own = await createAssortment(seller, {}, 'Of variants')
    const sizes = await size()
    const relationships = { variations: { data: ofVariations(sizes.id) } }
    const attributes = { name: 'Bowl', sku: 'BOWL', status: 'live', description: 'Of clay' }
    const parent = await seller.post('/pcm/products', { data: { type: 'product', attributes, relationships } })
    expect(parent.status, JSON.stringify(parent.body)).toBe(201)
    const { id } = parent.body.data
    const node = `/pcm/hierarchies/${own.hierarchy}/nodes/${own.node}/relationships/products`
    await seller.post(node, { data: [{ type: 'product', id }] })
    const price = (of: string, amount: number) => ({ sku: of, currencies: { USD: { amount } } })
    const prices = `/pricebooks/${own.book}/prices`
    await make(tenant.seller, prices, 'product-price', price('BOWL', 3000))
    const more = { name: 'large', modifier_type: 'price_increment', currencies: { USD: { amount: 500 } } }
    await make(tenant.seller, `/pricebooks/${own.book}/modifiers`, 'price-modifier', more)
    expect((await seller.post(`/pcm/products/${id}/build`)).status).toBe(201)
    await publish(seller, own.catalog)
    const products = `/pcm/catalogs/${own.catalog}/releases/latest/products?sort=sku`
    const sold = (await seller.get(products)).body.data
    expect(sold.map((one: Made & { meta: Json }) => [one.attributes.sku, one.meta.price.amount])).toEqual([
      ['BOWL-L', 3500],
      ['BOWL-S', 3000],
    ])
    await make(tenant.seller, prices, 'product-price', price('BOWL-S', 2000))
    await publish(seller, own.catalog)
    expect((await seller.get(products)).body.data[1].meta.price.amount).toBe(2000)
    await make(tenant.seller, '/catalogs/rules', 'catalog_rule', { name: 'Of variants', catalog_id: own.catalog })
    const { scope } = (await seller.get(`/v2/stores/${seller.store_id}`)).body.data
    const storefront = await openStorefront(app, scope)
    const [lookup = ''] = hrefs(await storefront.walk('lookups', 'itemlookupform'), 'itemlookupaction')
    const zoom = 'definition:options:element:selector:choice'
    const { body } = await storefront.send('POST', `${lookup}?followlocation&zoom=${zoom}`, { code: 'BOWL-S' })
    const [choice] = body._definition[0]._options[0]._element[0]._selector[0]._choice
    const [action = ''] = hrefs(choice, 'selectaction')
    const chosen = await storefront.send('POST', `${action}?followlocation&zoom=code`)
    expect([chosen.status, chosen.body._code[0].code]).toEqual([201, 'BOWL-L'])
  })

  test.each([
    [{ type: 'weight_equals', value: '7' }, '/data/attributes/type', 'sku_append'],
    [{ type: 'sku_append' }, '/data/attributes/value', 'is required'],
    [{ type: 'sku_builder', seek: 'a' }, '/data/attributes/set', 'is required'],
    [{ type: 'status', value: 'sold' }, '/data/attributes/value', 'draft, live'],
    [{ type: 'price' }, '/data/attributes/reference_name', 'is required'],
  ])('reject a modifier without effect: %j', async (attributes, pointer, words) => {
    const variation = await makeVariation(tenant.seller, 'Color', { Red: [] })
    const path = `/pcm/variations/${variation.id}/options/${variation.of('Red')}/modifiers`
    const { status, body } = await tenant.seller.post(path, {
      data: { type: 'product-variation-modifier', attributes },
    })
    expect([status, body.errors[0].source.pointer]).toEqual([422, pointer])
    expect(body.errors[0].detail).toContain(words)
  })

  test('reject options that build equal children, and unknown variations', async () => {
    const alike = await makeVariation(tenant.seller, 'Color', {
      Red: [{ type: 'sku_equals', value: 'X' }],
      Blue: [{ type: 'sku_equals', value: 'X' }],
    })
    const { id } = await make(tenant.seller, '/products', 'product', { name: 'Cup', sku: sku() })
    const path = `/pcm/products/${id}`
    await tenant.seller.put(`${path}/relationships/variations`, { data: ofVariations(alike.id) })
    const twice = await tenant.seller.post(`${path}/build`)
    expect([twice.status, twice.body.errors[0].detail]).toEqual([409, expect.stringContaining('the sku X')])
    const unknown = await tenant.seller.put(`${path}/relationships/variations`, { data: ofVariations(id) })
    expect([unknown.status, unknown.body.errors[0].source.pointer]).toEqual([422, '/data/0/id'])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
type Json = any

test('covers a success and a failure of every product operation', async () => {
  const product = '/pcm/products/0199f3a0-7c00-7000-8000-000000000001'
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const body = method === 'GET' ? undefined : { data: [] }
    for (const name of ['files', 'main_image', 'variations'])
      expect((await tenant.seller.call(method, `${product}/relationships/${name}`, body)).status).toBe(404)
  }
  for (const list of ['variations', 'children'])
    expect((await tenant.seller.get(`${product}/${list}`)).status).toBe(404)
  const tags = ['Files of products', 'Variations of products']
  expect(unseen(contract, ({ tag }) => tags.includes(tag))).toEqual([])
})
