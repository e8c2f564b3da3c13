import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { customerOf } from '../../support/store/promotions.ts'
import { customItem, expectStatus, fillCart, newCartId } from '../../support/store/shop.ts'
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
