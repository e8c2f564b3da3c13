import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Client } from '../../support/app.ts'
import { uncachedStatementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { hrefs, openStorefront, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

const BULBS = 24
const GOODS = [
  {
    sku: 'LAMP-BRASS',
    name: 'Brass table lamp',
    description: 'Warm light for reading.',
    tags: ['lighting'],
    extensions: { lamp_shade: 'linen', wattage: 40, sizes: [1, 2] },
    amount: 2190,
  },
  { sku: 'LAMP-FLOOR', name: 'Floor lamp', description: 'Stands beside the sofa.', amount: 5500 },
  { sku: 'CHAIR', name: 'Oak chair', tags: ['lamp'], amount: 9900 },
  { sku: 'RUG', name: 'Wool rug', description: 'Goes with any lamp.' },
  { sku: 'CH-1', name: 'Chandelier', amount: 120_000 },
]

let stage: Stage
let shop: { store: Client; scope: string; fixture: Assortment; ids: Map<string, string> }
let client: StorefrontClient

beforeAll(async () => {
  stage = await openSharedStage()
  const { store } = await stage.tenant()
  const fixture = await createAssortment(store, {})
  const bulbs = Array.from({ length: BULBS }, (_, index) => {
    const number = String(index + 1).padStart(2, '0')
    return { sku: `BULB-${number}`, name: `Bulb ${number}`, amount: 100 + index }
  })
  const ids = new Map<string, string>()
  for (const { amount, ...attributes } of [...GOODS, ...bulbs] as { sku: string; amount?: number }[]) {
    ids.set(attributes.sku, await addProduct(store, fixture, attributes))
    const currencies = { USD: { amount } }
    if (amount !== undefined)
      await make(store, `/pricebooks/${fixture.book}/prices`, 'product-price', { sku: attributes.sku, currencies })
  }
  await publish(store, fixture.catalog)
  shop = { store, fixture, ids, scope: await scopeOf(store) }
})
beforeEach(async () => {
  client = await openStorefront(stage.app, shop.scope)
})
afterAll(() => stage.close())

async function scopeOf({ store_id }: Client): Promise<string> {
  const [row] = await query<{ scope: string }>(stage.database.db, 'select scope from stores where id = $1', [store_id])
  return row?.scope ?? ''
}

async function searchAction(on = client): Promise<string> {
  return hrefs(await on.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')[0] ?? ''
}

async function search(keywords: string, more: Record<string, unknown> = {}, zoom = '', on = client) {
  const action = await searchAction(on)
  return on.send('POST', zoom === '' ? action : `${action}?zoom=${zoom}`, { keywords, ...more })
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
type Json = any

async function found(keywords: string, on = client): Promise<string[]> {
  const { status, body } = await search(keywords, {}, 'element:code', on)
  expect(status).toBe(201)
  return (body._element ?? []).map((item: Json) => item._code[0].code)
}

const messages = (body: Json) => body.messages.map(({ id, data }: Json) => [id, data['field-name']])

describe('an item', () => {
  test('is found by a word, and has a name, a price, a code and an availability', async () => {
    const { status, headers, body } = await search('brass')
    expect([status, headers.get('location')]).toEqual([201, body.self.href])
    expect(body.self).toMatchObject({ type: 'shop.collections.paginated-links', 'max-age': 600 })
    expect(body.links[0]).toMatchObject({ rel: 'element', rev: 'list', type: 'application/vnd.shop.item' })
    const item = await client.follow(body, 'element')
    expect(item.self).toMatchObject({ type: 'shop.items.item', 'max-age': 600 })
    const definition = await client.follow(item, 'definition')
    expect(definition).toMatchObject({ 'display-name': 'Brass table lamp', self: { 'max-age': 600 } })
    expect(definition.details).toEqual([
      { name: 'wattage', 'display-name': 'Wattage', value: 40, 'display-value': '40' },
      { name: 'lamp_shade', 'display-name': 'Lamp shade', value: 'linen', 'display-value': 'linen' },
      {
        name: 'description',
        'display-name': 'Description',
        value: 'Warm light for reading.',
        'display-value': 'Warm light for reading.',
      },
    ])
    const cost = [{ amount: 21.9, currency: 'USD', display: '$21.90' }]
    const price = await client.follow(item, 'price')
    expect(price).toMatchObject({ 'list-price': cost, 'purchase-price': cost, self: { 'max-age': 0 } })
    expect(await client.follow(item, 'code')).toMatchObject({ code: 'LAMP-BRASS' })
    expect(await client.follow(item, 'availability')).toMatchObject({ state: 'AVAILABLE', self: { 'max-age': 0 } })
    for (const rel of ['definition', 'price', 'code', 'availability'])
      expect((await client.follow(await client.follow(item, rel), 'item')).self.uri).toBe(item.self.uri)
  })

  test('has no price link without a price, and is not available without stock', async () => {
    const { body } = await search('wool', {}, 'element:price,element')
    expect(body._element).toHaveLength(1)
    expect([hrefs(body._element[0], 'price'), body._element[0]._price]).toEqual([[], undefined])
    const item = body._element[0].self.href
    expect((await client.get(item.replace('/items/', '/prices/items/'))).status).toBe(404)
    const rug = `/v2/inventories/${shop.ids.get('RUG')}`
    expectStatus(await shop.store.post(rug, { data: { type: 'stock', quantity: 0 } }), 201)
    const state = async () => (await client.follow(body._element[0], 'availability')).state
    expect(await state()).toBe('NOT_AVAILABLE')
  })

  test('has a lower purchase price under an item promotion, and the same list price', async () => {
    const action = { kind: 'percent', ppm: 100_000, max_discount: null }
    await makePromotion(shop.store, { scope: 'item', currency: null, action, target: { skus: ['CHAIR'] } })
    const { body } = await search('oak', {}, 'element:price')
    expect(body._element[0]._price[0]).toMatchObject({
      'list-price': [{ amount: 99 }],
      'purchase-price': [{ amount: 89.1, display: '$89.10' }],
    })
  })

  test('is not found for an unknown id, and rejects an invalid id', async () => {
    const { body } = await search('oak')
    const [href = ''] = hrefs(body, 'element')
    const base = href.slice(0, href.lastIndexOf('/') + 1)
    expect((await client.get(`${base}ge======`)).status).toBe(400)
    expect((await client.get(`${base}mfrgg=`)).status).toBe(404)
    expect((await client.get(href.replace(/=$/, '%3D'))).status).toBe(200)
  })
})

describe('a search', () => {
  test.each([
    ['lamp', ['LAMP-BRASS', 'LAMP-FLOOR', 'CHAIR', 'RUG']],
    ['LAMPS', ['LAMP-BRASS', 'LAMP-FLOOR', 'CHAIR', 'RUG']],
    ['the floor la', ['LAMP-FLOOR']],
    ['chand', ['CH-1']],
    ['chandeleir', ['CH-1']],
    ['chandalierr', ['CH-1']],
    ['lanp', ['LAMP-BRASS', 'LAMP-FLOOR', 'CHAIR', 'RUG']],
    ['brss lmap', ['LAMP-BRASS']],
    ['brss the tabel light lmap wrm linght', ['LAMP-BRASS']],
    ['brss the tabel light lmap wrm linght lamop', []],
    ['lamp-floor', ['LAMP-FLOOR']],
    ['reading', ['LAMP-BRASS']],
    ["'brass' & (lamp | !rug):*", []],
    ["'brass' & (lamp):*", ['LAMP-BRASS']],
    ['zeppelin', []],
    ['!!!', []],
    ['\\', []],
  ])('finds for %j %j', async (keywords, skus) => {
    expect(await found(keywords)).toEqual(skus)
  })

  test('finds everything by name without keywords', async () => {
    const { body } = await search(' ', { 'page-size': '100' }, 'element:definition')
    const names = body._element.map(({ _definition }: Json) => _definition[0]['display-name'])
    expect(body.pagination).toMatchObject({ results: GOODS.length + BULBS, pages: 1, 'page-size': 100 })
    expect(names.slice(0, 2)).toEqual(['Brass table lamp', 'Bulb 01'])
  })

  test('embeds the zoom, with and without FollowLocation, and ignores unknown relations', async () => {
    const zoom = 'element:definition,element:price,element_price,element:nothing'
    const { body } = await search('floor', {}, zoom)
    expect(body._element).toEqual([{ _definition: [expect.anything()], _price: [expect.anything()] }])
    const action = await searchAction()
    const followed = await client.send('POST', `${action}?followlocation&zoom=${zoom}`, { keywords: 'floor' })
    expect([followed.status, followed.body]).toEqual([201, body])
    const stable = await client.get(followed.headers.get('location') ?? '')
    expect(stable.body.pagination).toEqual(body.pagination)
  })

  test('has pages that link to each other', async () => {
    const { body: first } = await search('bulb', { 'page-size': 10 })
    expect(first.pagination).toEqual({ current: 1, 'page-size': 10, pages: 3, results: BULBS, 'results-on-page': 10 })
    expect(hrefs(first, 'previous')).toEqual([])
    const second = await client.follow(first, 'next')
    const third = await client.follow(second, 'next')
    expect(third.pagination).toMatchObject({ current: 3, 'results-on-page': BULBS - 20 })
    expect(hrefs(third, 'next')).toEqual([])
    expect(await client.follow(third, 'previous')).toEqual(second)
    const all = [first, second, third].flatMap((page) => hrefs(page, 'element'))
    expect(new Set(all).size).toBe(BULBS)
    for (const page of ['4', '0', 'x', '99999999999'])
      expect((await client.get(third.self.href.replace(/3$/, page))).status).toBe(404)
    const none = await search('zeppelin', { 'page-size': 10 })
    expect(none.body.pagination).toEqual({
      current: 1,
      'page-size': 10,
      pages: 1,
      results: 0,
      'results-on-page': 0,
    })
    expect((await search('bulb', { 'page-size': 5000 })).body.pagination['page-size']).toBe(100)
    expect((await search('bulb', { 'page-size': '' })).body.pagination['page-size']).toBe(25)
  })

  test.each([
    [{}, 'field.required', 'keywords'],
    [{ keywords: '' }, 'field.required', 'keywords'],
    [{ keywords: ['a'] }, 'field.invalid.format', 'keywords'],
    [{ keywords: 'x'.repeat(501) }, 'field.invalid.size', 'keywords'],
    [{ keywords: 'a', 'page-size': 0 }, 'field.invalid.minimum.value', 'page-size'],
    [{ keywords: 'a', 'page-size': '-1' }, 'field.invalid.minimum.value', 'page-size'],
    [{ keywords: 'a', 'page-size': 1.5 }, 'field.invalid.integer.format', 'page-size'],
    [{ keywords: 'a', 'page-size': 'many' }, 'field.invalid.integer.format', 'page-size'],
  ])('rejects %j', async (sent, id, field) => {
    const { status, body } = await client.send('POST', await searchAction(), sent)
    expect([status, messages(body)]).toEqual([400, [[id, field]]])
  })

  test('accepts 500 characters of any script', async () => {
    const { status, body } = await search('灯'.repeat(500))
    expect([status, body.pagination.results]).toEqual([201, 0])
    expect((await client.get(body.self.href)).status).toBe(200)
  })

  test('can also be posted to the form, whose action returns the form', async () => {
    const form = await client.walk('searches', 'keywordsearchform')
    expect(form).toMatchObject({ keywords: '', 'page-size': '', self: { 'max-age': 600 } })
    const action = await client.follow(form, 'itemkeywordsearchaction')
    expect(action).toMatchObject({ keywords: '', 'page-size': '', links: form.links })
    expect(form.links[0]).toEqual({
      rel: 'itemkeywordsearchaction',
      uri: action.self.uri,
      href: action.self.href,
    })
    const { status, body } = await client.send('POST', form.self.href, '{keywords:"floor"}')
    expect([status, hrefs(body, 'element').length]).toEqual([201, 1])
    const zoomed = await client.root('searches:keywordsearchform:itemkeywordsearchaction')
    const [embedded] = zoomed._searches[0]._keywordsearchform[0]._itemkeywordsearchaction
    expect(embedded.self.href).toBe(action.self.href)
  })
})

describe('a lookup', () => {
  const actionOf = async (form: string, action: string) => hrefs(await client.walk('lookups', form), action)[0] ?? ''

  test('finds the item of a code, and nothing for an unknown code', async () => {
    const action = await actionOf('itemlookupform', 'itemlookupaction')
    const known = await client.send('POST', `${action}?followlocation&zoom=code,definition`, { code: 'CH-1' })
    expect([known.status, known.body._code[0].code]).toEqual([201, 'CH-1'])
    expect(known.headers.get('location')).toBe(known.body.self.href.replace(/\?.*/, ''))
    const plain = await client.send('POST', action, { code: 'CH-1' })
    expect([plain.status, plain.body]).toEqual([201, null])
    expect((await client.send('POST', action, { code: 'NONE' })).status).toBe(404)
    const blank = await client.send('POST', action, { code: '' })
    expect([blank.status, messages(blank.body)]).toEqual([400, [['field.required', 'code']]])
    const zoomed = await client.root('lookups:itemlookupform:itemlookupaction')
    expect(zoomed._lookups[0]._itemlookupform[0]._itemlookupaction[0]).toMatchObject({ code: '' })
  })

  test('a lookup of many codes finds the existing items in order', async () => {
    const action = await actionOf('batchitemslookupform', 'batchitemslookupaction')
    const send = (codes: unknown) => client.send('POST', `${action}?followlocation&zoom=element:code`, { codes })
    const { status, body } = await send(['RUG', 'NONE', 'CH-1', 'RUG'])
    expect([status, body.self.type]).toEqual([201, 'shop.collections.links'])
    expect(body._element.map((item: Json) => item._code[0].code)).toEqual(['RUG', 'CH-1'])
    expect((await send([])).body.links).toEqual([])
    const bulbs = [...shop.ids.keys()].filter((sku) => sku.startsWith('BULB'))
    const codes = [...bulbs, ...Array.from({ length: 100 - BULBS }, (_, index) => `NONE-${index}`)]
    expect((await send(codes)).body._element).toHaveLength(BULBS)
    const many = await send([...codes, 'RUG'])
    expect([many.status, messages(many.body)]).toEqual([413, [['field.invalid.size', 'codes']]])
    for (const [wrong, id] of [
      [undefined, 'field.required'],
      ['RUG', 'field.invalid.format'],
      [[{}], 'field.invalid.format'],
    ]) {
      const refused = await send(wrong)
      expect([refused.status, messages(refused.body)]).toEqual([400, [[id, 'codes']]])
    }
  })
})

test('the navigation leads from the top nodes to items', async () => {
  const { store } = await stage.tenant()
  const fixture = await createAssortment(store, { A: 100, B: 200 })
  const below = async (name: string, parent_id: string, sort_order: number) => {
    const made = { name, slug: name.toLowerCase(), description: `${name}.`, parent_id, sort_order }
    return (await make(store, `/hierarchies/${fixture.hierarchy}/nodes`, 'node', made)).id
  }
  await below('Wall', fixture.node, 2)
  const node = await below('Desk', fixture.node, 1)
  await addProduct(store, { hierarchy: fixture.hierarchy, node }, { sku: 'C' })
  const on = await openStorefront(stage.app, await scopeOf(store))
  expect((await on.walk('navigations')).links).toEqual([])
  await publish(store, fixture.catalog)

  const top = await on.walk('navigations', 'element')
  expect(top).toMatchObject({ name: 'Lighting', 'display-name': 'Lighting', details: [] })
  expect(hrefs(top, 'parent')).toEqual([])
  const lamps = await on.follow(top, 'child', 'items:element:code,child')
  const codesOf = (items: Json) => items._element.map((item: Json) => item._code[0].code)
  expect(codesOf(lamps._items[0])).toEqual(['A', 'B', 'C'])
  expect(lamps._child.map((child: Json) => child['display-name'])).toEqual(['Desk', 'Wall'])
  const [desk, wall] = lamps._child
  expect(desk).toMatchObject({ name: 'desk', details: [{ name: 'description', value: 'Desk.' }] })
  expect((await on.follow(desk, 'parent')).self.uri).toBe(lamps.self.uri.replace(/\?.*/, ''))
  expect((await on.follow(desk, 'top')).self.uri).toBe(top.self.uri)
  expect(codesOf(await on.follow(desk, 'items', 'element:code'))).toEqual(['C'])
  const empty = await on.follow(wall, 'items')
  expect(empty.pagination).toMatchObject({ current: 1, pages: 1, results: 0 })
  expect((await on.get(`${empty.self.href}/pages/2`)).status).toBe(404)

  expectStatus(await store.put('/v2/settings', { data: { type: 'settings', page_length: 2 } }), 200)
  const first = await on.follow(top, 'items')
  expect(first.pagination).toEqual({ current: 1, 'page-size': 2, pages: 2, results: 3, 'results-on-page': 2 })
  const last = await on.follow(first, 'next', 'element:code')
  expect(codesOf(last)).toEqual(['C'])
  expect(hrefs(await on.follow(last, 'previous'), 'element')).toEqual(hrefs(first, 'element'))
})

test('shoppers find and see the catalog that the rules select', async () => {
  const { store } = await stage.tenant()
  const scope = await scopeOf(store)
  const [open, trade] = [await createAssortment(store, { OPEN: 100 }), await createAssortment(store, { TRADE: 50 })]
  for (const { catalog } of [open, trade]) await publish(store, catalog)
  const on = await openStorefront(stage.app, scope)
  expect(await found(' ', on)).toEqual([])
  const rule = (catalog_id: string, more: object) =>
    make(store, '/catalogs/rules', 'catalog_rule', { name: 'Rule', catalog_id, ...more })
  await rule(open.catalog, {})
  await rule(trade.catalog, { channels: ['trade'], priority: -1 })
  const tradesman: StorefrontClient = {
    ...on,
    send: (method, href, body, headers) => on.send(method, href, body, { 'ep-channel': 'trade', ...headers }),
  }
  expect([await found('lamp', on), await found('lamp', tradesman)]).toEqual([['OPEN'], ['TRADE']])
  const [item = ''] = hrefs((await search('lamp', {}, '', tradesman)).body, 'element')
  const seen = async (as: StorefrontClient) => (await as.send('GET', item)).status
  expect([await seen(on), await seen(tradesman)]).toEqual([404, 200])
  const elsewhere = await client.get(item)
  expect(elsewhere.status).toBe(403)
})

test("prices use the shopper's preferred currency if the store has it", async () => {
  const { store } = await stage.tenant()
  const euro = { type: 'currency', code: 'EUR', format: '{price} €', exchange_rate: 1 }
  expectStatus(await store.post('/v2/currencies', { data: euro }), 201)
  const fixture = await createAssortment(store, { A: { USD: { amount: 500 }, EUR: { amount: 450 } } })
  await publish(store, fixture.catalog)
  const on = await openStorefront(stage.app, await scopeOf(store))
  const action = await searchAction(on)
  const displayed = async (traits: string) => {
    const headers = { 'x-ep-user-traits': traits }
    const { body } = await on.send('POST', `${action}?zoom=element:price`, { keywords: ' ' }, headers)
    return body._element[0]._price[0]['list-price'][0].display
  }
  expect(await displayed('LOCALE=fr-FR,CURRENCY=EUR')).toBe('4,50\u00a0€')
  expect(await displayed('CURRENCY=XXX')).toBe('$5.00')
})

test('a wide zoom needs as many statements as a narrow one', async () => {
  const zoom = 'element:definition,element:price,element:availability,element:code'
  const href = `${await searchAction()}?zoom=${zoom}`
  const counted = (size: number) =>
    uncachedStatementsOf(
      stage,
      async () => {
        const { body } = await client.send('POST', href, { keywords: 'bulb', 'page-size': size })
        expect(body._element).toHaveLength(size)
      },
      /release_|inventories|currencies|promotion|settings/,
    )
  const narrow = await counted(2)
  expect(narrow).toBeGreaterThan(2)
  expect([await counted(20), narrow < 12]).toEqual([narrow, true])
})

test('every href starts with the base of the proxy', async () => {
  const base = 'https://shop.example.com/api'
  const zoom = 'element:definition,element:price'
  const { headers, body } = await client.send(
    'POST',
    `${await searchAction()}?zoom=${zoom}`,
    { keywords: 'lamp' },
    { 'x-forwarded-base': base },
  )
  expect(headers.get('location')?.startsWith(`${base}/searches/`)).toBe(true)
  const addresses = JSON.stringify(body).match(/"href":"[^"]+"/g) ?? []
  expect(addresses.length).toBeGreaterThan(8)
  expect(addresses.filter((href) => !href.startsWith(`"href":"${base}/`))).toEqual([])
})
