import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, change, createAssortment, publish } from '../../support/store/catalogs.ts'
import { changePromotion, customerOf, makePromotion } from '../../support/store/promotions.ts'
import { ADDRESS, checkOut, expectStatus, fillCart, newCartId } from '../../support/store/shop.ts'

let stage: Stage
let store: Client
let shopper: Client
let assortment: Assortment
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  store = tenant.store
  shopper = tenant.shopper
  assortment = await createAssortment(store, { LAMP: 1000, RUG: 2800 })
  await publish(store, assortment.catalog)
})
afterAll(() => stage.close())

const line = (sku: string, quantity = 1) => ({ type: 'cart_item', sku, quantity })

/** A cart with one lamp, and its ETag as read. */
async function shownCart(
  lines = [line('LAMP')],
  words: object = {},
): Promise<{ id: string; path: string; etag: string }> {
  const id = await fillCart(shopper, lines)
  const path = `/v2/carts/${id}`
  expectStatus(await shopper.put(path, { data: { type: 'cart', ...words } }), 200)
  return { id, path, etag: await etagOf(path) }
}

async function etagOf(path: string): Promise<string> {
  return expectStatus(await shopper.get(path), 200).headers.get('etag') ?? ''
}

async function setPrice(sku: string, amount: number): Promise<void> {
  const { body } = await store.get(`/v2/pricebooks/${assortment.book}/prices?page[limit]=100`)
  const { id } = body.data.find(({ attributes }: { attributes: { sku: string } }) => attributes.sku === sku)
  const attributes = { sku, currencies: { USD: { amount } } }
  expectStatus(await change(store, `/pricebooks/${assortment.book}/prices/${id}`, 'product-price', attributes), 200)
  await publish(store, assortment.catalog)
}

/** Changes the price of lamps during a test. */
async function whileLampsCost(amount: number, then: () => Promise<void>): Promise<void> {
  await setPrice('LAMP', amount)
  await then().finally(() => setPrice('LAMP', 1000))
}

const refusal = ({ status, body }: Answered) => [status, body.errors?.[0]?.detail]

describe('the ETag of a cart', () => {
  test('is the version and the prices, and stays while both do, in every read', async () => {
    const { path, etag } = await shownCart([line('LAMP', 2), line('RUG')])
    expect(etag).toMatch(/^"1-4800\.0\.0\.\.[\w-]{10}\.[\w-]{4}"$/)
    for (const part of ['', '/items', '/promotions']) expect(await etagOf(path + part)).toBe(etag)
    const changed = await shopper.put(path, { data: { type: 'cart', name: 'Hall' } }, { 'if-match': etag })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag.replace('"1-', '"2-')])
    expect(await etagOf(path)).toBe(changed.headers.get('etag'))
  })

  test('differs after a change of a price, discount or tax, without a change of the cart', async () => {
    const { path, etag } = await shownCart([line('LAMP')], { country: 'AT' })
    const seen = [etag]
    await whileLampsCost(1200, async () => void seen.push(await etagOf(path)))
    const promotion = await makePromotion(store)
    seen.push(await etagOf(path))
    await changePromotion(store, promotion, { enabled: false })
    expect(await etagOf(path)).toBe(etag)
    await taxAustria(200_000)
    seen.push(await etagOf(path))
    expect(seen.map((one) => one.replace(/^"\d+-([\d.]*)\..*/, '$1'))).toEqual([
      '1000.0.0.',
      '1200.0.0.',
      '500.500.0.',
      '1200.0.200.',
    ])
  })
})

let rate: string | null = null

/** A tax in one country only, in millionths. */
async function taxAustria(ppm: number): Promise<void> {
  const post = async (path: string, type: string, more: object): Promise<string> =>
    expectStatus(await store.post(`/v2${path}`, { data: { type, ...more } }), 201).body.data.id
  if (rate !== null) {
    expectStatus(await store.put(`/v2/taxes/rates/${rate}`, { data: { type: 'tax_rate', rate: ppm } }), 200)
    return
  }
  const tax_class_id = await post('/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods', default: true })
  const tax_zone_id = await post('/taxes/zones', 'tax_zone', { name: 'Austria', countries: [{ country: 'AT' }] })
  rate = await post('/taxes/rates', 'tax_rate', { tax_class_id, tax_zone_id, name: 'USt', code: 'USt', rate: ppm })
}

describe('If-Match with outdated prices', () => {
  test('rejects every change and the checkout of the cart, and names the changed price', async () => {
    const { id, path, etag } = await shownCart()
    const [{ id: item }] = (await shopper.get(`${path}/items`)).body.data
    await whileLampsCost(1200, async () => {
      const guard = { 'if-match': etag }
      const answers = [
        await shopper.put(path, { data: { type: 'cart', name: 'Hall' } }, guard),
        await shopper.post(`${path}/items`, { data: line('RUG') }, guard),
        await shopper.put(`${path}/items/${item}`, { data: { quantity: 2 } }, guard),
        await shopper.call('DELETE', `${path}/items/${item}`, undefined, guard),
        await shopper.call('DELETE', path, undefined, guard),
        await checkOut(shopper, id, {}, guard),
      ]
      const expected = [409, expect.stringContaining('total 1000 -> 1200: price of item LAMP changed')]
      expect(answers.map(refusal)).toEqual(answers.map(() => expected))
      expectStatus(await checkOut(shopper, id, {}, { 'if-match': await etagOf(path) }), 201)
    })
  })

  test('reports the discount before and after', async () => {
    const { id, etag } = await shownCart()
    const promotion = await makePromotion(store)
    expect(refusal(await checkOut(shopper, id, {}, { 'if-match': etag }))).toEqual([
      409,
      expect.stringContaining('total 1000 -> 500: discount 0 -> 500'),
    ])
    await changePromotion(store, promotion, { enabled: false })
    expectStatus(await checkOut(shopper, id, {}, { 'if-match': etag }), 201)
  })

  test('names the changed items among many', async () => {
    const { id, etag } = await shownCart([line('RUG'), line('LAMP', 3)])
    await whileLampsCost(900, async () => {
      const [, detail] = refusal(await checkOut(shopper, id, {}, { 'if-match': etag }))
      expect(detail).toContain('total 5800 -> 5500: price of item LAMP changed.')
    })
  })

  test('is compared with the charge at the address of the buyer if the cart had a destination', async () => {
    await taxAustria(100_000)
    const vienna = { ...ADDRESS, country: 'AT', region: '9', postcode: '1010' }
    const { id, etag } = await shownCart([line('LAMP')], { country: 'DE' })
    const to = { billing_address: vienna, shipping_address: vienna }
    const [status, detail] = refusal(await checkOut(shopper, id, to, { 'if-match': etag }))
    expect([status, detail]).toEqual([409, expect.stringContaining('total 1000 -> 1100: tax 0 -> 100')])
    expect(detail).toContain('total is 1100 for this buyer')
    expectStatus(await checkOut(shopper, id, { ...to, expected_total: 1100 }), 201)
    const unplaced = await shownCart()
    expectStatus(await checkOut(shopper, unplaced.id, to, { 'if-match': unplaced.etag }), 201)
  })

  test('rejects a checkout without the discount that the cart showed', async () => {
    const promotion = await makePromotion(store, { when: { kind: 'first_order' } })
    const ada = await customerOf({ store, shopper })
    const customer = { name: 'Ada', email: 'ada.shown@example.com' }
    expectStatus(await checkOut(ada.client, await fillCart(ada.client, [line('LAMP')]), { customer }), 201)
    const { id, etag } = await shownCart()
    const [status, detail] = refusal(await checkOut(shopper, id, { customer }, { 'if-match': etag }))
    expect([status, detail]).toEqual([409, expect.stringContaining('total 500 -> 1000: discount 500 -> 0')])
    await changePromotion(store, promotion, { enabled: false })
  })

  test('is not checked for a bare version or *', async () => {
    const { path, id } = await shownCart()
    await whileLampsCost(1200, async () => {
      for (const tag of ['"1"', 'W/"1"'])
        expectStatus(await shopper.put(path, { data: { type: 'cart' } }, { 'if-match': tag }), 200)
      expect((await checkOut(shopper, id, {}, { 'if-match': '"2"' })).status).toBe(409)
      expectStatus(await checkOut(shopper, id, {}, { 'if-match': '*' }), 201)
    })
  })

  test('reports a concurrent change of the cart instead', async () => {
    const { path, etag } = await shownCart()
    expectStatus(await shopper.post(`${path}/items`, { data: line('RUG') }), 201)
    const refused = await shopper.put(path, { data: { type: 'cart', name: 'Hall' } }, { 'if-match': etag })
    expect(refusal(refused)).toEqual([409, 'The cart has version 2, not 1: read it again.'])
  })

  test.each(['"2-"', '"2-x"', '2', '"2-1000.0.0..short."'])('is a 400 for the invalid header %s', async (tag) => {
    const refused = await shopper.put(`/v2/carts/${newCartId()}`, { data: { type: 'cart' } }, { 'if-match': tag })
    expect(refused.status).toBe(400)
  })
})

describe('expected_total', () => {
  test('must equal the order total with shipping and taxes, or nothing is bought', async () => {
    const parcel = { type: 'shipping_option', name: 'Parcel', code: 'p', costs: { USD: { amount: 800 } } }
    const { id: shipping_option_id } = expectStatus(await store.post('/v2/shipping-options', { data: parcel }), 201)
      .body.data
    const { id } = await shownCart()
    const refused = await checkOut(shopper, id, { shipping_option_id, expected_total: 1000 })
    expect(refusal(refused)).toEqual([
      409,
      expect.stringContaining('is 1000, but the total is 1800: discount 0, shipping 800, tax 0'),
    ])
    expect(refused.body.errors[0].source).toEqual({ pointer: '/data/expected_total' })
    expect((await checkOut(shopper, id, { expected_total: -1 })).status).toBe(422)
    const { data } = expectStatus(await checkOut(shopper, id, { shipping_option_id, expected_total: 1800 }), 201).body
    expect(data.meta.display_price.with_tax.amount).toBe(1800)
  })
})
