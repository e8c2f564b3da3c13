import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { addItem, embedded, type Json, type Store, scopeOf, shopperOf } from '../../support/storefront/carts.ts'
import {
  clientWith,
  hrefs,
  type StorefrontClient,
  type StorefrontResponse,
} from '../../support/storefront/hypermedia.ts'
import { completeOrder, enableCheckout, fill } from '../../support/storefront/orders.ts'

const CURRENCIES = [
  { code: 'CAD', format: '{price} dollars', decimal_point: ':', thousand_separator: '' },
  { code: 'EUR', format: '{price} euro', decimal_point: ',', thousand_separator: '.' },
]
const MUG = {
  sku: 'MUG',
  name: 'Mug',
  description: 'Holds coffee',
  locales: { fr: { name: 'Tasse', description: 'Pour le café' }, 'de-DE': { name: 'Becher' } },
  extensions: { capacity_ml: 12_500.5 },
  definition: 'mug',
  options: [
    {
      ...{ name: 'size', display_name: 'Size', value: 'l', display_value: 'Large' },
      locales: { fr: { display_name: 'Taille', display_value: 'Grande' }, de: { display_value: 'Groß' } },
    },
  ],
}
const PRICED = { USD: { amount: 123_450 }, CAD: { amount: 1050 }, EUR: { amount: 60 } }

let stage: Stage
let fixture: Assortment
let store: Store
let shopper: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  const { store: seller, shopper: buyer } = await stage.tenant()
  for (const currency of CURRENCIES) {
    const data = { type: 'currency', exchange_rate: 1, decimal_places: 2, default: false, enabled: true, ...currency }
    expectStatus(await seller.post('/v2/currencies', { data }), 201)
  }
  fixture = await createAssortment(seller, { SPOON: 300 })
  const files: string[] = []
  for (const words of [{}, { alternative_text: 'A mug on a table' }]) {
    const data = { file_location: `https://files.example.com/mug-${files.length}.jpg`, public: true, ...words }
    files.push(expectStatus(await seller.post('/v2/files', { data }), 201).body.data.id)
  }
  const mug = await addProduct(seller, fixture, { ...MUG, main_image_file_id: files[0] })
  const data = [{ type: 'file', id: files[1] }]
  expectStatus(await seller.post(`/v2/products/${mug}/relationships/files`, { data }), [200, 201])
  const skus = new Map([...fixture.skus, ['MUG', mug]])
  await make(seller, `/pricebooks/${fixture.book}/prices`, 'product-price', { sku: 'MUG', currencies: PRICED })
  const lamps = { locales: { fr: { name: 'Lampes' } }, description: 'To see' }
  expectStatus(await change(seller, `/hierarchies/${fixture.hierarchy}/nodes/${fixture.node}`, 'node', lamps), 200)
  const lighting = { locales: { fr: { name: 'Éclairage' }, ru: { name: 'Свет' } } }
  expectStatus(await change(seller, `/hierarchies/${fixture.hierarchy}`, 'hierarchy', lighting), 200)
  await publish(seller, fixture.catalog)
  const scope = await scopeOf(stage, seller)
  store = { scope, origin: stage.app.origin, seller, buyer, skus, catalog: fixture.catalog }
  shopper = await shopperOf(store)
})
afterAll(() => stage.close())

const traits = (text: string) => ({ 'x-ep-user-traits': text })
const languagesOf = ({ headers }: StorefrontResponse) => headers.get('content-language')

async function changeSettings(settings: object): Promise<void> {
  expectStatus(await store.seller.put('/v2/settings', { data: { type: 'settings', ...settings } }), 200)
}

/** Item as the shopper with these traits gets it. */
async function item(text: string, zoom: string, sku = 'MUG'): Promise<StorefrontResponse> {
  const [action = ''] = hrefs(await shopper.walk('lookups', 'itemlookupform'), 'itemlookupaction')
  const { body } = await shopper.send('POST', `${action}?followlocation`, { code: sku })
  return shopper.get(`${body.self.href}?zoom=${zoom}`, text === '' ? {} : traits(text))
}

const OPTION = 'definition:options:element'
const ALL = `definition,${OPTION},${OPTION}:value`

/** Names of an item, its description, its option and its value, and the languages of the response. */
async function textsOf(text: string, sku = 'MUG') {
  const response = await item(text, ALL, sku)
  const [definition] = embedded(response.body, 'definition')
  const description = definition.details.find(({ name }: Json) => name === 'description')
  const options = [...embedded(response.body, OPTION), ...embedded(response.body, `${OPTION}:value`)]
  const names = [definition, ...options].map((one: Json) => one['display-name'])
  return [...names, description?.['display-value'], languagesOf(response)]
}

describe('amounts', () => {
  test.each([
    ['LOCALE=fr-CA,CURRENCY=CAD', '10,50\u00a0$'],
    ['LOCALE=FR_CA,CURRENCY=CAD', '10,50\u00a0$'],
    ['LOCALE=en-US,CURRENCY=USD', '$1,234.50'],
    ['LOCALE=en,CURRENCY=EUR', '€0.60'],
    ['LOCALE=en-US,CURRENCY=CAD', 'CA$10.50'],
    ['CURRENCY=CAD', '10:50 dollars'],
    ['LOCALE=no language at all,CURRENCY=CAD', '10:50 dollars'],
    ['LOCALE=tlh,CURRENCY=EUR', '0,60 euro'],
    ['LOCALE=fr-CA', '1\u00a0234,50\u00a0$\u00a0US'],
    ['', '$1,234.50'],
  ])('the traits %j write amounts as %j', async (text, display) => {
    const response = await item(text, 'price')
    expect(embedded(response.body, 'price')[0]['purchase-price'][0].display).toBe(display)
    expect(languagesOf(response)).toBe(null)
    expect(response.headers.get('vary')).toContain('X-Ep-User-Traits')
  })

  test('amounts in item details have the format of the locale', async () => {
    const capacity = async (text: string) => (await item(text, 'definition')).body._definition[0].details[0]
    const detail = { name: 'capacity_ml', value: 12_500.5 }
    expect(await capacity('LOCALE=de')).toMatchObject({ ...detail, 'display-value': '12.500,5' })
    expect(await capacity('')).toMatchObject({ ...detail, 'display-value': '12500.5' })
  })
})

describe('texts', () => {
  const OWN = ['Mug', 'Size', 'Large', 'Holds coffee', 'en']

  test.each([
    ['', OWN],
    ['LOCALE=fr-CA,CURRENCY=CAD', ['Tasse', 'Taille', 'Grande', 'Pour le café', 'fr']],
    ['LOCALE=FR', ['Tasse', 'Taille', 'Grande', 'Pour le café', 'fr']],
    ['LOCALE=de_AT', ['Becher', 'Size', 'Groß', 'Holds coffee', 'de, de-DE, en']],
    ['LOCALE=en-GB', OWN],
    ['LOCALE=es', OWN],
    ['LOCALE=no language at all', OWN],
  ])('names of an item, its options and values are in the language of the shopper: %j', async (text, texts) => {
    expect(await textsOf(text)).toEqual(texts)
  })

  test('texts without translations stay as they are', async () => {
    expect(await textsOf('LOCALE=fr', 'SPOON')).toEqual(['Lamp SPOON', undefined, 'en'])
  })

  test("texts count in the response's languages only if they are part of it", async () => {
    expect(languagesOf(await item('LOCALE=fr', 'code,availability'))).toBe(null)
    expect(languagesOf(await item('LOCALE=de', `${OPTION}:value`))).toBe('de')
    expect(languagesOf(await item('LOCALE=de', `${OPTION}`))).toBe('en')
  })

  test("names of pictures are the item's in the shopper's language, unless the file has its own", async () => {
    const response = await item('LOCALE=fr', 'definition:assets:element')
    const assets = embedded(response.body, 'definition:assets:element')
    expect(assets.map((asset: Json) => asset['alternative-text'])).toEqual(['Tasse', 'A mug on a table'])
    expect(languagesOf(response)).toBe('fr, en')
  })

  test('names in category trees are in the language of the shopper, including root and nodes', async () => {
    const { self } = await shopper.walk('navigations')
    const names = async (text: string) => {
      const response = await shopper.get(`${self.href}?zoom=element,element:child`, traits(text))
      const nodes = [...embedded(response.body, 'element'), ...embedded(response.body, 'element:child')]
      return [...nodes.map((node: Json) => node['display-name']), languagesOf(response)]
    }
    expect(await names('LOCALE=fr-BE')).toEqual(['Éclairage', 'Lampes', 'fr, en'])
    expect(await names('LOCALE=ru')).toEqual(['Свет', 'Lamps', 'ru, en'])
    expect(await names('LOCALE=uk')).toEqual(['Lighting', 'Lamps', 'en'])
  })

  test('texts in responses to changes and searches are in the language of the shopper', async () => {
    const [search = ''] = hrefs(await shopper.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')
    const zoom = '?zoom=element:definition'
    const found = await shopper.send('POST', search + zoom, { keywords: 'mug' }, traits('LOCALE=fr'))
    expect(embedded(found.body, 'element:definition')[0]['display-name']).toBe('Tasse')
    expect([found.status, languagesOf(found)]).toEqual([201, 'fr'])
    const query = '?followlocation&zoom=item:definition,price'
    const added = await addItem(
      store,
      await shopperOf(store),
      { sku: 'MUG', query, headers: traits('LOCALE=fr') },
      {
        quantity: 1,
      },
    )
    expect([added.status, languagesOf(added)]).toEqual([201, 'fr'])
    expect(embedded(added.body, 'item:definition')[0]['display-name']).toBe('Tasse')
    expect(embedded(added.body, 'price')[0]['list-price'][0].display).toBe('1\u202f234,50\u00a0$US')
  })

  test('texts of cart lines are translated, and those of promotions have no translations', async () => {
    await makePromotion(store.seller, { name: 'A dollar off', action: { kind: 'amount', amount: 100 } })
    const client = await shopperOf(store)
    for (const sku of ['MUG', 'SPOON']) await addItem(store, client, { sku }, { quantity: 2 })
    const [href = ''] = hrefs(await client.root(), 'defaultcart')
    const lines = 'lineitems:element:item:definition'
    const cart = await client.get(`${href}?zoom=${lines},total`, traits('LOCALE=fr-CA'))
    const names = embedded(cart.body, lines).map((one: Json) => one['display-name'])
    expect([names, languagesOf(cart)]).toEqual([['Tasse', 'Lamp SPOON'], 'fr, en'])
    expect(embedded(cart.body, 'total')[0].cost[0].display).toBe('2\u00a0475,00\u00a0$\u00a0US')
    const promotions = await client.get(`${href}?zoom=appliedpromotions:element`, traits('LOCALE=fr'))
    expect([promotions.status, languagesOf(promotions)]).toEqual([200, 'en'])
    expect(languagesOf(await client.get(href, traits('LOCALE=fr')))).toBe(null)
  })

  test('translations need no additional statement for an item or a cart', async () => {
    const client = await shopperOf(store)
    await addItem(store, client, { sku: 'MUG' }, { quantity: 1 })
    const { self } = (await item('', 'definition')).body
    const [cart = ''] = hrefs(await client.root(), 'defaultcart')
    const zooms = [
      [self.href.replace(/\?.*/, ''), `${ALL},price`],
      [cart, 'total,lineitems:element:item:definition'],
    ]
    for (const [href, zoom] of zooms) {
      const of = (text: string) => statementsOf(stage, () => client.get(`${href}?zoom=${zoom}`, traits(text)))
      expect(await of('LOCALE=fr-CA')).toBe(await of(''))
    }
  })
})

test("untranslated texts have the catalog's language, or else that of a setting", async () => {
  const say = async (settings: object, locale: string) => {
    await changeSettings(settings)
    expectStatus(await change(store.seller, `/catalogs/${fixture.catalog}`, 'catalog', { locale }), 200)
    return languagesOf(await item('LOCALE=es', 'definition'))
  }
  expect(await say({ default_language: 'es', additional_languages: ['fr', 'de'] }, '')).toBe('es')
  expect(await say({}, 'en-GB')).toBe('en-GB')
  expect(await say({}, 'en, fr\n')).toBe('es')
  expect(await say({ default_language: 'en' }, '')).toBe('en')
})

test("a purchase stores texts in every language and is shown in the reader's", async () => {
  await enableCheckout(store)
  const buyer = await shopperOf(store)
  await addItem(store, buyer, { sku: 'MUG' }, { quantity: 1 })
  await completeOrder(buyer)
  const line = 'lineitems:element'
  const zoom = [line, `${line}:options:element`, `${line}:options:element:value`, 'shipments:element:lineitems:element']
  const bought = await fill(buyer, 'order:purchaseform', 'submitorderaction', undefined, '?followlocation')
  const { href } = bought.body.self
  const read = (text: string, path = zoom.join(',')) => buyer.get(`${href}?zoom=${path}`, traits(text))
  const textsIn = ({ body }: StorefrontResponse) => [
    ...[line, 'shipments:element:lineitems:element'].map((path) => embedded(body, path)[0].name),
    ...zoom.slice(1, 3).map((path) => embedded(body, path)[0]['display-name']),
  ]
  const before = await Promise.all(['LOCALE=fr-CA', ''].map((text) => read(text)))
  const renamed = { name: 'Cup', locales: { fr: { name: 'Gobelet' } }, options: [], definition: '' }
  expectStatus(await change(store.seller, `/products/${store.skus.get('MUG')}`, 'product', renamed), 200)
  await publish(store.seller, store.catalog)
  const [french, own] = await Promise.all(['LOCALE=fr-CA', ''].map((text) => read(text)))
  expect([french?.body, own?.body]).toEqual(before.map(({ body }) => body))
  expect(french && [textsIn(french), languagesOf(french)]).toEqual([['Tasse', 'Tasse', 'Taille', 'Grande'], 'fr'])
  expect(own && [textsIn(own), languagesOf(own)]).toEqual([['Mug', 'Mug', 'Size', 'Large'], 'en'])
  const [{ amount, currency }] = own?.body['monetary-total'] ?? []
  const written = { amount, currency, display: '1\u00a0365,65\u00a0$\u00a0US' }
  expect(french?.body).toMatchObject({ 'monetary-total': [written], 'montary-total': [written] })
  expect(french?.body['purchase-date'].value).toBe(own?.body['purchase-date'].value)
  const dates = [french, own].map((response) => response?.body['purchase-date']['display-value'])
  expect(dates).toEqual([expect.stringMatching(/^\d{1,2} \S+ \d{4} /), expect.stringMatching(/^\w+ \d{1,2}, \d{4} /)])
  expect(languagesOf(await read('LOCALE=fr', 'discount'))).toBe(null)
  await changeSettings({ default_language: 'es' })
  const spanish = [line, 'shipments:element:shippingoption,appliedpromotions:element'].map((path) => read('', path))
  expect((await Promise.all(spanish)).map(languagesOf)).toEqual(['en', 'es'])
  await changeSettings({ default_language: 'en' })
  const seller = clientWith(store.origin, store.seller.token)
  expect(textsIn(await seller.get(`${href}?zoom=${zoom.join(',')}`, traits('LOCALE=fr')))).toEqual(
    french && textsIn(french),
  )
})
