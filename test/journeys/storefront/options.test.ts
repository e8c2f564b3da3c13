import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makePromotion } from '../../support/store/promotions.ts'
import { addItem, embedded, type Json, openStore, scopeOf, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs, openStorefront, type StorefrontClient } from '../../support/storefront/hypermedia.ts'
import { completeOrder, enableCheckout, submit } from '../../support/storefront/orders.ts'

const SIZE = { name: 'size', display_name: 'Size' }
const COLOR = { name: 'color', display_name: 'Color' }
const sized = (value: string) => ({ ...SIZE, value, display_value: value.toUpperCase() })
const colored = (value: string) => ({ ...COLOR, value })

/** A shade in three of four combinations, and a lamp without variants. */
const GOODS = [
  { sku: 'SHADE-S-OAT', definition: 'shade', options: [sized('s'), colored('oat')], amount: 3000 },
  { sku: 'SHADE-L-OAT', definition: 'shade', options: [sized('l'), colored('oat')], amount: 5000 },
  { sku: 'SHADE-L-RUST', definition: 'shade', options: [sized('l'), colored('rust')], amount: 4500 },
  { sku: 'LAMP', amount: 9000 },
  { sku: 'BESPOKE', definition: 'shade', options: [sized('xl'), colored('oat')] },
]

let stage: Stage
let shop: { fixture: Assortment; ids: Map<string, string>; scope: string }
let client: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  const { store: seller } = await stage.tenant()
  const fixture = await createAssortment(seller, {})
  const ids = new Map<string, string>()
  for (const { amount, ...attributes } of GOODS) {
    const { sku } = attributes
    ids.set(sku, await addProduct(seller, fixture, { name: 'Shade', ...attributes }))
    const price = { sku, currencies: { USD: { amount } } }
    if (amount !== undefined) await make(seller, `/pricebooks/${fixture.book}/prices`, 'product-price', price)
  }
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  const target = { skus: ['SHADE-S-OAT'] }
  await makePromotion(seller, { name: 'Small', scope: 'item', target, action: tenth, currency: null })
  await publish(seller, fixture.catalog)
  shop = { fixture, ids, scope: await scopeOf(stage, seller) }
})
beforeEach(async () => {
  client = await openStorefront(stage.app, shop.scope)
})
afterAll(() => stage.close())

async function item(sku: string, zoom: string): Promise<Json> {
  const [action = ''] = hrefs(await client.walk('lookups', 'itemlookupform'), 'itemlookupaction')
  return (await client.send('POST', `${action}?followlocation&zoom=${zoom}`, { code: sku })).body
}

const SELECTOR = 'definition:options:element:selector'

/** Values of an item by option, the chosen one first. */
async function offered(sku: string): Promise<Record<string, string[]>> {
  const paths = ['element', 'element:value', 'element:selector:choice:description']
  const body = await item(sku, paths.map((path) => `definition:options:${path}`).join(','))
  const values = embedded(body, 'definition:options:element').map((option: Json) => {
    const others = embedded(option, 'selector:choice:description')
    return [option['display-name'], [...option._value, ...others].map((value: Json) => value['display-name'])]
  })
  return Object.fromEntries(values)
}

/** Chooses a value of an item, and returns the code of the resulting item. */
async function choose(sku: string, option: string, value: string): Promise<string> {
  const body = await item(sku, `definition:options:element,${SELECTOR}:choice,${SELECTOR}:choice:description`)
  const named = embedded(body, 'definition:options:element').find(({ name }: Json) => name === option)
  const choice = embedded(named, 'selector:choice').find(
    ({ _description: [described] }: Json) => described.name === value,
  )
  const [action = ''] = hrefs(choice, 'selectaction')
  const { status, headers, body: chosen } = await client.send('POST', `${action}?followlocation&zoom=code`)
  expect([status, headers.get('location')]).toEqual([201, chosen.self.href.replace(/\?.*/, '')])
  return chosen._code[0].code
}

test('an item has the options of its product, and a choice returns the matching variant', async () => {
  expect(await offered('SHADE-S-OAT')).toEqual({ Size: ['S', 'L', 'XL'], Color: ['oat', 'rust'] })
  expect(await offered('SHADE-L-RUST')).toEqual({ Size: ['L', 'S', 'XL'], Color: ['rust', 'oat'] })
  expect(await choose('SHADE-S-OAT', 'size', 'l')).toBe('SHADE-L-OAT')
  expect(await choose('SHADE-L-OAT', 'color', 'rust')).toBe('SHADE-L-RUST')
  // A small one in rust does not exist, so the new choice changes the size.
  expect(await choose('SHADE-S-OAT', 'color', 'rust')).toBe('SHADE-L-RUST')
})

test("the item's own values are chosen, and have no action", async () => {
  const body = await item('SHADE-L-OAT', `${SELECTOR},${SELECTOR}:chosen,${SELECTOR}:chosen:description`)
  for (const selector of embedded(body, SELECTOR)) {
    expect(hrefs(selector, 'chosen')).toHaveLength(1)
    expect(hrefs(selector._chosen[0], 'selectaction')).toEqual([])
    expect(hrefs(selector, 'option')).toHaveLength(1)
  }
  const chosen = embedded(body, `${SELECTOR}:chosen:description`)
  expect(chosen.map(({ name }: Json) => name)).toEqual(['l', 'oat'])
})

test('a price range starts at the cheapest variant, before and after promotions', async () => {
  const from = async (sku: string) => embedded(await item(sku, 'definition:fromprice'), 'definition:fromprice')
  const cost = (amount: number) => [{ amount, currency: 'USD', display: `$${amount}.00` }]
  const cheapest = { 'from-price': { 'list-price': cost(30), 'purchase-price': cost(27) } }
  expect(await from('SHADE-L-RUST')).toMatchObject([cheapest])
  expect(await from('SHADE-S-OAT')).toMatchObject([cheapest])
})

test('a product without variants has neither options nor a price range', async () => {
  const [definition] = embedded(await item('LAMP', 'definition'), 'definition')
  expect(definition.links.map(({ rel }: Json) => rel)).toEqual(['item'])
  const plain = definition.self.href
  expect([
    (await client.get(`${plain}/options`)).status,
    (await client.get(`${plain}/options/${encodeId('size')}`)).status,
  ]).toEqual([404, 404])
})

test('unknown options and values are not found, and cannot be chosen', async () => {
  const [action = ''] = hrefs(
    embedded(await item('SHADE-S-OAT', `${SELECTOR}:choice`), `${SELECTOR}:choice`)[0],
    'selectaction',
  )
  const with_value = (value: string) => action.replace(/[^/]+$/, value)
  for (const [href, status] of [
    [with_value(encodeId('huge')), 404],
    [with_value('!'), 400],
    [action.replace(encodeId('size'), encodeId('weight')), 404],
    [action.replace(encodeId(shop.ids.get('SHADE-S-OAT') ?? ''), encodeId(shop.ids.get('LAMP') ?? '')), 404],
  ] as const) {
    expect([href, (await client.get(href)).status]).toEqual([href, status])
    expect([href, (await client.send('POST', href)).status]).toEqual([href, status])
  }
})

test('the number of statements does not depend on the number of items and variants', async () => {
  const [action = ''] = hrefs(await client.walk('lookups', 'batchitemslookupform'), 'batchitemslookupaction')
  const of = (codes: string[], zoom: string) =>
    statementsOf(stage, () => client.send('POST', `${action}?followlocation&zoom=${zoom}`, { codes }))
  const whole = `element:${SELECTOR}:choice:description,element:definition:options:element:value,element:definition:fromprice`
  const all = GOODS.map(({ sku }) => sku)
  const plain = await of(['SHADE-S-OAT'], 'element:definition')
  expect([await of(all, 'element:definition'), await of(all, whole)]).toEqual([plain, await of(['SHADE-S-OAT'], whole)])
  // Statements for the variants, and for the price formats and promotions.
  expect((await of(all, whole)) - plain).toBeLessThanOrEqual(3)
})

test('a purchase stores the bought variant, with its names at checkout', async () => {
  const store = await openStore(stage)
  await enableCheckout(store)
  const lamp = store.skus.get('LAMP') ?? ''
  const say = async (color: string, value: string) => {
    const options = [{ name: 'color', display_name: color, value, display_value: value }]
    expect((await change(store.seller, `/products/${lamp}`, 'product', { definition: 'lamp', options })).status).toBe(
      200,
    )
    await publish(store.seller, store.catalog)
  }
  await say('Color', 'Oat')
  const shopper = await shopperOf(store)
  for (const sku of ['LAMP', 'RUG']) await addItem(store, shopper, { sku }, { quantity: 1 })
  await completeOrder(shopper)
  const zoom = 'lineitems:element,lineitems:element:options:element,lineitems:element:options:element:value'
  const { body } = await submit(shopper, `?followlocation&zoom=${zoom}`)
  const [bought, rug] = embedded(body, 'lineitems:element')
  expect(embedded(bought, 'options:element')).toMatchObject([
    { name: 'color', 'display-name': 'Color', _value: [{ name: 'Oat', 'display-name': 'Oat' }] },
  ])
  expect(hrefs(rug, 'options')).toEqual([])
  await say('Color', 'Sand')
  expect((await shopper.get(body.self.href)).body).toEqual(body)
  const [options = ''] = hrefs(bought, 'options')
  expect([
    (await shopper.get(`${options}/${encodeId('size')}`)).status,
    (await shopper.get(`${rug.self.href}/options`)).status,
    (await (await shopperOf(store)).get(options)).status,
  ]).toEqual([404, 404, 403])
})
