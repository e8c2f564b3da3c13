import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { selectNames } from '../../../src/store/catalog/sql/locales.ts'
import {
  findOffers,
  type Offer,
  type OfferRequest,
  type Shopper,
  unitAmount,
} from '../../../src/store/catalog/sql/offers.ts'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { scopeOf } from '../../support/storefront/carts.ts'
import { openStorefront } from '../../support/storefront/hypermedia.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const ANYBODY: Shopper = { customer_id: null, account_id: null, channel: null, tag: null }

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

type Tenant = Awaited<ReturnType<Stage['tenant']>>

/** Offers of these skus for a shopper. */
function offers(
  client: Client,
  skus: readonly string[],
  {
    shopper = {},
    currency = 'USD',
    now = Date.now(),
  }: { shopper?: Partial<Shopper>; currency?: string; now?: number } = {},
): Promise<Offer[]> {
  const { organization_id, store_id } = client
  const owner = { organization_id, store_id }
  return findOffers(stage.database.db, owner, { shopper: { ...ANYBODY, ...shopper }, named: { skus }, currency, now })
}

async function amountOf(client: Client, sku: string, more: Parameters<typeof offers>[2] = {}) {
  const [offer] = await offers(client, [sku], more)
  return offer?.price?.amount ?? null
}

function price(client: Client, { book }: Pick<Assortment, 'book'>, sku: string, attributes: Record<string, unknown>) {
  return make(client, `/pricebooks/${book}/prices`, 'product-price', { sku, ...attributes })
}

const usd = (amount: number, more = {}) => ({ currencies: { USD: { amount, ...more } } })

test('an offer has every member that a cart needs, by id and by sku, each product once', async () => {
  const { store } = await stage.tenant()
  const assortment = await createAssortment(store, {})
  const path = `/hierarchies/${assortment.hierarchy}/nodes`
  const below = await make(store, path, 'node', { name: 'Below', parent_id: assortment.node })
  const link = { file_location: 'https://files.example.com/lamp.jpg' }
  const main_image_file_id = (await store.post('/v2/files', { data: link })).body.data.id
  const large = { name: 'size', display_name: 'Size', value: 'l', display_value: 'Large' }
  const attributes = {
    sku: 'FULL',
    name: 'Lamp',
    description: 'Of oak',
    slug: 'lamp',
    commodity_type: 'digital',
    weight: 1200,
    tags: ['oak'],
    locales: { fr: { name: 'Lampe', description: 'De chêne' }, de: { description: 'Aus Eiche' } },
    options: [large],
    tax_class_id: UNKNOWN_ID,
    main_image_file_id,
  }
  const id = await addProduct(store, { ...assortment, node: below.id }, attributes)
  const other = await addProduct(store, assortment, { sku: 'OTHER' })
  const tiers = [
    { minimum_quantity: 5, amount: 900 },
    { minimum_quantity: 10, amount: 700 },
  ]
  await price(store, assortment, 'FULL', usd(1000, { sale_amount: 800, includes_tax: true, tiers }))
  const release = await publish(store, assortment.catalog)
  const owner = { organization_id: store.organization_id, store_id: store.store_id }
  const offers = (named: OfferRequest['named']) =>
    findOffers(stage.database.db, owner, { shopper: ANYBODY, named, currency: 'USD', now: Date.now() })
  const [full, plain, ...more] = await offers({ ids: [id, other, UNKNOWN_ID, 'no id'] })
  expect(full).toEqual({
    product_id: id,
    sku: 'FULL',
    name: 'Lamp',
    description: 'Of oak',
    language: 'en',
    is_translated: true,
    slug: 'lamp',
    tax_class_id: UNKNOWN_ID,
    shippable: false,
    weight: 1200,
    category_ids: [assortment.node, below.id].sort(),
    tags: ['oak'],
    options: [{ ...large, price_modifier: null }],
    image_file_id: main_image_file_id,
    release_id: release.id,
    catalog_id: assortment.catalog,
    price: {
      amount: 800,
      list_amount: 1000,
      currency: 'USD',
      includes_tax: true,
      pricebook_id: assortment.book,
      tiers,
    },
  })
  expect([plain?.product_id, plain?.price, plain?.is_translated, more]).toEqual([other, null, false, []])
  expect([
    ...(await selectNames(
      stage.database.db,
      owner,
      [full, plain].flatMap((one) => one ?? []),
    )),
  ]).toEqual([[id, { fr: { name: 'Lampe' } }]])
  expect([1, 4, 5, 9, 10, 99].map((quantity) => full && unitAmount(full, quantity))).toEqual([
    800, 800, 800, 800, 700, 700,
  ])
  expect(() => plain && unitAmount(plain, 1)).toThrow('no price')
  expect(await offers({ skus: ['FULL', 'NONE'] })).toEqual([full])
  expect([await offers({ ids: [] }), await offers({ skus: [] })]).toEqual([[], []])
})

test('the price comes from the first price book with the currency, and there from the latest start', async () => {
  const { store } = await stage.tenant()
  const assortment = await createAssortment(store, { X: 1000, Y: 2000 })
  const trade = (await make(store, '/pricebooks', 'pricebook', { name: 'Trade' })).id
  await price(store, { book: trade }, 'X', { currencies: { EUR: { amount: 5 } } })
  const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
  await price(store, { book: trade }, 'Y', { ...usd(1500), valid_from: from, valid_to: to })
  await price(store, assortment, 'Y', { ...usd(1800), valid_from: '2026-02-01T00:00:00Z' })
  const pricebooks = [
    { id: assortment.book, priority: 7 },
    { id: trade, priority: 2 },
  ]
  await change(store, `/catalogs/${assortment.catalog}`, 'catalog', { pricebook_id: null, pricebooks })
  await publish(store, assortment.catalog)
  const at = (time: string, shift = 0) => ({ now: Date.parse(time) + shift })
  expect(await amountOf(store, 'X')).toBe(1000)
  expect(await amountOf(store, 'X', { currency: 'EUR' })).toBe(5)
  expect(await amountOf(store, 'X', { currency: 'GBP' })).toBe(null)
  expect(await amountOf(store, 'Y', at('2026-01-31T00:00:00Z'))).toBe(2000)
  expect(await amountOf(store, 'Y', at(from, -1))).toBe(1800)
  expect(await amountOf(store, 'Y', at(from))).toBe(1500)
  expect(await amountOf(store, 'Y', at(to, -1))).toBe(1500)
  expect(await amountOf(store, 'Y', at(to))).toBe(1800)
})

test('price modifiers of options change prices on publishing', async () => {
  const { store } = await stage.tenant()
  const assortment = await createAssortment(store, {})
  const modifier = (name: string, modifier_type: string, amount: number) =>
    make(store, `/pricebooks/${assortment.book}/modifiers`, 'price-modifier', {
      name,
      modifier_type,
      currencies: { USD: { amount } },
    })
  await modifier('large', 'price_increment', 300)
  await modifier('plain', 'price_decrement', 5_000)
  await modifier('fixed', 'price_equals', 4_200)
  const tiers = [{ minimum_quantity: 3, amount: 900 }]
  const variants: Record<string, (string | null)[]> = {
    BASE: [null, 'unknown'],
    LARGE: ['large', null],
    PLAIN: ['plain'],
    FIXED: ['fixed', 'large'],
  }
  for (const [sku, names] of Object.entries(variants)) {
    const options = names.map((price_modifier, index) => ({ name: `o${index}`, value: 'v', price_modifier }))
    await addProduct(store, assortment, { sku, options, definition: 'lamp' })
    await price(store, assortment, sku, {
      currencies: { USD: { amount: 1000, sale_amount: 950, tiers }, EUR: { amount: 1 } },
    })
  }
  await publish(store, assortment.catalog)
  const found = await offers(store, Object.keys(variants))
  const prices = Object.fromEntries(found.map(({ sku, price }) => [sku, price]))
  const shown = (amount: number, list_amount: number, tier: number | null) => ({
    amount,
    list_amount,
    currency: 'USD',
    includes_tax: null,
    pricebook_id: assortment.book,
    tiers: tier === null ? [] : [{ minimum_quantity: 3, amount: tier }],
  })
  expect(prices).toEqual({
    BASE: shown(950, 1000, 900),
    LARGE: shown(1250, 1300, 1200),
    PLAIN: shown(0, 0, 0),
    FIXED: shown(4500, 4500, null),
  })
  expect(await amountOf(store, 'LARGE', { currency: 'EUR' })).toBe(1)
})

/** Published catalogs in which the same sku has a different price each. */
async function pricedCatalogs(client: Client, amounts: readonly number[]): Promise<Map<number, string>> {
  const sku = { sku: 'SAME', name: 'Lamp', status: 'live' }
  const found = await client.get('/v2/products?filter=eq(sku,SAME)')
  const product = found.body.data[0]?.id ?? (await make(client, '/products', 'product', sku)).id
  const made = new Map<number, string>()
  for (const amount of amounts) {
    const assortment = await createAssortment(client, {}, `At ${amount}`)
    const data = [{ type: 'product', id: product }]
    await client.post(`/v2/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}/relationships/products`, {
      data,
    })
    await price(client, assortment, 'SAME', usd(amount))
    await publish(client, assortment.catalog)
    made.set(amount, assortment.catalog)
  }
  return made
}

async function rule(client: Client, catalogs: Map<number, string>, amount: number, attributes: object) {
  const catalog_id = catalogs.get(amount)
  return make(client, '/catalogs/rules', 'catalog_rule', { name: `${amount}`, catalog_id, ...attributes })
}

test('the lowest priority wins among matching rules, then most conditions, then the newest', async () => {
  const { store } = await stage.tenant()
  const catalogs = await pricedCatalogs(store, [1, 2, 3, 4, 5, 6])
  const same = (shopper: Partial<Shopper>) => amountOf(store, 'SAME', { shopper })
  expect(await same({})).toBe(null)
  await rule(store, catalogs, 1, {})
  expect(await same({})).toBe(1)
  await rule(store, catalogs, 2, { channels: ['app'] })
  await rule(store, catalogs, 3, { channels: ['app', 'web'], tags: ['trade'] })
  await rule(store, catalogs, 4, { customers: [UNKNOWN_ID], priority: -1 })
  await rule(store, catalogs, 5, { accounts: [UNKNOWN_ID], priority: 5 })
  expect(await same({ channel: 'web' })).toBe(1)
  expect(await same({ channel: 'app' })).toBe(2)
  expect(await same({ channel: 'app', tag: 'trade' })).toBe(3)
  expect(await same({ tag: 'trade' })).toBe(1)
  expect(await same({ channel: 'app', customer_id: UNKNOWN_ID })).toBe(4)
  expect(await same({ account_id: UNKNOWN_ID })).toBe(1)
  await rule(store, catalogs, 6, { channels: ['web'] })
  await rule(store, catalogs, 5, { channels: ['web'] })
  expect(await same({ channel: 'web' })).toBe(5)
})

test('a rule is valid from its start until before its end', async () => {
  const { store } = await stage.tenant()
  const catalogs = await pricedCatalogs(store, [10, 20])
  const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
  const again = { valid_from: '2027-03-01T00:00:00Z', valid_to: '2027-04-01T00:00:00Z' }
  await rule(store, catalogs, 10, {})
  await rule(store, catalogs, 20, { schedules: [{ valid_from: from, valid_to: to }, again] })
  const at = (time: number) => amountOf(store, 'SAME', { now: time })
  const bounds = [Date.parse(from) - 1, Date.parse(from), Date.parse(to) - 1, Date.parse(to)]
  expect(await Promise.all(bounds.map(at))).toEqual([10, 20, 20, 10])
  expect(await at(Date.parse('2027-03-10T00:00:00Z'))).toBe(20)
})

test('the only published catalog without a rule is used if no rule matches', async () => {
  const { store } = await stage.tenant()
  const catalogs = await pricedCatalogs(store, [1, 2])
  expect(await amountOf(store, 'SAME')).toBe(null)
  await rule(store, catalogs, 1, { tags: ['trade'] })
  expect(await amountOf(store, 'SAME')).toBe(2)
  expect(await amountOf(store, 'SAME', { shopper: { tag: 'trade' } })).toBe(1)
  await make(store, '/catalogs', 'catalog', { name: 'Not published yet' })
  expect(await amountOf(store, 'SAME')).toBe(2)
})

test('a store uses an organization catalog through its own rule, and other stores do not', async () => {
  const { store, organization } = await stage.tenant()
  const assortment = await createAssortment(organization, { SHARED: 900 })
  await publish(organization, assortment.catalog)
  expect(await amountOf(store, 'SHARED')).toBe(null)
  await make(store, '/catalogs/rules', 'catalog_rule', { name: 'All', catalog_id: assortment.catalog })
  expect(await amountOf(store, 'SHARED')).toBe(900)
  const { store: stranger } = await stage.tenant()
  expect(await amountOf(stranger, 'SHARED')).toBe(null)
})

function shopping({ shopper }: Tenant, headers: Record<string, string> = {}) {
  return (path: string) => shopper.call('GET', `/v2/catalog${path}`, undefined, headers)
}

test('shoppers browse their catalog with prices in their currency', async () => {
  const tenant = await stage.tenant()
  const { store } = tenant
  const currency = { format: '{price}', exchange_rate: 1 }
  for (const [code, more] of [
    ['EUR', {}],
    ['JPY', { enabled: false }],
  ] as const)
    expect(
      (await store.post('/v2/currencies', { data: { type: 'currency', code, ...currency, ...more } })).status,
    ).toBe(201)
  const assortment = await createAssortment(store, { B1: { USD: { amount: 500 }, EUR: { amount: 450 } }, B2: 700 })
  const asShopper = shopping(tenant)
  expect((await asShopper('/products')).status).toBe(404)
  await publish(store, assortment.catalog)
  const { body } = await asShopper('/products?sort=-sku&page[total_method]=exact')
  expect(body.meta.results.total).toBe(2)
  expect(body.data.map(({ meta }: { meta: { price: { amount: number } } }) => meta.price.amount)).toEqual([700, 500])
  const [, b1] = body.data
  expect(b1.links.self).toBe(`${stage.app.base_url}/catalog/products/${b1.id}`)
  const one = await asShopper(`/products/${b1.id}`)
  expect([one.status, one.body.data]).toEqual([200, b1])
  for (const header of ['X-Currency', 'x-moltin-currency']) {
    const euros = await shopping(tenant, { [header]: 'eur' })(`/products/${b1.id}`)
    expect(euros.body.data.meta.price).toMatchObject({ amount: 450, currency: 'EUR' })
  }
  for (const wrong of ['JPY', 'GBP', 'money']) {
    const refused = await shopping(tenant, { 'x-currency': wrong })('/products')
    expect([refused.status, refused.body.errors[0].source]).toEqual([400, { header: 'X-Currency' }])
    expect(refused.body.errors[0].detail).toContain('USD, EUR')
  }
  for (const path of ['/hierarchies', '/nodes', `/hierarchies/${assortment.hierarchy}/nodes`]) {
    expect((await asShopper(path)).body.data).toHaveLength(1)
    expect((await asShopper(`${path}?sort=no`)).status).toBe(400)
  }
  const ids = `/nodes/${assortment.node}/relationships/products`
  for (const path of [`/hierarchies/${assortment.hierarchy}/products`, `/nodes/${assortment.node}/products`, ids])
    expect((await asShopper(path)).body.data).toHaveLength(2)
  expect((await asShopper(`/hierarchies/${assortment.hierarchy}/children`)).body.data).toHaveLength(1)
  for (const path of ['children', 'relationships/children'])
    expect((await asShopper(`/nodes/${assortment.node}/${path}`)).body.data).toEqual([])
  for (const path of ['children', 'component_products']) {
    const at = (id: string) => asShopper(`/products/${id}/relationships/${path}`)
    expect((await at(b1.id)).body.data).toEqual([])
    expect((await at(UNKNOWN_ID)).status).toBe(404)
  }
  const search = (body: object) => tenant.shopper.post('/v2/catalog/multi-search', body)
  expect((await search({ searches: [{ q: '' }] })).status).toBe(200)
  expect((await search({ searches: [] })).status).toBe(422)
  expect((await asShopper('')).body.data.links.self).toBe(`${stage.app.base_url}/catalog`)
  for (const path of [`/hierarchies/${assortment.hierarchy}`, `/nodes/${assortment.node}`])
    expect((await asShopper(path)).body.data.links.self).toBe(`${stage.app.base_url}/catalog${path}`)
  for (const many of ['hierarchies', 'nodes', 'products'])
    expect((await asShopper(`/${many}/${UNKNOWN_ID}`)).status).toBe(404)
  for (const path of ['products', 'children', 'relationships/products', 'relationships/children'])
    expect((await asShopper(`/nodes/${UNKNOWN_ID}/${path}`)).status).toBe(404)
  for (const path of ['products', 'children'])
    expect((await asShopper(`/hierarchies/${UNKNOWN_ID}/${path}`)).status).toBe(404)
  expect((await tenant.organization.get('/v2/catalog')).status).toBe(400)
  expect((await tenant.organization.get('/v2/catalog/products')).status).toBe(400)
  for (const path of ['', `/${UNKNOWN_ID}/releases`, `/${UNKNOWN_ID}/releases/latest/products`])
    expect((await tenant.shopper.get(`/v2/catalogs${path}`)).status).toBe(403)
})

test('channel and tag are headers with either of two names', async () => {
  const tenant = await stage.tenant()
  const catalogs = await pricedCatalogs(tenant.store, [1, 2, 3])
  await rule(tenant.store, catalogs, 2, { channels: ['app'] })
  await rule(tenant.store, catalogs, 3, { tags: ['trade'] })
  const amount = async (headers: Record<string, string>) => {
    const { body } = await shopping(tenant, { 'x-currency': 'USD', ...headers })('/products')
    return body.data[0].meta.price.amount
  }
  expect(await amount({})).toBe(1)
  for (const header of ['EP-Channel', 'X-Channel']) expect(await amount({ [header]: 'app' })).toBe(2)
  for (const header of ['EP-Context-Tag', 'X-Catalog-Tag']) expect(await amount({ [header]: 'trade' })).toBe(3)
})

test('a store may reject channels of shoppers everywhere, and still accept those of sellers', async () => {
  const tenant = await stage.tenant()
  const catalogs = await pricedCatalogs(tenant.store, [1, 2])
  await rule(tenant.store, catalogs, 2, { channels: ['app'] })
  const ask = (header: string, client: Client = tenant.shopper, path = '/v2/catalog/products') =>
    client.call('GET', path, undefined, { 'x-currency': 'USD', [header]: 'app' })
  expect((await ask('EP-Channel')).status).toBe(200)
  const closed = { data: { type: 'settings', shopper_channels: false } }
  expect((await tenant.store.put('/v2/settings', closed)).status).toBe(200)
  for (const header of ['EP-Channel', 'X-Channel'])
    for (const path of ['/v2/catalog/products', '/v2/carts/any']) {
      const { status, body } = await ask(header, tenant.shopper, path)
      expect([status, body.errors[0].source]).toEqual([400, { header: header.toLowerCase() }])
      expect(body.errors[0].detail).toContain('shopper_channels to true with PUT /v2/settings')
    }
  const storefront = await openStorefront(stage.app, await scopeOf(stage, tenant.store))
  const root = `${stage.app.origin}/storefront`
  expect((await storefront.send('GET', root)).status).toBe(200)
  const refused = await storefront.send('GET', root, undefined, { 'ep-channel': 'app' })
  expect([refused.status, refused.body.messages[0].id]).toEqual([400, 'malformed.header'])
  expect((await ask('EP-Channel', tenant.store)).body.data[0].meta.price.amount).toBe(2)
  expect((await ask('EP-Context-Tag')).status).toBe(200)
})

test('covers a success and a failure of every shopper catalog operation', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Catalog for shoppers')).toEqual([])
})

const MANY = 5_000

/** Products, prices and positions, inserted directly because there are thousands. */
async function fill({ store_id }: Client, { node, book }: Assortment): Promise<void> {
  const { db } = stage.database
  const ids = Array.from({ length: MANY }, () => newId(Date.now()))
  await query(
    db,
    `insert into products (owner_id, id, version, updated_at, sku, name, description, slug, status, commodity_type, definition,
                           options, modifier_names, tags, weight, extensions, external_ref)
     select $1, id, 1, now(), 'MANY-' || n, 'Lamp ' || n, '', 'lamp-' || n, 'live', 'physical', '', '[]', '{}', '{}', 1,
            '{}', '' from unnest($2::uuid[]) with ordinality as p(id, n)`,
    [store_id, ids],
  )
  await query(
    db,
    `insert into node_products (owner_id, node_id, product_id) select owner_id, $2, id from products where owner_id = $1`,
    [store_id, node],
  )
  await query(
    db,
    `insert into product_prices (owner_id, id, version, updated_at, pricebook_id, sku, currencies)
     select owner_id, gen_random_uuid(), 1, now(), $2, sku,
            '{"USD": {"amount": 100, "includes_tax": false, "sale_amount": null, "tiers": []}}'
       from products where owner_id = $1`,
    [store_id, book],
  )
}

test('thousands of products are published in batches, and finding offers uses only indexes', async () => {
  const { store } = await stage.tenant()
  const assortment = await createAssortment(store, {})
  await fill(store, assortment)
  const first = await publish(store, assortment.catalog)
  expect(first.meta.summary).toMatchObject({ products: MANY, delta: { created: MANY } })
  await query(stage.database.db, `update products set name = 'Lamp' where owner_id = $1 and sku like '%7'`, [
    store.store_id,
  ])
  const second = await publish(store, assortment.catalog)
  expect(second.meta.summary).toMatchObject({ products: MANY, delta: { created: 0, updated: MANY / 10, deleted: 0 } })
  const skus = [1, 77, MANY].map((number) => `MANY-${number}`)
  const owner = { organization_id: store.organization_id, store_id: store.store_id }
  const request = { shopper: ANYBODY, named: { skus }, currency: 'USD', now: Date.now() }
  const { found, read } = await stage.database.db.transaction(async (tx) => ({
    found: await findOffers(tx, owner, request),
    read: await query<{ scans: number; rows: number }>(tx, READ_IN_TRANSACTION, []),
  }))
  expect(found.map(({ sku, price }) => [sku, price?.amount]).sort()).toEqual(skus.map((sku) => [sku, 100]).sort())
  const [{ scans, rows } = { scans: -1, rows: -1 }] = read
  expect(scans).toBe(0)
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(10 * skus.length)
})

const READ_IN_TRANSACTION = `select seq_scan::integer as scans, (seq_tup_read + idx_tup_fetch)::integer as rows
  from pg_stat_xact_user_tables where relname = 'release_products'`
