import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, createAssortment, make, place, publish } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Requests of search pages written for other servers of this API.

let stage: Stage
let store: Client
let shopper: Client
let assortment: Assortment
const ids = new Map<string, string>()
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  store = tenant.store
  shopper = tenant.shopper
  assortment = await createAssortment(store, {})
  const path = `/hierarchies/${assortment.hierarchy}/nodes`
  const desk = (await make(store, path, 'node', { name: 'Desk', slug: 'desk', parent_id: assortment.node })).id
  const floor = (await make(store, path, 'node', { name: 'Floor', slug: 'floor', parent_id: assortment.node })).id
  const add = async (node: string, sku: string, name: string, price: number, color: string) => {
    await make(store, `/pricebooks/${assortment.book}/prices`, 'product-price', {
      sku,
      currencies: { USD: { amount: price } },
    })
    const options = [{ name: 'color', value: color }]
    ids.set(sku, await addProduct(store, { ...assortment, node }, { sku, name, options }))
  }
  await add(desk, 'OAK', 'Oak lamp', 4900, 'brown')
  await add(desk, 'TIN', 'Tin lamp', 1950, 'gray')
  await add(floor, 'ARC', 'Arc lamp', 12_000, 'gray')
  await add(floor, 'RUG', 'Wool rug', 8000, 'brown')
  await place(store, { ...assortment, node: floor }, [ids.get('OAK') ?? ''])
  await publish(store, assortment.catalog)
})
afterAll(() => stage.close())

const PATH = '/v2/catalog/multi-search'
// biome-ignore lint/suspicious/noExplicitAny: any response
type Result = any

async function searching(...searches: object[]): Promise<Result[]> {
  return expectStatus(await shopper.post(PATH, { searches }), 200).body.results
}
const skusOf = ({ hits }: Result): string[] => hits.map(({ document }: Result) => document.attributes.sku)
async function found(filter_by: string): Promise<string[]> {
  const [result] = await searching({ q: '*', filter_by, sort_by: 'name:asc' })
  expect(result.found).toBe(result.hits.length)
  return skusOf(result)
}
async function refused(search: object) {
  const { status, body } = await shopper.post(PATH, { searches: [{ q: '*' }, search] })
  expect(status).toBe(422)
  return body.errors[0]
}

test('a search result is the product of the catalog with its categories', async () => {
  const [result] = await searching({ type: 'search', q: 'oak' })
  const { body } = expectStatus(await shopper.get(`/v2/catalog/products/${ids.get('OAK')}`), 200)
  const { search, ...meta } = result.hits[0].document.meta
  expect({ ...result.hits[0].document, meta }).toEqual(body.data)
  expect(search.categories).toEqual({
    lvl0: ['Lighting'],
    lvl1: ['Lighting > Lamps'],
    lvl2: ['Lighting > Lamps > Desk', 'Lighting > Lamps > Floor'],
  })
  expect(search.nodes.map(({ slug }: Result) => slug)).toEqual(expect.arrayContaining(['desk', 'floor']))
  expect(result).toMatchObject({ found: 1, out_of: 4, page: 1, request_params: { q: 'oak', page: 1 } })
})

test('search engine parameters without effect are named, and never fail a search', async () => {
  const tuning = { query_by_weights: '4,2', num_typos: 2, prefix: true, highlight_fields: 'name', use_cache: true }
  const { body } = expectStatus(await shopper.post(PATH, { searches: [{ q: 'oak', ...tuning }] }), 200)
  expect(body.results[0].found).toBe(1)
  expect(body.meta.ignored.toSorted()).toEqual(
    Object.keys(tuning)
      .map((name) => `/searches/0/${name}`)
      .toSorted(),
  )
})

test('the searches of an InstantSearch page return hits, category counts and the price range', async () => {
  const levels = [0, 1, 2, 3, 4].map((level) => `meta.search.categories.lvl${level}`)
  const facet_by = [...levels, 'price.USD.float_price', 'extensions.Details.BRAND-NAME'].join(',')
  const filter_by = 'meta.search.categories.lvl1:=[`Lighting > Lamps`] && price.USD.float_price:=[15..100]'
  const first = { type: 'search', q: '*', facet_by, filter_by, max_facet_values: 10, page: 1, per_page: 2 }
  const others = [
    { facet_by: 'price.USD.float_price', filter_by: 'meta.search.categories.lvl1:=[`Lighting > Lamps`]' },
    { facet_by: 'meta.search.categories.lvl0,meta.search.categories.lvl1', filter_by: 'price.USD.float_price:>=15' },
  ].map((more) => ({ type: 'search', q: '*', max_facet_values: 10, page: 1, per_page: 0, ...more }))
  const { body } = expectStatus(await shopper.post(`${PATH}?include=main_image`, { searches: [first, ...others] }), 200)
  const [page, prices, categories] = body.results
  expect([page.found, page.hits.length, page.request_params.per_page]).toEqual([3, 2, 2])
  expect(page.facet_counts.map(({ field_name }: Result) => field_name)).toEqual(facet_by.split(','))
  const [root, lamps, below, none, , range, brands] = page.facet_counts
  expect(root.counts).toEqual([{ value: 'Lighting', highlighted: 'Lighting', count: 3 }])
  expect(lamps).toMatchObject({ counts: [{ value: 'Lighting > Lamps', count: 3 }], stats: { total_values: 1 } })
  expect(below.counts).toMatchObject([
    { value: 'Lighting > Lamps > Desk', count: 2 },
    { value: 'Lighting > Lamps > Floor', count: 2 },
  ])
  expect([none.counts, brands.counts]).toEqual([[], []])
  expect(range.stats).toEqual({ min: 19.5, max: 80, sum: 148.5, avg: 49.5, total_values: 3 })
  expect([prices.found, prices.hits, prices.facet_counts[0].stats.max]).toEqual([4, [], 120])
  expect(categories.facet_counts[0].counts[0].count).toBe(4)
  expect(body.included).toEqual({ main_images: [] })
  expect(body.meta).toEqual({ ignored: ['/searches/0/facet_by/extensions.Details.BRAND-NAME'] })
})

test('a field without a facet is reported by a JSON pointer, whatever its name', async () => {
  const { body } = expectStatus(await shopper.post(PATH, { searches: [{ q: '*', facet_by: 'a/b, c~d' }] }), 200)
  expect(body.meta).toEqual({ ignored: ['/searches/0/facet_by/a~1b', '/searches/0/facet_by/c~0d'] })
})

test('suggestions are product names', async () => {
  const search = { type: 'autocomplete', highlight_full_fields: 'name', q: 'la', include_fields: 'name' }
  const { body } = expectStatus(await shopper.post(PATH, { searches: [search] }), 200)
  const [{ hits, type }] = body.results
  expect(type).toBe('autocomplete')
  expect(hits.map(({ document }: Result) => document.q).sort()).toEqual(['Arc lamp', 'Oak lamp', 'Tin lamp'])
  expect(hits[0]).toMatchObject({ highlights: [], document: { id: expect.any(String) } })
  expect(body.meta.ignored).toEqual(['/searches/0/highlight_full_fields', '/searches/0/include_fields'])
})

test.each([
  ['id:=[`%OAK%`,`%RUG%`]', ['OAK', 'RUG']],
  ['sku:=[TIN, ARC, NONE]', ['ARC', 'TIN']],
  ['sku:!=TIN && options.color:=gray', ['ARC']],
  ['meta.search.nodes.slug:=[`desk`]', ['OAK', 'TIN']],
  ['meta.search.nodes.slug:=[`desk`] && meta.search.nodes.slug:=[`floor`]', ['OAK']],
  ['meta.search.nodes.name:=Desk || sku:=RUG', ['OAK', 'TIN', 'RUG']],
  ['categories.lvl2:=[`Lighting > Lamps > Desk`]', ['OAK', 'TIN']],
  ['categories.lvl2:=`Elsewhere`', []],
  ['price.USD.float_price:>49', ['ARC', 'RUG']],
  ['price.USD.float_price:>=49 && price.USD.float_price:<80.5', ['OAK', 'RUG']],
  ['price.USD.amount:=[1950, 4000..5000]', ['OAK', 'TIN']],
  ['(options.color:=gray || sku:=RUG) && price.USD.float_price:<=80', ['TIN', 'RUG']],
  [
    'meta.product_types:=parent || meta.product_types:=standard || meta.product_types:=bundle',
    [...['ARC', 'OAK', 'TIN', 'RUG']],
  ],
  ['meta.product_types:=bundle', []],
])('filter_by %s finds %j', async (filter_by, skus) => {
  const named = filter_by.replaceAll(/%(\w+)%/g, (_, sku: string) => ids.get(sku) ?? '')
  expect(await found(named)).toEqual(skus)
})

test.each([
  ['price.USD.float_price:asc', ['TIN', 'OAK', 'RUG', 'ARC']],
  ['price.USD.float_price:desc', ['ARC', 'RUG', 'OAK', 'TIN']],
  ['name:desc', ['RUG', 'TIN', 'OAK', 'ARC']],
  ['attributes.created_at:desc', ['RUG', 'ARC', 'TIN', 'OAK']],
  ['_text_match(buckets: 10):desc,price.USD.float_price:asc', ['ARC', 'OAK', 'TIN', 'RUG']],
])('sort_by %s returns %j', async (sort_by, skus) => {
  const [result] = await searching({ q: '*', sort_by })
  expect(skusOf(result)).toEqual(skus)
})

test('pages are contiguous, and facet values are searchable', async () => {
  const page = (number: number) => ({ q: 'lamp', sort_by: 'name:asc', page: number, per_page: 2 })
  const [first, second, third, facet] = await searching(page(1), page(2), page(3), {
    ...{ q: '*', per_page: 0, facet_by: 'options.color', facet_query: 'options.color:GR' },
  })
  expect([first, second, third].map(skusOf)).toEqual([['ARC', 'OAK'], ['TIN'], []])
  expect(facet.facet_counts[0].counts).toEqual([{ value: 'gray', highlighted: 'gray', count: 2 }])
})

describe('rejected searches', () => {
  test.each([
    [{ filter_by: 'attributes.brand:=Oak' }, /unknown field attributes\.brand; known fields are id, sku, price\.USD/],
    [{ filter_by: 'sku:>5' }, /can compare sku with := and :!= only/],
    [{ filter_by: 'price.USD.float_price:=cheap' }, /numbers or ranges such as 1\.\.5, not with cheap/],
    [{ filter_by: 'price.XXX.float_price:>1' }, /must be of a currency of the store: USD/],
    [{ filter_by: 'sku:=[A' }, /cannot be parsed: expected "," or "\]" at character 8/],
    [{ filter_by: 'sku' }, /expected a field with ":" after it/],
    [{ filter_by: `${'('.repeat(6)}sku:=A${')'.repeat(6)}` }, /at most 5 parentheses/],
    [{ filter_by: Array(21).fill('sku:=A').join('&&') }, /at most 20 comparisons, but has 21/],
    [{ filter_by: `sku:=[${Array(251).fill('A').join()}]` }, /at most 250 values, but has 251/],
  ])('%j', async (search, detail) => {
    const error = await refused(search)
    expect(error.source.pointer).toBe('/searches/1/filter_by')
    expect(error.detail).toMatch(detail)
  })

  test.each([
    [{ sort_by: 'weight:asc' }, '/searches/1/sort_by'],
    [{ sort_by: 'created_at:asc' }, '/searches/1/sort_by'],
    [{ facet_by: Array.from({ length: 21 }, (_, index) => `options.${index}`).join() }, '/searches/1/facet_by'],
    [{ filters: 'sku:=A' }, '/searches/1/filters'],
    [{ q: 'x'.repeat(501) }, '/searches/1/q'],
    [{ page: 0 }, '/searches/1/page'],
  ])('%j', async (search, pointer) => {
    expect((await refused(search)).source.pointer).toBe(pointer)
  })

  test('more than 25 searches, or more than 250 hits', async () => {
    for (const [searches, pointer] of [
      [Array(26).fill({ q: '*', per_page: 0 }), '/searches'],
      [Array(3).fill({ q: '*', per_page: 100 }), '/searches'],
    ] as const) {
      const { status, body } = await shopper.post(PATH, { searches })
      expect([status, body.errors[0].source.pointer]).toEqual([422, pointer])
    }
  })
})

test('sellers and shoppers search at each catalog URL, and a token is required', async () => {
  const body = { searches: [{ q: 'lamp' }] }
  const post = (path: string, headers: Record<string, string>) =>
    fetch(`${stage.app.origin}${path}/multi-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  for (const { token } of [store, shopper])
    for (const path of ['/catalog', '/v2/catalog', '/pcm/catalog']) {
      const response = await post(path, { authorization: `Bearer ${token}`, 'x-store-id': store.store_id ?? '' })
      const { results } = (await response.json()) as Result
      expect([response.status, results[0].found]).toEqual([200, 3])
      const [{ document }] = results[0].hits
      expect(new URL(document.links.self).pathname).toBe(`${path}/products/${document.id}`)
    }
  expect((await post('/catalog', {})).status).toBe(401)
  const other = await stage.openTenant()
  const empty = await other.shopper.post(PATH, body)
  expect([empty.status, empty.body.errors[0].detail]).toEqual([404, expect.stringContaining('No published catalog')])
})

test('a repeated search page needs one statement', async () => {
  const searches = [
    { q: 'lamp', facet_by: 'meta.search.categories.lvl1,price.USD.float_price', per_page: 4 },
    { q: 'lamp', filter_by: 'meta.search.nodes.slug:=[`desk`]', facet_by: 'options.color', per_page: 0 },
  ]
  const work = () => shopper.post(PATH, { searches })
  await work()
  expect(await statementsOf(stage, work)).toBe(1)
})

test('variants are found by any of their values and by the parent they were built from', async () => {
  const { store: seller, shopper: buyer } = await stage.openTenant()
  const own = await createAssortment(seller, { OWN: 100 })
  const parent = crypto.randomUUID()
  const add = (sku: string, definition: string) => addProduct(seller, own, { sku, definition })
  const [, blue] = [await add('RED', 'chair'), await add('BLUE', 'chair'), await add('BUILT', parent)]
  const { id: release } = await publish(seller, own.catalog)
  const sides = [
    [buyer, '/v2/catalog'],
    [seller, `/v2/catalogs/${own.catalog}/releases/${release}`],
  ] as const
  for (const [client, path] of sides) {
    const at = (id: string, list = 'children') => `${path}/products/${id}/relationships/${list}`
    const variantsOf = async (id: string) => {
      const { body } = expectStatus(await client.get(`${at(id)}?sort=sku`), 200)
      return body.data.map(({ attributes }: Result) => attributes.sku)
    }
    expect(await variantsOf(blue)).toEqual(['BLUE', 'RED'])
    expect(await variantsOf(parent)).toEqual(['BUILT'])
    expect(await variantsOf(own.skus.get('OWN') ?? '')).toEqual([])
    expect(expectStatus(await client.get(at(blue, 'component_products')), 200).body.data).toEqual([])
    for (const list of ['children', 'component_products'])
      expect((await client.get(at(crypto.randomUUID(), list))).status).toBe(404)
  }
})

test('an empty list in a filter matches nothing, and published products are live', async () => {
  const count = async (client: Client, path: string) => expectStatus(await client.get(path), 200).body.data.length
  for (const list of ['in(id,)', 'in(id)', 'in(sku,,)'])
    expect(await count(shopper, `/v2/catalog/products?filter=${list}`)).toBe(0)
  expect(await count(shopper, `/v2/catalog/products?filter=in(id,${ids.get('OAK')},)`)).toBe(1)
  for (const list of ['/v2/products', '/v2/orders', '/v2/customers', '/v2/files', '/v2/integrations', '/v2/events'])
    expect(await count(store, `${list}?filter=in(id,)`)).toBe(0)
  expect((await shopper.get('/v2/catalog/products?filter=eq(sku,)')).status).toBe(400)
  const live = '/v2/catalog/products?filter=eq(status,live)'
  expect(await count(shopper, live)).toBe(4)
  expect(await count(shopper, `${live}:eq(sku,OAK)`)).toBe(1)
  expect(await count(shopper, '/v2/catalog/products?filter=in(status,live,draft)')).toBe(4)
  expect(await count(shopper, '/v2/catalog/products?filter=eq(status,draft)')).toBe(0)
  expect((await shopper.get('/v2/catalog/products?filter=gt(status,live)')).status).toBe(400)
})

test('404 distinguishes an unknown route from a missing resource, which it names', async () => {
  const detailOf = async (path: string) => {
    const response = await fetch(`${stage.app.origin}${path}`, { headers: { authorization: `Bearer ${store.token}` } })
    const { errors } = (await response.json()) as Result
    return [response.status, errors[0].detail]
  }
  for (const path of ['/catalog/multi', '/v2/nothing', '/elsewhere'])
    expect(await detailOf(path)).toEqual([404, 'Route not found.'])
  for (const id of [crypto.randomUUID(), 'no-uuid'])
    expect(await detailOf(`/v2/products/${id}`)).toEqual([404, 'The product could not be found.'])
})
