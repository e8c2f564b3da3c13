import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addProduct, createAssortment, publish } from '../../support/store/catalogs.ts'
import { expectStatus, makeOrder } from '../../support/store/shop.ts'
import { embedded, scopeOf } from '../../support/storefront/carts.ts'
import { hrefs, openStorefront, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

const NAMES = [
  ...['Cafe Table', 'Café Chair', 'Crème Jug', 'Łódź Bowl', '東京タワー模型', 'Übergröße Bed', '冷蔵庫２０１８年製'],
  ...['Cafe\u0301 Sofa', 'Straße', 'Lamp 🎄'],
]

let stage: Stage
let seller: Client
let shopper: Client
let storefront: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  const assortment = await createAssortment(seller, {})
  for (const [index, name] of NAMES.entries()) await addProduct(seller, assortment, { sku: `S-${index}`, name })
  await publish(seller, assortment.catalog)
  storefront = await openStorefront(stage.app, await scopeOf(stage, seller))
})
afterAll(() => stage.close())

const CAFES = ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']

/** Searches with the names that each finds, in the order of code points. */
const SEARCHES: [string, string[]][] = [
  ['cafe', CAFES],
  ['café', CAFES],
  ['CAFÉ', CAFES],
  ['cafe\u0301', CAFES],
  ['creme', ['Crème Jug']],
  ['lodz', ['Łódź Bowl']],
  ['ubergrosse', ['Übergröße Bed']],
  ['STRASSE', ['Straße']],
  ['タワー', ['東京タワー模型']],
  ['模型', ['東京タワー模型']],
  ['冷蔵庫2018年製', ['冷蔵庫２０１８年製']],
  ['🎄', ['Lamp 🎄']],
]

test.each(SEARCHES)('shoppers find %s in every spelling', async (keywords, names) => {
  const [action = ''] = hrefs(await storefront.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')
  const { body } = await storefront.send('POST', `${action}?zoom=element:definition`, { keywords, 'page-size': 100 })
  expect(
    embedded(body, 'element:definition')
      .map((definition) => definition['display-name'])
      .sort(),
  ).toEqual(names)
  const search = { q: keywords, per_page: 100 }
  const several = expectStatus(await shopper.post('/v2/catalog/multi-search', { searches: [search] }), 200).body
  const hits: { document: { attributes: { name: string } } }[] = several.results[0].hits
  expect(hits.map(({ document }) => document.attributes.name).sort()).toEqual(names)
})

test.each(SEARCHES)('filters of lists match %s in every spelling', async (text, names) => {
  const filter = `filter=${encodeURIComponent(`ilike(name,"*${text}*")`)}`
  const listed = async (client: Client, path: string): Promise<string[]> => {
    const { data } = expectStatus(await client.get(`${path}?${filter}`), 200).body
    return data.map(({ attributes }: { attributes: { name: string } }) => attributes.name).sort()
  }
  expect(await listed(shopper, '/v2/catalog/products')).toEqual(names)
  expect(await listed(seller, '/v2/products')).toEqual(names)
})

test.each([...SEARCHES, ['taf', []], ['型 東京', ['東京タワー模型']]] as const)(
  'sellers find products by %s in every spelling',
  async (text, names) => {
    // A search of sellers has at least two characters.
    const q = encodeURIComponent(text === '🎄' ? 'lamp 🎄' : text)
    const { data } = expectStatus(await seller.get(`/v2/search?q=${q}`), 200).body
    const labels = data.flatMap(({ results }: { results: { label: string }[] }) => results.map(({ label }) => label))
    expect(labels.sort()).toEqual(names)
  },
)

test('sellers find customers and their orders by names in every spelling', async () => {
  const customers = [
    { name: 'Zoë O’Neill', email: 'zoe@example.org' },
    { name: 'Łukasz Wiśniewski', email: 'lukasz@example.org' },
    { name: '山田太郎', email: 'taro@example.org' },
  ]
  for (const customer of customers) {
    expectStatus(await seller.post('/v2/customers', { data: { type: 'customer', ...customer } }), 201)
    await makeOrder(seller, 1000, { customer })
  }
  const cases: [string, string][] = [
    ['zoe', 'zoe@example.org'],
    ['ZOË', 'zoe@example.org'],
    ["o'neill zoe", 'zoe@example.org'],
    ['lukasz wisniewski', 'lukasz@example.org'],
    ['太郎', 'taro@example.org'],
  ]
  for (const [text, email] of cases) {
    const { data } = expectStatus(await seller.get(`/v2/search?q=${encodeURIComponent(text)}`), 200).body
    const details = data.map(({ type, results }: { type: string; results: { detail: string }[] }) => [
      type,
      ...results.map(({ detail }) => detail.includes(email)),
    ])
    expect([text, details]).toEqual([
      text,
      [
        ['order', true],
        ['customer', true],
      ],
    ])
  }
  const filter = encodeURIComponent('ilike(name,*lukasz*)')
  const listed = expectStatus(await seller.get(`/v2/customers?filter=${filter}`), 200).body.data
  expect(listed.map(({ email }: { email: string }) => email)).toEqual(['lukasz@example.org'])
})
