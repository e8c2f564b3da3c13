import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { quoteShipping, type ShippingRequest } from '../../../src/store/shipping/quote.ts'
import { shippingOptions } from '../../../src/store/shipping/shipping-option.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { bodyOf } from '../../support/store/resource-samples.ts'
import { ADDRESS, checkOut, customItem, expectStatus, fillCart } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

let made = 0

function offer(attributes: Record<string, unknown>, client = seller) {
  made += 1
  const given = { name: 'Parcel', code: `code-${made}`, costs: { EUR: { amount: 500 } }, ...attributes }
  return client.post('/v2/shipping-options', bodyOf(shippingOptions, given))
}

/** Codes and costs of the offers. */
async function quoted(client: Client, question: Partial<ShippingRequest>) {
  const owner = { organization_id: client.organization_id, store_id: client.store_id }
  const request = { country: 'DE', currency: 'EUR', subtotal: 0, weight: 0, ...question }
  return (await quoteShipping(stage.database.db, owner, request)).map(({ code, cost }) => `${code} ${cost}`)
}

describe('invalid values are rejected', () => {
  test.each([
    ['a code twice', { code: 'twice' }, 409, '/data/code'],
    ['a currency that cannot exist', { costs: { xxq: { amount: 1 } } }, 422, '/data/costs/xxq'],
    ['no currency at all', { costs: {} }, 422, '/data/costs'],
    ['an amount below nothing', { costs: { EUR: { amount: -1 } } }, 422, '/data/costs/EUR/amount'],
    [
      'both an amount and a table',
      { costs: { EUR: { amount: 1, by: 'weight', table: [{ from: 0, amount: 1 }] } } },
      422,
      '/data/costs/EUR',
    ],
    [
      'steps that do not rise',
      { costs: { EUR: { by: 'weight', table: [5, 5].map((from) => ({ from, amount: 1 })) } } },
      422,
      '/data/costs/EUR/table/1/from',
    ],
    ['a tax class that is not there', { tax_class_id: newId(0) }, 422, '/data/tax_class_id'],
    ['a country that does not exist', { countries: [{ country: 'XX' }] }, 422, '/data/countries/0/country'],
  ])('%s', async (_, attributes, status, pointer) => {
    await offer({ code: 'twice' })
    const response = await offer(attributes)
    expect([response.status, response.body.errors[0].source]).toEqual([status, { pointer }])
  })

  test('a tax class can be deleted only when no option uses it', async () => {
    const { store } = await stage.tenant()
    const data = { type: 'tax_class', name: 'Freight', code: 'freight' }
    const { id } = (await store.post('/v2/taxes/classes', { data })).body.data
    const option = (await offer({ tax_class_id: id }, store)).body.data
    const { status, body } = await store.delete(`/v2/taxes/classes/${id}`)
    expect([status, body.errors[0].detail]).toEqual([409, expect.stringContaining('Shipping options belong to')])
    await store.delete(`/v2/shipping-options/${option.id}`)
    expect((await store.delete(`/v2/taxes/classes/${id}`)).status).toBe(200)
  })
})

test('unknown nested members are rejected with a pointer', async () => {
  const costs = { EUR: { by: 'weight', table: [{ from: 0, amount: 1, note: 'x' }], note: 'x' } }
  const countries = [{ country: 'DE', note: 'x' }]
  const { status, body } = await offer({ costs, countries })
  const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
  expect([status, pointers.sort()]).toEqual([
    422,
    ['/data/costs/EUR/note', '/data/costs/EUR/table/0/note', '/data/countries/0/note'],
  ])
})

describe('offers for a parcel', () => {
  test('contain the options of its address, sorted by priority', async () => {
    const { store } = await stage.tenant()
    for (const [code, more] of Object.entries({
      anywhere: {},
      germany: { countries: [{ country: 'AT' }, { country: 'DE' }], priority: 1 },
      bavaria: { countries: [{ country: 'DE', regions: ['Bayern'] }] },
      sender: { countries: [{ country: 'DE', postcodes: ['10*', '80331'] }], priority: 0 },
      disabled: { enabled: false },
      dollars: { costs: { USD: { amount: 900 } } },
    }))
      expect((await offer({ code, ...more }, store)).status).toBe(201)
    expect(await quoted(store, {})).toEqual(['germany 500', 'anywhere 500'])
    expect(await quoted(store, { country: 'FR' })).toEqual(['anywhere 500'])
    expect(await quoted(store, { region: 'bayern' })).toEqual(['germany 500', 'anywhere 500', 'bavaria 500'])
    expect(await quoted(store, { postcode: '10 115' })).toEqual(['sender 500', 'germany 500', 'anywhere 500'])
    expect(await quoted(store, { currency: 'USD' })).toEqual(['dollars 900'])
    expect(await quoted(seller, { currency: 'USD' })).toEqual([])
  })

  test('have the amount of the highest step that its subtotal or weight reaches', async () => {
    const { store } = await stage.tenant()
    const byWeight = [
      { from: 0, amount: 500 },
      { from: 2000, amount: 900 },
      { from: 30_000, amount: null },
    ]
    const bySubtotal = [
      { from: 1000, amount: 700 },
      { from: 5000, amount: 0 },
    ]
    await offer({ code: 'w', costs: { EUR: { by: 'weight', table: byWeight }, CHF: { amount: 1 } } }, store)
    await offer({ code: 's', costs: { EUR: { by: 'subtotal', table: bySubtotal } } }, store)
    expect(await quoted(store, { weight: 1999, subtotal: 999 })).toEqual(['w 500'])
    expect(await quoted(store, { weight: 2000, subtotal: 1000 })).toEqual(['w 900', 's 700'])
    expect(await quoted(store, { weight: 29_999, subtotal: 5000 })).toEqual(['w 900', 's 0'])
    expect(await quoted(store, { weight: 30_000, subtotal: 4999 })).toEqual(['s 700'])
    expect(await quoted(store, { currency: 'CHF', weight: 99_999 })).toEqual(['w 1'])
  })

  test('contain a single option in full on request', async () => {
    const { store } = await stage.tenant()
    await offer({}, store)
    const { id } = (await offer({ carrier: 'DHL', code: 'dhl' }, store)).body.data
    const owner = { organization_id: store.organization_id, store_id: store.store_id }
    const request = { country: 'DE', currency: 'EUR', subtotal: 0, weight: 0 }
    const whole = { id, name: 'Parcel', carrier: 'DHL', code: 'dhl', cost: 500, currency: 'EUR', tax_class_id: null }
    expect(await quoteShipping(stage.database.db, owner, { ...request, option_id: id })).toEqual([whole])
    expect(await quoteShipping(stage.database.db, owner, { ...request, option_id: newId(0) })).toEqual([])
  })
})

describe('a step of the subtotal', () => {
  const table = [
    { from: 0, amount: 900 },
    { from: 5000, amount: 0 },
  ]
  const discount = { type: 'promotion', name: 'Ten off', scope: 'cart', action: { kind: 'amount', amount: 1000 } }
  const toAustria = { ...ADDRESS, country: 'AT', region: '' }

  /** A store with an option that is free from 50.00, and a tax of 10 % in the US. */
  async function taxing(settings: Record<string, unknown> = {}) {
    const { store, shopper } = await stage.openTenant()
    const post = async (path: string, data: object) => expectStatus(await store.post(path, { data }), 201).body.data.id
    const type = 'tax_class'
    const tax_class_id = await post('/v2/taxes/classes', { type, name: 'Goods', code: 'goods', default: true })
    const tax_zone_id = await post('/v2/taxes/zones', { type: 'tax_zone', name: 'US', countries: [{ country: 'US' }] })
    const rate = { type: 'tax_rate', tax_class_id, tax_zone_id, name: 'Tax', code: 'tax', rate: 100_000 }
    await post('/v2/taxes/rates', rate)
    const option = { type: 'shipping_option', name: 'Post', code: 'post', costs: { USD: { by: 'subtotal', table } } }
    await post('/v2/shipping-options', option)
    expectStatus(await store.put('/v2/settings', { data: { type: 'settings', ...settings } }), 200)
    const costOf = async (amount: number, shipping_address: object = ADDRESS): Promise<number> => {
      const request = { shipping_option: 'post', shipping_address }
      const sold = await checkOut(shopper, await fillCart(shopper, [customItem(amount)]), request)
      return expectStatus(sold, 201).body.data.meta.display_price.shipping.amount
    }
    return { post, costOf }
  }

  test('counts no tax that is added, wherever the goods go', async () => {
    const { costOf } = await taxing()
    // The first two cost 50.00 or more with the tax. Shipping is taxed, too.
    expect([await costOf(4546), await costOf(4999), await costOf(5000)]).toEqual([990, 990, 0])
    expect([await costOf(4999, toAustria), await costOf(5000, toAustria)]).toEqual([900, 0])
  })

  test('counts tax that the prices include', async () => {
    const { costOf } = await taxing({ prices_include_tax: true })
    expect([await costOf(4999), await costOf(5000)]).toEqual([900, 0])
  })

  test('counts the goods after discounts', async () => {
    const { post, costOf } = await taxing()
    await post('/v2/promotions', { ...discount, currency: 'USD' })
    expect([await costOf(5300), await costOf(5999), await costOf(6000)]).toEqual([990, 990, 0])
  })
})

test('shoppers read the enabled options of their store, and change none', async () => {
  const { store, shopper } = await stage.tenant()
  const [open, closed] = [await offer({ code: 'open' }, store), await offer({ code: 'closed', enabled: false }, store)]
  const { body } = await shopper.get('/v2/shipping-options')
  expect(body.data).toEqual([open.body.data])
  expect((await shopper.get(`/v2/shipping-options/${open.body.data.id}`)).body.data.code).toBe('open')
  expect((await shopper.get(`/v2/shipping-options/${closed.body.data.id}`)).status).toBe(404)
  expect((await shopper.get('/v2/shipping-options?filter=eq(enabled,false)')).body.data).toEqual([])
  expect((await offer({}, shopper)).status).toBe(403)
  expect((await shopper.delete(`/v2/shipping-options/${open.body.data.id}`)).status).toBe(403)
})
