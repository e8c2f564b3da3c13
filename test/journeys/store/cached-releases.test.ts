import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitReleaseCache } from '../../../src/store/catalog/cache/process-cache.ts'
import { statementsOf, uncachedStatementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { expectStatus, fillCart, newCartId } from '../../support/store/shop.ts'
import { addItem, type Json, openStore, type Store, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

/** Tables of releases, which a cached response does not read. */
const OF_RELEASES = /\brelease_(hierarchies|nodes|products|places|positions|words|facets|amounts)\b/

/** Time before a price becomes valid, since publishing and reading take half a second. */
const TIME_TO_READ_MS = 10_000

let stage: Stage
let store: Store
let other: Store
let shopper: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  ;[store, other] = [await openStore(stage), await openStore(stage)]
  shopper = await shopperOf(store)
})
afterAll(() => stage.close())

async function read(path: string, headers: Record<string, string> = {}, { buyer } = store) {
  return expectStatus(await buyer.call('GET', path, undefined, headers), 200)
}

async function tagOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await read(path, headers)).headers.get('etag') ?? ''
}

/** A live product in the only node. */
async function addTo({ seller }: Store, attributes: Record<string, unknown>): Promise<string> {
  const hierarchy = (await seller.get('/v2/hierarchies')).body.data[0].id
  const node = (await seller.get(`/v2/hierarchies/${hierarchy}/nodes`)).body.data[0].id
  return addProduct(seller, { hierarchy, node }, attributes)
}

/** URLs of a search for everything and of the items of a node. */
async function lists(): Promise<[search: string, node: string]> {
  const [action = ''] = hrefs(await shopper.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')
  const found = await shopper.send('POST', action, { keywords: 'lamp' })
  const { body } = await shopper.get(`${hrefs(await shopper.walk('navigations'), 'element')[0]}?zoom=items`)
  return [found.body.self.href, body._items[0].self.href]
}

describe('a page', () => {
  test('needs one statement below /v2/catalog when cached, and at most five otherwise', async () => {
    const [lamp, { body }] = [store.skus.get('LAMP'), await read('/v2/catalog/nodes')]
    const node = body.data[0].id
    const { hierarchy } = body.data[0].relationships
    const paths = ['products', `products/${lamp}`, 'hierarchies', 'nodes', `nodes/${node}`, `nodes/${node}/products`]
    for (const path of [...paths, `hierarchies/${hierarchy.data.id}/children`, 'products?sort=-name&page[limit]=2']) {
      const request = () => read(`/v2/catalog/${path}`)
      expect([path, await statementsOf(stage, request)]).toEqual([path, 1])
      const uncached = await uncachedStatementsOf(stage, request)
      expect([path, uncached <= 5, uncached > 1]).toEqual([path, true, true])
    }
  })

  test('needs one statement in the storefront when cached, and two with stock', async () => {
    const [search, node] = await lists()
    for (const href of [search, node, (await shopper.get(search)).body.links[0].href]) {
      const zoom = href.includes('/searches/') ? 'element:definition,element:price' : 'definition,price'
      const request = async (more = '') => expect((await shopper.get(`${href}?zoom=${zoom}${more}`)).status).toBe(200)
      expect([href, await statementsOf(stage, () => request())]).toEqual([href, 1])
      const stock = `,${href.includes('/searches/') ? 'element:' : ''}availability`
      expect([href, await statementsOf(stage, () => request(stock))]).toEqual([href, 2])
      // The first page of a release also reads its prices in the currency.
      const counted = href === search ? /^/ : /^(?!.*release_amounts)/s
      const uncached = await uncachedStatementsOf(stage, () => request(), counted)
      expect([href, uncached <= 4, uncached > 1]).toEqual([href, true, true])
    }
  })

  test('is read once for concurrent requests', async () => {
    const path = '/v2/catalog/products?page[limit]=3'
    const one = await uncachedStatementsOf(stage, () => read(path), OF_RELEASES)
    const many = () => Promise.all(Array.from({ length: 8 }, () => read(path)))
    expect(await uncachedStatementsOf(stage, many, OF_RELEASES)).toBe(one)
  })

  test('is the same if the catalog is too large for the cache', async () => {
    const [path, [search]] = ['/v2/catalog/products?sort=sku', await lists()]
    const all = async () => [(await read(path)).body, (await shopper.get(`${search}?zoom=element:definition`)).body]
    const cached = await all()
    limitReleaseCache(0.001)
    expect(await all()).toEqual(cached)
    limitReleaseCache(64)
  })
})

describe('a cart', () => {
  test('needs one statement for shopper, cart and prices, and none per line', async () => {
    for (const sku of ['LAMP', 'RUG', 'BULB'])
      expect((await addItem(store, shopper, { sku }, { quantity: 1 })).status).toBe(201)
    const zoom = 'total,discount,appliedpromotions:element,lineitems:element:price,lineitems:element:total'
    const cart = `${store.origin}/storefront/carts/${store.scope}/default`
    const request = async (more: string) => expect((await shopper.get(`${cart}?zoom=${zoom}${more}`)).status).toBe(200)
    expect(await statementsOf(stage, () => request(''))).toBe(1)
    expect(await statementsOf(stage, () => request(',lineitems:element:item:definition'))).toBeLessThanOrEqual(2)
    expect(await statementsOf(stage, () => request(',order:total,order:tax'))).toBeLessThanOrEqual(4)
  })

  test('needs one statement below /v2', async () => {
    const id = newCartId()
    const items = [...store.skus.values()]
      .slice(0, 3)
      .map((product) => ({ type: 'cart_item', id: product, quantity: 1 }))
    await fillCart(store.buyer, items, id)
    expect(await statementsOf(stage, () => read(`/v2/carts/${id}`))).toBe(1)
  })
})

describe('an ETag', () => {
  const path = '/v2/catalog/products?sort=sku'

  test('returns 304 before reading anything of the release', async () => {
    const [search] = await lists()
    const zoomed = `${search}?zoom=element:definition,element:price`
    const etag = (await shopper.get(zoomed)).headers.get('etag') ?? ''
    const asks = [
      async () => store.buyer.call('GET', path, undefined, { 'if-none-match': await tagOf(path) }),
      () => shopper.get(zoomed, { 'if-none-match': etag }),
    ]
    for (const ask of asks) {
      expect((await ask()).status).toBe(304)
      expect(await statementsOf(stage, ask, OF_RELEASES)).toBe(0)
    }
  })

  test('differs by URL, currency, language, release and store', async () => {
    const tags = [
      await tagOf(path),
      await tagOf(`${path}&page[limit]=1`),
      await tagOf(path, { 'x-currency': 'JPY' }),
      await tagOf(path, { 'accept-language': 'fr' }),
      (await read(path, {}, other)).headers.get('etag') ?? '',
      await publish(store.seller, store.catalog).then(() => tagOf(path)),
    ]
    expect(new Set(tags).size).toBe(tags.length)
  })

  test('does not match in another store, which gets its own products', async () => {
    const [own, others] = [await read(path), await read(path, { 'if-none-match': await tagOf(path) }, other)]
    expect(skusIn(others)).toEqual(skusIn(own))
    const ids = new Set(own.body.data.map(({ id }: Json) => id))
    expect(others.body.data.filter(({ id }: Json) => ids.has(id))).toEqual([])
  })

  test('allows shared caches to store pages of anonymous shoppers, with revalidation', async () => {
    const { headers } = await read(path)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['public, no-cache', expect.any(String)])
    for (const name of ['Authorization', 'X-Store-Id', 'EP-Channel', 'X-Moltin-Currency', 'Accept-Encoding'])
      expect(headers.get('vary')).toContain(name)
  })
})

test('two stores with the same release of their organization each have their own prices', async () => {
  const { organization, store: first } = await stage.tenant()
  const assortment = await createAssortment(organization, { SHARED: 900 })
  await publish(organization, assortment.catalog)
  const second = { data: { type: 'store', name: 'Second', scope: `second-${process.pid}` } }
  const ids = [first.store_id, expectStatus(await organization.post('/v2/stores', second), 201).body.data.id]
  const shown: Json[] = []
  for (const [index, id] of ids.entries()) {
    const act = async (path: string, data: object) =>
      expectStatus(await organization.call('POST', path, { data }, { 'x-store-id': id }), 201)
    const attributes = { name: 'Shared', catalog_id: assortment.catalog }
    await act('/v2/catalogs/rules', { type: 'catalog_rule', attributes })
    const action = { kind: 'amount', amount: 100 * (1 + index) }
    await act('/v2/promotions', { type: 'promotion', name: 'Less', scope: 'item', action, currency: 'USD' })
    const read = await organization.call('GET', '/v2/catalog/products', undefined, { 'x-store-id': id })
    shown.push([read.body.data[0].meta.price.amount, read.headers.get('etag')])
  }
  expect(shown.map(([amount]) => amount)).toEqual([800, 700])
  expect(shown[0][1]).not.toBe(shown[1][1])
})

const skusIn = ({ body }: Json): string[] => body.data.map(({ attributes }: Json) => attributes.sku)

describe('changes are visible at once', () => {
  const path = '/v2/catalog/products?sort=sku&page[limit]=2'
  const priceOf = async () => (await read('/v2/catalog/products?filter=eq(sku,BULB)')).body.data[0].meta.price

  test('a new release, which replaces the previous one in the cache without a notification', async () => {
    const before = await read('/v2/catalog/products?sort=sku')
    const lily = await addTo(store, { sku: 'AAA' })
    expect(skusIn(await read('/v2/catalog/products?sort=sku'))).toEqual(skusIn(before))
    await publish(store.seller, store.catalog)
    expect(skusIn(await read('/v2/catalog/products?sort=sku'))).toEqual(['AAA', ...skusIn(before)])
    expectStatus(await change(store.seller, `/products/${lily}`, 'product', { status: 'draft' }), 200)
    await publish(store.seller, store.catalog)
    expect(skusIn(await read('/v2/catalog/products?sort=sku'))).toEqual(skusIn(before))
  })

  test('settings for the page length and child products in lists', async () => {
    const list = '/v2/catalog/products?sort=sku'
    const lengths = async (page_length: number) => {
      expectStatus(await store.seller.put('/v2/settings', { data: { type: 'settings', page_length } }), 200)
      return (await read(list)).body.data.length
    }
    expect([await lengths(2), await lengths(3), await lengths(25)]).toEqual([2, 3, 5])
  })

  test('currencies and catalog rules', async () => {
    const statusFor = async (headers: Record<string, string>) =>
      (await store.buyer.call('GET', path, undefined, headers)).status
    const codes: Json[] = (await store.seller.get('/v2/currencies')).body.data
    const { id } = codes.find(({ code }) => code === 'JPY')
    const enable = async (enabled: boolean) => {
      expectStatus(await store.seller.put(`/v2/currencies/${id}`, { data: { type: 'currency', enabled } }), 200)
      return statusFor({ 'x-currency': 'JPY' })
    }
    expect([await enable(false), await enable(true)]).toEqual([400, 200])
    const attributes = { name: 'App', catalog_id: store.catalog, channels: ['app'] }
    const { id: rule } = await make(store.seller, '/catalogs/rules', 'catalog_rule', attributes)
    const statuses = async () => [await statusFor({}), await statusFor({ 'ep-channel': 'app' })]
    expect([await statuses(), await statuses()]).toEqual([
      [404, 200],
      [404, 200],
    ])
    expectStatus(await store.seller.delete(`/v2/catalogs/rules/${rule}`), 200)
    expect(await statuses()).toEqual([200, 200])
  })

  test('a promotion on items, when it starts and ends', async () => {
    const before = await priceOf()
    const id = await makePromotion(store.seller, { scope: 'item', action: { kind: 'amount', amount: 100 } })
    expect(await priceOf()).toMatchObject({ amount: before.amount - 100, promotion_id: id })
    const [etag, end] = [await tagOf(path), new Date(Date.now() + 1_000).toISOString()]
    expectStatus(await store.seller.put(`/v2/promotions/${id}`, { data: { type: 'promotion', end } }), 200)
    expect(await tagOf(path)).not.toBe(etag)
    await expect.poll(async () => (await priceOf()).amount).toBe(before.amount)
  })

  test('a price, when it becomes valid', async () => {
    const book = (await store.seller.get('/v2/pricebooks')).body.data[0].id
    const valid_from = new Date(Date.now() + TIME_TO_READ_MS).toISOString()
    const currencies = { USD: { amount: 250 } }
    await make(store.seller, `/pricebooks/${book}/prices`, 'product-price', { sku: 'BULB', currencies, valid_from })
    await publish(store.seller, store.catalog)
    const displayed = async () => {
      const [search] = await lists()
      const { body } = await shopper.get(`${search}?zoom=element:code,element:price`)
      const bulb = body._element.find(({ _code }: Json) => _code[0].code === 'BULB')
      return bulb._price[0]['list-price'][0].amount
    }
    expect([(await priceOf()).amount, await displayed()]).toEqual([300, 3])
    await expect.poll(async () => [(await priceOf()).amount, await displayed()]).toEqual([250, 2.5])
  })

  test('a deleted file', async () => {
    const data = { type: 'file', file_location: 'https://example.com/lamp.jpg', public: true }
    const file = expectStatus(await store.seller.post('/v2/files', { data }), 201).body.data.id
    const lamp = `/products/${store.skus.get('LAMP')}`
    expectStatus(await change(store.seller, lamp, 'product', { main_image_file_id: file }), 200)
    await publish(store.seller, store.catalog)
    const image = async () => (await read(`/v2/catalog${lamp}`)).body.data.relationships.main_image.data
    expect([await image(), await image()]).toEqual([
      { type: 'main_image', id: file },
      { type: 'main_image', id: file },
    ])
    expectStatus(await store.seller.delete(`/v2/files/${file}`), 200)
    expect(await image()).toBeNull()
  })
})
