import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, place } from '../../support/store/catalogs.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let seller: Client
let organization: Client
let assortment: Assortment
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  organization = tenant.organization
  assortment = await createAssortment(seller, { A: 1000, B: 2000 })
})
afterAll(() => stage.close())

const node = () => `/v2/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}`
const idsAt = async (path: string) => {
  const { status, body } = await seller.get(path)
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}
const pointers = (body: { errors: { source?: { pointer?: string } }[] }) =>
  body.errors.map(({ source }) => source?.pointer)

test('products are added to and removed from nodes repeatedly, and lists show them', async () => {
  const own = await createAssortment(seller, {})
  const { id: other } = await make(seller, `/hierarchies/${own.hierarchy}/nodes`, 'node', { name: 'Desk lamps' })
  const products = await Promise.all(
    [1, 2, 3].map((number) =>
      make(seller, '/products', 'product', { sku: `PLACED-${number}`, name: `Lamp ${number}` }),
    ),
  )
  const ids = products.map(({ id }) => id).sort()
  const at = `/v2/hierarchies/${own.hierarchy}/nodes/${own.node}`
  const identifiers = ids.map((id) => ({ type: 'product', id }))
  const upper = identifiers.map(({ type, id }) => ({ type, id: id.toUpperCase() }))
  const placed = await seller.post(`${at}/relationships/products`, { data: upper })
  expect([placed.status, placed.body]).toEqual([201, { data: identifiers }])
  expect((await place(seller, own, ids)).status).toBe(201)
  expect((await place(seller, { ...own, node: other }, ids.slice(0, 1))).status).toBe(201)
  expect((await seller.get(`${at}/relationships/products?sort=id`)).body.data).toEqual(identifiers)
  expect(await idsAt(`${at}/products?sort=id`)).toEqual(ids)
  expect(await idsAt(`/v2/hierarchies/${own.hierarchy}/products?sort=id`)).toEqual(ids)
  expect(await idsAt(`${at}/products?filter=eq(sku,PLACED-2)`)).toHaveLength(1)
  const page = await seller.get(`${at}/products?page[limit]=2&page[offset]=2&page[total_method]=exact`)
  expect([page.body.data.length, page.body.meta.results]).toEqual([1, { total: 3, total_method: 'exact' }])
  const data = identifiers.slice(1)
  expect((await seller.call('DELETE', `${at}/relationships/products`, { data })).status).toBe(200)
  expect((await seller.call('DELETE', `${at}/relationships/products`, { data })).status).toBe(200)
  expect(await idsAt(`${at}/products`)).toEqual(ids.slice(0, 1))
  expect((await seller.delete(`/v2/products/${ids[0]}`)).status).toBe(200)
  expect(await idsAt(`${at}/products`)).toEqual([])
})

test('an invalid product is reported with a pointer, and nothing is added', async () => {
  const [known = ''] = await idsAt(`${node()}/products?sort=id&filter=eq(sku,A)`)
  const own = await createAssortment(seller, {})
  const refused = await place(seller, own, [known, UNKNOWN_ID])
  expect([refused.status, pointers(refused.body)]).toEqual([422, ['/data/1/id']])
  expect(await idsAt(`/v2/hierarchies/${own.hierarchy}/nodes/${own.node}/products`)).toEqual([])
  const { store: stranger } = await stage.tenant()
  const theirs = await createAssortment(stranger, {})
  expect((await place(stranger, theirs, [known])).status).toBe(422)
})

test('missing resources and those of other stores are 404, and an unknown sort is 400', async () => {
  const { store: stranger } = await stage.tenant()
  const paths = ['/relationships/products', '/products'].map((path) => node() + path)
  for (const path of [...paths, `/v2/hierarchies/${assortment.hierarchy}/products`]) {
    expect((await stranger.get(path)).status).toBe(404)
    expect((await seller.get(`${path}?sort=nothing`)).status).toBe(400)
  }
  const data = [{ type: 'product', id: UNKNOWN_ID }]
  expect((await stranger.call('DELETE', `${node()}/relationships/products`, { data })).status).toBe(404)
  expect((await place(stranger, assortment, [UNKNOWN_ID])).status).toBe(404)
  expect((await seller.get(`/v2/hierarchies/${UNKNOWN_ID}/nodes/${assortment.node}/products`)).status).toBe(404)
})

test('a node is never below itself, even with concurrent moves, nor in another hierarchy', async () => {
  const { id: hierarchy } = await make(seller, '/hierarchies', 'hierarchy', { name: 'Circles' })
  const path = `/hierarchies/${hierarchy}/nodes`
  const [one, two] = await Promise.all(['One', 'Two'].map((name) => make(seller, path, 'node', { name })))
  const move = (from?: string, to?: string) => change(seller, `${path}/${from}`, 'node', { parent_id: to })
  const answers = await Promise.all([move(one?.id, two?.id), move(two?.id, one?.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const refused = answers.find(({ status }) => status === 422)
  expect(pointers(refused?.body)).toEqual(['/data/attributes/parent_id'])
  expect((await move(one?.id, one?.id)).status).toBe(422)
  expect((await move(one?.id, assortment.node)).status).toBe(422)
})

test('nodes are deleted with their parent and their hierarchy, and their products stay', async () => {
  const { id: hierarchy } = await make(seller, '/hierarchies', 'hierarchy', { name: 'Going' })
  const path = `/hierarchies/${hierarchy}/nodes`
  const root = await make(seller, path, 'node', { name: 'Root' })
  const below = await make(seller, path, 'node', { name: 'Below', parent_id: root.id })
  const product = await addProduct(seller, { hierarchy, node: below.id }, { sku: 'STAYS' })
  expect((await seller.delete(`/v2${path}/${root.id}`)).status).toBe(200)
  expect((await seller.get(`/v2${path}/${below.id}`)).status).toBe(404)
  const other = await make(seller, path, 'node', { name: 'Other' })
  expect((await seller.delete(`/v2/hierarchies/${hierarchy}`)).status).toBe(200)
  expect((await seller.get(`/v2${path}/${other.id}`)).status).toBe(404)
  expect((await seller.get(`/v2/products/${product}`)).status).toBe(200)
})

test('skus and slugs are unique in a store, and option names in a product', async () => {
  await make(seller, '/products', 'product', { sku: 'TWICE', name: 'Lamp', slug: 'lamp' })
  const post = (attributes: object) =>
    seller.post('/v2/products', { data: { type: 'product', attributes: { name: 'Lamp', ...attributes } } })
  const sku = await post({ sku: 'TWICE' })
  expect([sku.status, pointers(sku.body)]).toEqual([409, ['/data/attributes/sku']])
  const slug = await post({ sku: 'OTHER', slug: 'lamp' })
  expect([slug.status, pointers(slug.body)]).toEqual([409, ['/data/attributes/slug']])
  const option = { name: 'size', value: 's' }
  const options = await post({ sku: 'OPTIONS', options: [option, { name: 'size', value: 'm' }] })
  expect([options.status, pointers(options.body)]).toEqual([422, ['/data/attributes/options/1/name']])
  const { body } = await post({ sku: 'OPTIONS', options: [option] })
  const shown = { ...option, display_name: 'size', display_value: 's', price_modifier: null }
  expect(body.data.attributes.options).toEqual([shown])
})

test('prices with unordered tiers, an end before the start or a duplicate start are rejected', async () => {
  const path = `/v2/pricebooks/${assortment.book}/prices`
  const post = (attributes: object) =>
    seller.post(path, { data: { type: 'product-price', attributes: { sku: 'T', ...attributes } } })
  const tiers = [5, 5].map((minimum_quantity) => ({ minimum_quantity, amount: 1 }))
  const flat = await post({ currencies: { USD: { amount: 2, tiers } } })
  const place = '/data/attributes/currencies/USD/tiers/1/minimum_quantity'
  expect([flat.status, pointers(flat.body)]).toEqual([422, [place]])
  const currencies = { USD: { amount: 2 } }
  const [earlier, later] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  for (const valid_from of [earlier, later]) {
    const backwards = await post({ currencies, valid_from, valid_to: earlier })
    expect([backwards.status, pointers(backwards.body)]).toEqual([422, ['/data/attributes/valid_to']])
  }
  const leap = await post({ currencies, valid_from: '2026-06-30T23:59:60Z' })
  expect([leap.status, pointers(leap.body)]).toEqual([422, ['/data/attributes/valid_from']])
  expect((await post({ currencies })).status).toBe(201)
  expect((await post({ currencies })).status).toBe(409)
  expect((await post({ currencies, valid_from: earlier })).body.data.attributes).toMatchObject({
    sku: 'T',
    currencies: { USD: { amount: 2, includes_tax: null, sale_amount: null, tiers: [] } },
    valid_from: '2026-01-01T00:00:00.000Z',
    valid_to: null,
  })
  expect((await post({ currencies, valid_from: '2026-01-01T01:00:00+01:00' })).status).toBe(409)
  for (const wrong of [{ usd: { amount: 1 } }, {}, { USD: { amount: -1 } }, { USD: { amount: 0.5 } }])
    expect((await post({ currencies: wrong })).status).toBe(422)
})

test('a catalog must name existing resources, and price books in one way only', async () => {
  const post = (attributes: object) =>
    seller.post('/v2/catalogs', { data: { type: 'catalog', attributes: { name: 'New', ...attributes } } })
  const { hierarchy, book } = assortment
  const missing = await post({ hierarchy_ids: [hierarchy, UNKNOWN_ID], pricebooks: [{ id: UNKNOWN_ID, priority: 1 }] })
  const places = ['/data/attributes/hierarchy_ids/1', '/data/attributes/pricebooks/0/id']
  expect([missing.status, pointers(missing.body)]).toEqual([422, places])
  const gone = await post({ pricebook_id: UNKNOWN_ID })
  expect([gone.status, pointers(gone.body)]).toEqual([422, ['/data/attributes/pricebook_id']])
  const both = await post({ pricebook_id: book, pricebooks: [{ id: book, priority: 1 }] })
  expect([both.status, pointers(both.body)]).toEqual([422, ['/data/attributes/pricebooks']])
  const pricebooks = [1, 2].map((priority) => ({ id: book, priority }))
  const twice = await post({ pricebooks })
  expect([twice.status, pointers(twice.body)]).toEqual([422, ['/data/attributes/pricebooks/1/id']])
})

test('a rule names a catalog of its store or organization, which cannot be deleted before it', async () => {
  const post = (attributes: object) =>
    seller.post('/v2/catalogs/rules', { data: { type: 'catalog_rule', attributes: { name: 'Trade', ...attributes } } })
  const { store: stranger } = await stage.tenant()
  const theirs = await make(stranger, '/catalogs', 'catalog', { name: 'Theirs' })
  for (const catalog_id of [UNKNOWN_ID, theirs.id]) {
    const refused = await post({ catalog_id })
    expect([refused.status, pointers(refused.body)]).toEqual([422, ['/data/attributes/catalog_id']])
  }
  const ours = await make(organization, '/catalogs', 'catalog', { name: 'Of all stores' })
  expect((await seller.get(`/v2/catalogs/${ours.id}`)).status).toBe(404)
  const made = await post({ catalog_id: ours.id.toUpperCase() })
  expect([made.status, made.body.data.attributes.catalog_id]).toEqual([201, ours.id])
  expect((await organization.delete(`/v2/catalogs/${ours.id}`)).status).toBe(409)
  const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  const schedules = [
    { valid_from: from, valid_to: to },
    { valid_from: to, valid_to: to },
  ]
  const backwards = await post({ catalog_id: ours.id, schedules })
  expect([backwards.status, pointers(backwards.body)]).toEqual([422, ['/data/attributes/schedules/1/valid_to']])
  expect((await seller.delete(`/v2/catalogs/rules/${made.body.data.id}`)).status).toBe(200)
  expect((await organization.delete(`/v2/catalogs/${ours.id}`)).status).toBe(200)
  expect((await organization.get('/v2/catalogs/rules')).status).toBe(400)
})

test('every catalog route also exists below /pcm, with links below /v2', async () => {
  const headers = { authorization: `Bearer ${seller.token}` }
  const get = async (path: string) => (await fetch(`${stage.app.origin}${path}`, { headers })).json()
  const list = `catalogs?page[limit]=1`
  const alias = (await get(`/pcm/${list}`)) as { links: { first: string } }
  expect(alias).toEqual(await get(`/v2/${list}`))
  expect(alias.links.first).toContain('/v2/catalogs?')
  const other = await fetch(`${stage.app.origin}/pcmx/catalogs`, { headers })
  expect(other.status).toBe(404)
})

test('a member beside the attributes is rejected, neither adopted nor dropped', async () => {
  const data = { type: 'hierarchy', description: 'Beside', attributes: { name: 'Plain' } }
  const { status, body } = await seller.post('/v2/hierarchies', { data })
  expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/description'])
})

test('the products of a node are replaced, and attached to nodes by a filter', async () => {
  const own = await createAssortment(seller, { REPLACED: 100 })
  const id = own.skus.get('REPLACED') ?? ''
  const at = `/v2/hierarchies/${own.hierarchy}/nodes/${own.node}/relationships/products`
  expect((await seller.put(at, { data: [] })).status).toBe(200)
  expect((await seller.put(at, { data: [{ type: 'product', id: UNKNOWN_ID }] })).status).toBe(422)
  expect(await idsAt(`/v2/products/${id}/nodes`)).toEqual([])
  expect((await seller.get(`/v2/products/${UNKNOWN_ID}/nodes`)).status).toBe(404)
  const selection = { filter: 'eq(sku,REPLACED)', node_ids: [own.node] }
  const steps = [
    ['attach', [own.node]],
    ['detach', []],
  ] as const
  for (const [step, nodes] of steps) {
    expect((await seller.post(`/v2/products/${step}_nodes`, { data: selection })).status).toBe(200)
    expect(await idsAt(`/v2/products/${id}/nodes`)).toEqual(nodes)
    expect((await seller.post(`/v2/products/${step}_nodes`, { data: { ...selection, filter: 'x' } })).status).toBe(422)
  }
})

test('covers a success and a failure of every operation on products in nodes', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Products in nodes')).toEqual([])
})
