import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import type { Client } from '../../support/app.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addProduct, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { embedded, type Json, scopeOf } from '../../support/storefront/carts.ts'
import { hrefs, openStorefront, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

const COLORS = ['red', 'green', 'blue']
const SIZES = ['s', 'm']

/** Twelve shirts by color and size; the more expensive ones are in their own node, and one has no price. */
const SHIRTS = Array.from({ length: 12 }, (_, index) => ({
  sku: `SHIRT-${String(index).padStart(2, '0')}`,
  name: `Shirt ${'LKJIHGFEDCBA'.charAt(index)}`,
  color: COLORS[index % 3] ?? '',
  size: SIZES[index % 2] ?? '',
  amount: index === 11 ? null : 1000 + 700 * ((index * 5) % 11),
}))
const DEAR = 5000

let stage: Stage
let seller: Client
let shopper: StorefrontClient
let ids: Map<string, string>

beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  const euro = { type: 'currency', code: 'EUR', format: '{price} €', exchange_rate: 1 }
  expectStatus(await seller.post('/v2/currencies', { data: euro }), 201)
  const fixture = await createAssortment(seller, { SOCKS: 300 })
  const translated = { name: 'Dear', locales: { fr: { name: 'Cher' } } }
  const dear = (await make(seller, `/hierarchies/${fixture.hierarchy}/nodes`, 'node', translated)).id
  ids = new Map()
  for (const { sku, name, color, size, amount } of SHIRTS) {
    const options = [
      { name: 'color', display_name: 'Color', value: color, display_value: color.toUpperCase() },
      { name: 'size', value: size },
    ]
    const node = (amount ?? 0) > DEAR ? dear : fixture.node
    const attributes = { sku, name, options, definition: 'shirt', description: 'Of cotton.' }
    ids.set(sku, await addProduct(seller, { ...fixture, node }, attributes))
    if (amount === null) continue
    const currencies = { USD: { amount }, EUR: { amount: 10_000 - amount } }
    await make(seller, `/pricebooks/${fixture.book}/prices`, 'product-price', { sku, currencies })
  }
  expectStatus(
    await seller.post(`/v2/inventories/${ids.get('SHIRT-03')}`, { data: { type: 'stock', quantity: 0 } }),
    201,
  )
  expectStatus(
    await seller.post(`/v2/inventories/${ids.get('SHIRT-04')}`, { data: { type: 'stock', quantity: 2 } }),
    201,
  )
  await publish(seller, fixture.catalog)
  shopper = await openStorefront(stage.app, await scopeOf(stage, seller))
})
afterAll(() => stage.close())

const ZOOM = 'element:code'
const FACETED = `${ZOOM},facets:element,facets:element:choice,facets:element:chosen`

const send = async (body: unknown, headers: Record<string, string> = {}) => {
  const [action = ''] = hrefs(await shopper.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')
  return shopper.send('POST', `${action}?zoom=${FACETED}`, body, headers)
}
const read = async (href: string, zoom = FACETED, headers = {}): Promise<Json> =>
  expectStatus(await shopper.get(`${href}?zoom=${zoom}`, headers), 200).body
const skus = (result: Json): string[] => embedded(result, 'element:code').map(({ code }) => code)
const search = async (keywords: string): Promise<Json> => (await send({ keywords, 'page-size': 100 })).body

/** Names and counts of the values of each facet, with selected ones in brackets. */
function facetsOf(result: Json): Record<string, Record<string, number>> {
  const valuesOf = (facet: Json) => [
    ...(facet._chosen ?? []).map((value: Json) => [`[${value['display-name']}]`, value.count]),
    ...(facet._choice ?? []).map((value: Json) => [value['display-name'], value.count]),
  ]
  return Object.fromEntries(
    embedded(result, 'facets:element').map((facet) => [facet['display-name'], Object.fromEntries(valuesOf(facet))]),
  )
}

function valueNamed(result: Json, facet: string, name: string): Json {
  const found = embedded(result, 'facets:element').find((one) => one['display-name'] === facet)
  return [...(found._chosen ?? []), ...(found._choice ?? [])].find((value: Json) => value['display-name'] === name)
}
const choose = async (result: Json, facet: string, name: string, headers = {}): Promise<Json> =>
  read(hrefs(valueNamed(result, facet, name), 'result')[0] ?? '', FACETED, headers)

const skusWhere = (fits: (shirt: (typeof SHIRTS)[number]) => boolean) => SHIRTS.filter(fits).map(({ sku }) => sku)

describe('search sortings', () => {
  test('link to the same search in another order, and mark the current one', async () => {
    const found = await search('shirt')
    const sortings = await shopper.follow(found, 'sortings', 'choice,chosen')
    expect(sortings.self.type).toBe('shop.searches.sortings')
    const [chosen] = sortings._chosen
    expect(chosen).toMatchObject({ name: 'relevance', 'display-name': 'Relevance' })
    expect(hrefs(chosen, 'result')).toEqual([found.self.href.replace(/\?.*/, '')])
    expect(hrefs(sortings, 'result')).toEqual(hrefs(chosen, 'result'))
    expect(sortings._choice.map(({ name }: Json) => name)).toEqual([
      ...['price-ascending', 'price-descending', 'name-ascending', 'name-descending', 'newest'],
    ])
    const orders = new Map<string, string[]>()
    for (const sorting of sortings._choice) {
      const sorted = await read(hrefs(sorting, 'result')[0] ?? '', `${ZOOM},sortings:chosen`)
      expect(embedded(sorted, 'sortings:chosen').map(({ name }) => name)).toEqual([sorting.name])
      expect(skus(sorted).toSorted()).toEqual(skus(found).toSorted())
      orders.set(sorting.name, skus(sorted))
    }
    const by = (key: (shirt: (typeof SHIRTS)[number]) => number) =>
      SHIRTS.toSorted((one, other) => key(one) - key(other)).map(({ sku }) => sku)
    expect(Object.fromEntries(orders)).toEqual({
      'price-ascending': by(({ amount }) => amount ?? Number.MAX_VALUE),
      'price-descending': by(({ amount }) => -(amount ?? 0)),
      'name-ascending': SHIRTS.map(({ sku }) => sku).toReversed(),
      'name-descending': SHIRTS.map(({ sku }) => sku),
      newest: SHIRTS.map(({ sku }) => sku).toReversed(),
    })
  })

  test('sortings by price use the currency of the shopper', async () => {
    const { body } = await send({ keywords: 'shirt', sort: 'price-ascending' }, { 'x-ep-user-traits': 'CURRENCY=EUR' })
    const dollars = await send({ keywords: 'shirt', sort: 'price-descending' })
    expect(skus(body)).toEqual(skus(dollars.body))
  })

  test('persist across pages, which have each item once', async () => {
    const { body } = await send({ keywords: 'shirt', sort: 'price-ascending', 'page-size': 5 })
    const second = await shopper.follow(body, 'next', ZOOM)
    const third = await shopper.follow(second, 'next', ZOOM)
    const whole = await send({ keywords: 'shirt', sort: 'price-ascending' })
    expect([body, second, third].flatMap(skus)).toEqual(skus(whole.body))
    const of = (page: Json) => hrefs(page, 'sortings')
    expect([of(second), of(third)]).toEqual([of(body), of(body)])
  })
})

describe('search facets', () => {
  test('count the results of narrowing', async () => {
    const result = await search('shirt')
    expect(facetsOf(result)).toEqual({
      Price: expect.anything(),
      Availability: { 'In stock': 11, 'Sold out': 1 },
      Category: { Lamps: 7, Dear: 5 },
      Color: { BLUE: 4, GREEN: 4, RED: 4 },
      size: { m: 6, s: 6 },
    })
    expect(embedded(result, 'facets:element').map(({ name }) => name)).toEqual([
      ...['price', 'availability', 'nodes', 'option:color', 'option:size'],
    ])
    const prices = facetsOf(result).Price ?? {}
    expect(Object.keys(prices)[0]).toMatch(/^Under \$\d+\.00$/)
    expect(Object.keys(prices).at(-1)).toMatch(/ and more$/)
    expect(Object.values(prices).reduce((sum, count) => sum + count)).toBe(11)
    expect(facetsOf(await search('zeppelin'))).toEqual({})
    expect(Object.keys(facetsOf(await search('socks')))).toEqual(['Availability', 'Category'])
  })

  test("narrow by any of a facet's values and all facets, and widen again", async () => {
    const whole = await search('shirt')
    const red = await choose(whole, 'Color', 'RED')
    expect(skus(red).toSorted()).toEqual(skusWhere(({ color }) => color === 'red'))
    expect(facetsOf(red)).toMatchObject({ Color: { '[RED]': 4, BLUE: 4, GREEN: 4 }, size: { m: 2, s: 2 } })
    const medium = await choose(red, 'size', 'm')
    expect(skus(medium).toSorted()).toEqual(skusWhere(({ color, size }) => color === 'red' && size === 'm'))
    expect(facetsOf(medium)).toMatchObject({ Color: { '[RED]': 2, BLUE: 2 }, size: { '[m]': 2, s: 2 } })
    const either = await choose(medium, 'Color', 'BLUE')
    expect(skus(either).toSorted()).toEqual(skusWhere(({ color, size }) => color !== 'green' && size === 'm'))
    const widened = await choose(await choose(either, 'Color', 'RED'), 'Color', 'BLUE')
    expect(skus(widened).toSorted()).toEqual(skusWhere(({ size }) => size === 'm'))
    expect((await choose(widened, 'size', 'm')).self.href).toBe(whole.self.href.replace(/%.*/, ''))
  })

  test('facets of prices are ranges in the currency of the shopper', async () => {
    const headers = { 'x-ep-user-traits': 'CURRENCY=EUR' }
    const { body } = await send({ keywords: 'shirt', 'page-size': 100 }, headers)
    const names = Object.keys(facetsOf(body).Price ?? {})
    expect(names.length).toBeGreaterThanOrEqual(4)
    expect(names.every((name) => name.includes('€'))).toBe(true)
    const narrowed = await choose(body, 'Price', names[1] ?? '', headers)
    const amounts = SHIRTS.filter(({ sku }) => skus(narrowed).includes(sku)).map(
      ({ amount }) => 100 - (amount ?? 0) / 100,
    )
    const [from, until] = (names[1] ?? '').match(/\d+(\.\d+)?/g)?.map(Number) ?? []
    expect(amounts).toHaveLength(facetsOf(body).Price?.[names[1] ?? ''] ?? 0)
    for (const amount of amounts) expect([amount >= (from ?? 0), amount < (until ?? 0)]).toEqual([true, true])
    // Other shoppers see the same items and the same range.
    expect(skus(await read(narrowed.self.href.replace(/\?.*/, '')))).toEqual(skus(narrowed))
  })

  test('have categories and amounts in the language of the shopper', async () => {
    const { body } = await send({ keywords: 'shirt' }, { 'x-ep-user-traits': 'LOCALE=fr-FR,CURRENCY=EUR' })
    const { Category, Price = {} } = facetsOf(body)
    expect(Category).toEqual({ Lamps: 7, Cher: 5 })
    expect(Object.keys(Price)[0]).toMatch(/^Under \d+,00\s€$/)
  })

  test('the availability facet follows the stock', async () => {
    const whole = await search('shirt')
    const sold_out = await choose(whole, 'Availability', 'Sold out')
    expect(skus(sold_out)).toEqual(['SHIRT-03'])
    const stock = (quantity: number) => ({ data: { type: 'stock-transaction', action: 'decrement', quantity } })
    expectStatus(await seller.post(`/v2/inventories/${ids.get('SHIRT-04')}/transactions`, stock(2)), 201)
    expect(skus(await read(sold_out.self.href.replace(/\?.*/, ''))).toSorted()).toEqual(['SHIRT-03', 'SHIRT-04'])
    const in_stock = await choose(whole, 'Availability', 'In stock')
    expect(facetsOf(in_stock)).toMatchObject({ Availability: { '[In stock]': 10, 'Sold out': 2 } })
    expect(skus(in_stock)).toHaveLength(10)
  })

  test('count the results of their links, which never grow with more choices', async () => {
    const steps = fc.array(fc.nat(20), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom('shirt', ' ', 'cotton', 'shirts'), async (choices, keywords) => {
        let result = await search(keywords)
        for (const choice of choices) {
          const facets = embedded(result, 'facets:element').filter(({ _chosen }) => _chosen === undefined)
          const values = facets.flatMap((facet) => facet._choice ?? [])
          const value = values[choice % Math.max(1, values.length)]
          if (value === undefined) return
          const narrowed = await read(hrefs(value, 'result')[0] ?? '')
          expect(narrowed.pagination.results).toBe(value.count)
          expect(skus(narrowed)).toHaveLength(value.count)
          expect(skus(result)).toEqual(expect.arrayContaining(skus(narrowed)))
          result = narrowed
        }
      }),
      { numRuns: lawRuns(15) },
    )
  })
})

describe('the search form', () => {
  test('accepts the name of a sorting, and rejects unknown names', async () => {
    const sorted = await send({ keywords: 'shirt', sort: 'name-ascending' })
    expect([sorted.status, skus(sorted.body)[0]]).toEqual([201, 'SHIRT-11'])
    const wrong = await send({ keywords: 'shirt', sort: 'cheapest' })
    expect([wrong.status, wrong.body.messages]).toEqual([
      400,
      [
        {
          type: 'error',
          id: 'field.invalid.option.value',
          'debug-message':
            'sort must be one of: relevance, price-ascending, price-descending, name-ascending, name-descending, newest.',
          data: { 'field-name': 'sort', 'invalid-value': 'cheapest' },
        },
      ],
    ])
    const unknown = await send({ keywords: 'shirt', pagesize: 5, facets: [] })
    expect([unknown.status, unknown.body.messages]).toEqual([
      400,
      ['pagesize', 'facets'].map((name) => ({
        type: 'error',
        id: 'field.unknown',
        'debug-message': `Unknown field ${name}; the fields are: keywords, page-size, sort.`,
        data: { 'field-name': name },
      })),
    ])
  })

  test('accepts its own contents completed', async () => {
    const form = await shopper.walk('searches', 'keywordsearchform')
    const { status, body } = await send({ ...form, keywords: 'shirt' })
    expect([status, body.pagination.results]).toEqual([201, SHIRTS.length])
  })
})

test('a response has at most 100 searches for any zoom', async () => {
  const { href } = (await search('shirt')).self
  const get = (zoom: string) => shopper.get(`${href.replace(/\?.*/, '')}?zoom=${zoom}`)
  const inner = 'facets:element:choice:result'
  expect((await get(`sortings:choice:result,${inner}`)).status).toBe(200)
  const { status, body } = await get(`${inner}:${inner}:facets`)
  expect([status, body.messages[0]['debug-message']]).toEqual([
    400,
    'zoom embeds more than 100 searches and facets: shorten it.',
  ])
})

test('an invalid search URL is not found, and that of a search is stable', async () => {
  const found = await search('shirt')
  const href = found.self.href.replace(/\?.*/, '')
  expect(href.split('/').at(-1)).toBe(encodeId('100 shirt'))
  const at = (text: string) => href.replace(/[^/]*$/, encodeId(text))
  for (const text of ['shirt', '[1,25,"cheapest"]\nshirt', '[1,25,"newest",["color","red"]]\nshirt'])
    for (const path of ['', '/sortings', '/sortings/newest', '/facets', `/facets/${encodeId('price')}`])
      expect([path, (await shopper.get(at(text) + path)).status]).toEqual([path, 404])
  const missing = ['/sortings/cheapest', `/facets/${encodeId('option:shade')}`]
  for (const path of [...missing, `/facets/${encodeId('option:color')}/values/${encodeId('pink')}`])
    expect([path, (await shopper.get(href + path)).status]).toEqual([path, 404])
  const sorted = await shopper.get(at('[1,25,"newest"]\nshirt'))
  expect([sorted.status, hrefs(sorted.body, 'element').length]).toEqual([200, 12])
  // A value that the release lacks finds nothing, and can be removed again.
  const pink = await read(at('[1,100,"relevance",["option:color","pink"]]\nshirt'))
  expect([skus(pink), facetsOf(pink).Color]).toEqual([[], { '[pink]': 0, RED: 4, GREEN: 4, BLUE: 4 }])
  expect((await choose(pink, 'Color', 'pink')).self.href.replace(/\?.*/, '')).toBe(href)
})
