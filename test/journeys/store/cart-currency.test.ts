import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { customerOf } from '../../support/store/promotions.ts'
import { checkOut, customItem, expectStatus, fillCart, newCartId } from '../../support/store/shop.ts'
import { addItem, inCart, scopeOf } from '../../support/storefront/carts.ts'
import { clientWith, openStorefront, tokenFor } from '../../support/storefront/hypermedia.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const YEN = {
  type: 'currency',
  code: 'JPY',
  exchange_rate: 150,
  format: '¥{price}',
  decimal_point: '.',
  thousand_separator: ',',
  decimal_places: 0,
  default: false,
  enabled: true,
}

/** A store that sells lamps in dollars and yen. */
async function tenantWithYen() {
  const tenant = await stage.tenant()
  const { id } = expectStatus(await tenant.store.post('/v2/currencies', { data: YEN }), 201).body.data
  const assortment = await createAssortment(tenant.store, { LAMP: { USD: { amount: 1000 }, JPY: { amount: 1500 } } })
  await publish(tenant.store, assortment.catalog)
  return { ...tenant, yen: `/v2/currencies/${id}`, skus: assortment.skus }
}

const put = (client: Client, id: string, attributes: object) =>
  client.put(`/v2/carts/${id}`, { data: { type: 'cart', ...attributes } })

async function totalOf(client: Client, id: string) {
  return expectStatus(await client.get(`/v2/carts/${id}`), 200).body.data.meta.display_price.with_tax
}

test('a cart with custom items keeps its currency for every caller and request', async () => {
  const { store, shopper } = await tenantWithYen()
  const id = await fillCart(store, [customItem(1000), { type: 'cart_item', sku: 'LAMP', quantity: 1 }])
  const again = await shopper.post('/v2/carts', { data: { type: 'cart', id, currency: 'JPY' } })
  for (const refused of [await put(shopper, id, { currency: 'JPY', name: 'Hall' }), again]) {
    expect(refused.status).toBe(409)
    expect(refused.body.errors).toMatchObject([
      {
        detail:
          'The currency of the cart cannot change from USD: its custom items (Lamp) have no price in JPY. Remove them first, or create another cart.',
        source: { pointer: '/data/currency' },
      },
    ])
  }
  expectStatus(await put(shopper, id, { currency: 'USD', name: 'Attic' }), 200)
  expect(await totalOf(shopper, id)).toMatchObject({ amount: 2000, currency: 'USD' })
  const [custom] = (await store.get(`/v2/carts/${id}/items`)).body.data
  expectStatus(await store.delete(`/v2/carts/${id}/items/${custom.id}`), 200)
  expectStatus(await put(shopper, id, { currency: 'JPY' }), 200)
  expect(await totalOf(shopper, id)).toMatchObject({ amount: 1500, currency: 'JPY' })
})

test("a cart with custom items keeps its currency when the store's default changes", async () => {
  const { store, yen } = await tenantWithYen()
  const id = await fillCart(store, [customItem(1000)])
  expectStatus(await store.put(yen, { data: { type: 'currency', default: true } }), 200)
  expect(await totalOf(store, id)).toMatchObject({ amount: 1000, currency: 'USD' })
  expect(await totalOf(store, newCartId())).toMatchObject({ currency: 'JPY' })
})

test('a cart merged at log-in into one of another currency adds only catalog items, repriced', async () => {
  const { store, shopper, skus } = await tenantWithYen()
  const scope = await scopeOf(stage, store)
  const { origin } = stage.app
  const shop = { scope, origin, seller: store, buyer: shopper, skus, catalog: '' }
  const { email } = await customerOf({ store, shopper })
  const login = { role: 'REGISTERED', scope, username: email, password: 'correct horse battery' }
  const logIn = async (headers = {}) => clientWith(origin, (await tokenFor(origin, login, headers)).body.access_token)
  await addItem(shop, await logIn(), { sku: 'LAMP' }, { quantity: 1 })

  const guest = await openStorefront({ origin }, scope)
  await addItem(shop, guest, { sku: 'LAMP', headers: { 'x-ep-user-traits': 'CURRENCY=JPY' } }, { quantity: 3 })
  const listed = expectStatus(await store.get('/v2/carts?sort=-created_at'), 200).body.data
  const cart_id = listed.find(({ currency }: { currency: string }) => currency === 'JPY').id
  await fillCart(store, [customItem(700)], cart_id)

  const ada = await logIn({ authorization: `Bearer ${guest.token}` })
  expect((await inCart(ada, 'total'))[0].cost).toMatchObject([{ amount: 30, currency: 'USD' }])
  expect(await totalOf(store, cart_id)).toMatchObject({ amount: 700, currency: 'JPY' })
})

describe('a cart in a currency that the store has', () => {
  test.each(['disabled', 'deleted'])('%s stays readable, and its lines removable', async (how) => {
    const { store, shopper, yen } = await tenantWithYen()
    const id = newCartId()
    expectStatus(await put(shopper, id, { currency: 'JPY' }), 200)
    expectStatus(
      await shopper.post(`/v2/carts/${id}/items`, { data: { type: 'cart_item', sku: 'LAMP', quantity: 2 } }),
      201,
    )
    expectStatus(await store.post(`/v2/carts/${id}/items`, { data: customItem(700) }), 201)
    await withdraw(store, yen, how)
    const formatted = how === 'disabled' ? '¥0' : '0 JPY'
    expect(await totalOf(shopper, id)).toEqual({ amount: 0, currency: 'JPY', formatted })
    const lines = expectStatus(await shopper.get(`/v2/carts/${id}/items`), 200).body.data
    const gone = 'The store no longer offers JPY.'
    expect(lines).toMatchObject([
      { name: 'Lamp LAMP', meta: { unavailable: gone } },
      { name: 'Lamp', list_price: { amount: 700 }, meta: { unavailable: gone } },
    ])
    expect(expectStatus(await store.get('/v2/carts'), 200).body.data).toMatchObject([{ id }])
    const added = await store.post(`/v2/carts/${id}/items`, { data: customItem(1) })
    expect(expectStatus(added, 422).body.errors[0].detail).toBe('The store has no enabled currency JPY.')
    const refused = expectStatus(await checkOut(shopper, id), 409).body.errors
    expect(refused).toMatchObject([
      { detail: `Lamp LAMP cannot be bought: ${gone}` },
      { detail: `Lamp cannot be bought: ${gone}` },
    ])
    expectStatus(await put(store, id, { currency: 'USD' }), 200)
    expect(await totalOf(shopper, id)).toMatchObject({ amount: 2000, currency: 'USD' })
    const moved = expectStatus(await shopper.get(`/v2/carts/${id}/items`), 200).body.data
    expect(moved[1]).toMatchObject({ name: 'Lamp', meta: { unavailable: 'It has no price in this currency.' } })
    const copied = await store.post(`/v2/carts/${newCartId()}/items`, { data: { type: 'cart_items', cart_id: id } })
    expect(expectStatus(copied, 422).body.errors[0].detail).toBe(
      `Lamp in the cart ${id} has no price: remove it there first.`,
    )
    expectStatus(await store.delete(`/v2/carts/${id}/items`), 200)
    expectStatus(await store.post(`/v2/carts/${id}/items`, { data: customItem(5) }), 201)
  })

  test('withdrawn moves to the currency that the header requests, and an empty cart to the default', async () => {
    const { store, shopper, yen } = await tenantWithYen()
    const [full, empty] = [newCartId(), newCartId()]
    for (const id of [full, empty]) expectStatus(await put(shopper, id, { currency: 'JPY' }), 200)
    const lamp = { data: { type: 'cart_item', sku: 'LAMP', quantity: 1 } }
    expectStatus(await shopper.post(`/v2/carts/${full}/items`, lamp), 201)
    await withdraw(store, yen, 'disabled')
    expectStatus(await shopper.post(`/v2/carts/${full}/items`, lamp, { 'x-currency': 'USD' }), 201)
    expectStatus(await shopper.post(`/v2/carts/${empty}/items`, lamp), 201)
    expect(await totalOf(shopper, full)).toMatchObject({ amount: 2000, currency: 'USD' })
    expect(await totalOf(shopper, empty)).toMatchObject({ amount: 1000, currency: 'USD' })
  })

  test('withdrawn never breaks the storefront, which moves the cart with the next item', async () => {
    const { store, yen } = await tenantWithYen()
    const scope = await scopeOf(stage, store)
    const client = await openStorefront(stage.app, scope)
    const product = expectStatus(await store.get('/v2/products'), 200).body.data[0].id
    const shop = { scope, origin: stage.app.origin, skus: new Map([['LAMP', product]]) }
    const traits = (currency: string) => ({ 'x-ep-user-traits': `CURRENCY=${currency}` })
    const add = (currency: string | null) =>
      addItem(shop, client, { sku: 'LAMP', headers: currency === null ? {} : traits(currency) }, { quantity: 1 })
    expectStatus(await add('JPY'), 201)
    await withdraw(store, yen, 'disabled')
    expect(expectStatus(await add(null), 409).body.messages[0].id).toBe('cart.currency.withdrawn')
    const zoom = `${stage.app.origin}/storefront/?zoom=defaultcart:lineitems:element`
    for (const headers of [{}, traits('USD')]) expectStatus(await client.get(zoom, headers), 200)
    expectStatus(await add('USD'), 200)
    const cart = await client.get(`${stage.app.origin}/storefront/?zoom=defaultcart:total`)
    expect(cart.body._defaultcart[0]._total[0].cost[0]).toMatchObject({ amount: 20, currency: 'USD' })
  })
})

async function withdraw(store: Client, currency: string, how: string): Promise<void> {
  if (how === 'disabled') {
    expectStatus(await store.put(currency, { data: { type: 'currency', enabled: false } }), 200)
    return
  }
  const refused = expectStatus(await store.delete(currency), 409).body.errors[0].detail
  expect(refused).toMatch(/^The currency is used by prices \(LAMP\), carts \(cart-.*force=true\.$/)
  expectStatus(await store.delete(`${currency}?force=true`), 200)
}

test('a currency in use keeps its minor unit', async () => {
  const { store, yen } = await tenantWithYen()
  const { body } = expectStatus(await store.put(yen, { data: { type: 'currency', decimal_places: 2 } }), 409)
  expect(body.errors).toMatchObject([
    {
      detail: 'data.decimal_places must stay 0: JPY is used by prices (LAMP).',
      source: { pointer: '/data/decimal_places' },
    },
  ])
  const unused = { type: 'currency', code: 'SEK', format: 'kr {price}' }
  const { id } = expectStatus(await store.post('/v2/currencies', { data: unused }), 201).body.data
  expectStatus(await store.put(`/v2/currencies/${id}`, { data: { type: 'currency', decimal_places: 0 } }), 200)
})
