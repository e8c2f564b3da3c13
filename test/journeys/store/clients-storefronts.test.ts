import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { type Client, calling, openClient } from '../../support/app.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addProduct, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { join, makeMember, makePerson } from '../../support/store/people.ts'
import { hugePng, uploadTo } from '../../support/store/pictures.ts'
import { ADDRESS, customItem, expectStatus, fillCart, openToShoppers } from '../../support/store/shop.ts'

// Reads by storefronts written for other servers of this API, in their order.

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
})
afterAll(() => stage.close())

const money = (amount: number, formatted: string) => ({ amount, currency: 'USD', formatted })

test('a catalog product has its price as text, its original price and the source of its price', async () => {
  const { store, shopper } = tenant
  const assortment = await createAssortment(store, { FULL: 8900 })
  const currencies = { USD: { amount: 8900, sale_amount: 4500, includes_tax: false } }
  const sale = { type: 'product-price', attributes: { sku: 'SALE', currencies } }
  expectStatus(await store.post(`/v2/pricebooks/${assortment.book}/prices`, { data: sale }), 201)
  const sku = { type: 'product', attributes: { name: 'Sale', sku: 'SALE', status: 'live' } }
  const { id } = expectStatus(await store.post('/v2/products', { data: sku }), 201).body.data
  const node = `/v2/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}/relationships/products`
  expectStatus(await store.post(node, { data: [{ type: 'product', id }] }), 201)
  await publish(store, assortment.catalog)
  for (const path of ['/v2/catalog/products', `/v2/catalog/nodes/${assortment.node}/relationships/products`]) {
    const { body } = expectStatus(await shopper.get(path), 200)
    type Product = { attributes: { sku: string }; meta: Record<string, unknown> }
    const of = (sku: string) => body.data.find(({ attributes }: Product) => attributes.sku === sku)
    const full = { with_tax: money(8900, '$89.00'), without_tax: money(8900, '$89.00') }
    expect(of('FULL').meta).toMatchObject({
      price: { amount: 8900 },
      display_price: full,
      catalog_id: assortment.catalog,
      pricebook_id: assortment.book,
    })
    expect(of('FULL').meta).not.toHaveProperty('original_display_price')
    expect(of('SALE').meta).toMatchObject({
      display_price: { without_tax: money(4500, '$45.00') },
      original_display_price: full,
    })
    expect(of('SALE').attributes.price).toEqual({ USD: { amount: 8900, includes_tax: false } })
  }
  const elsewhere = await shopper.call('GET', '/v2/catalog/products', undefined, { 'x-moltin-currency': 'USD' })
  expect(expectStatus(elsewhere, 200).body.data[0].meta.display_price).toBeDefined()
})

test('shoppers see public files only', async () => {
  const { store, shopper } = tenant
  const make = async (is_public: boolean) => {
    const data = { file_location: 'https://pictures.example.com/a.png', file_name: 'a.png', public: is_public }
    return expectStatus(await store.post('/v2/files', { data }), 201).body.data.id
  }
  const [open, hidden] = [await make(true), await make(false)]
  expect(expectStatus(await shopper.get(`/v2/files/${open}`), 200).body.data.link.href).toContain('a.png')
  expect((await shopper.get(`/v2/files/${hidden}`)).status).toBe(404)
  const listed = expectStatus(await shopper.get('/v2/files'), 200).body.data.map(({ id }: { id: string }) => id)
  expect([listed.includes(open), listed.includes(hidden)]).toEqual([true, false])
  expect((await shopper.delete(`/v2/files/${open}`)).status).toBe(403)
})

/** Account member with a token and a session, as on a page after log-in. */
async function logIn(store: Client, name: string) {
  const { organization_id, store_id } = store
  const key = await createKey(stage.app.foundation.db, { organization_id, store_id, name }, Date.now())
  const shopper = await openClient(stage.app, { organization_id, store_id }, key, 'implicit')
  const person = await makePerson(store, 'a good password')
  const member = await makeMember(store, person)
  const { account, membership } = await join(store, member, name)
  const { username, password_profile_id } = person
  const proof = { authentication_mechanism: 'password', username, password_profile_id, password: 'a good password' }
  const type = 'account_management_authentication_token'
  const { body } = expectStatus(await shopper.post('/v2/account-members/tokens', { data: { type, ...proof } }), 201)
  const headers = { 'EP-Account-Management-Authentication-Token': body.data[0].token }
  const client = calling(shopper, (method, path, sent, more) =>
    shopper.call(method, path, sent, { ...headers, ...more }),
  )
  return { client, member, account, membership }
}

test('an account member accesses its orders, its addresses and itself', async () => {
  const { store, shopper } = tenant
  await openToShoppers(store)
  expectStatus(await shopper.get('/v2/settings/account-authentication'), 200)
  const ada = await logIn(store, 'Works')
  const bob = await logIn(store, 'Home')

  const contact = { name: 'Ada', email: 'ada@example.com' }
  const bought = { contact, account: { id: ada.account, member_id: ada.member }, billing_address: ADDRESS }
  const cart_id = await fillCart(ada.client, [customItem(1000)])
  const order = expectStatus(await ada.client.post(`/v2/carts/${cart_id}/checkout`, { data: bought }), 201).body.data

  const list = '/v2/orders?include=items&page[limit]=25&page[offset]=0'
  const own = expectStatus(await ada.client.get(list), 200).body
  expect(own.data.map(({ id }: { id: string }) => id)).toEqual([order.id])
  expect(own.included.items).toHaveLength(1)
  expect(expectStatus(await bob.client.get(list), 200).body.data).toEqual([])
  for (const path of ['', '/items', '/transactions']) {
    expectStatus(await ada.client.get(`/v2/orders/${order.id}${path}`), 200)
    expect((await bob.client.get(`/v2/orders/${order.id}${path}`)).status).toBe(404)
  }
  expectStatus(await store.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const payment = { data: { gateway: 'sandbox', method: 'purchase' } }
  expect((await bob.client.post(`/v2/orders/${order.id}/payments`, payment)).status).toBe(404)
  expectStatus(await ada.client.post(`/v2/orders/${order.id}/payments`, payment), 201)

  const readable = [
    `/v2/account-members/${ada.member}`,
    `/v2/account-members/${ada.member}/account-memberships`,
    `/v2/accounts/${ada.account}`,
    `/v2/accounts/${ada.account}/addresses`,
    `/v2/accounts/${ada.account}/account-memberships`,
  ]
  for (const path of readable) {
    expectStatus(await ada.client.get(path), 200)
    expect([path, (await bob.client.get(path)).status]).toEqual([path, 404])
    expect([path, (await shopper.get(path)).status]).toEqual([path, 403])
  }
  for (const [path, id] of [
    ['/v2/accounts', ada.account],
    ['/v2/account-members', ada.member],
  ] as const) {
    const listed = expectStatus(await ada.client.get(`${path}?page[total_method]=exact`), 200).body
    expect([listed.data.map((one: { id: string }) => one.id), listed.meta.results.total]).toEqual([[id], 1])
    expect(listed.data).toEqual([(await ada.client.get(`${path}/${id}`)).body.data])
    const other = path === '/v2/accounts' ? bob.account : bob.member
    for (const filter of [`eq(id,${other})`, `in(id,${other},${id})`, 'like(name,*)']) {
      const { data } = expectStatus(await ada.client.get(`${path}?filter=${filter}`), 200).body
      expect(JSON.stringify(data)).not.toContain(other)
    }
    expect((await shopper.get(path)).status).toBe(403)
    expect(JSON.stringify((await store.get(path)).body.data)).toContain(other)
  }

  const addresses = `/v2/accounts/${ada.account}/addresses`
  const home = { type: 'address', name: 'Home', first_name: 'Ada', line_1: '10 Downing Street', country: 'GB' }
  const { id } = expectStatus(await ada.client.post(addresses, { data: home }), 201).body.data
  expectStatus(await ada.client.put(`${addresses}/${id}`, { data: { type: 'address', city: 'London' } }), 200)
  expect((await bob.client.put(`${addresses}/${id}`, { data: { type: 'address', city: 'Paris' } })).status).toBe(404)
  expectStatus(await ada.client.delete(`${addresses}/${id}`), 200)

  for (const [method, path, data] of [
    ['PUT', `/v2/accounts/${ada.account}`, { type: 'account', name: 'Mine' }],
    ['PUT', `/v2/account-members/${ada.member}`, { type: 'account_member', name: 'Mine' }],
    ['POST', `/v2/accounts/${ada.account}/account-memberships`, { account_member_id: bob.member }],
  ] as const)
    expect((await ada.client.call(method, path, { data })).status).toBe(403)
})

test('a path without a member or account id is open to members only for their own lists', () => {
  const unnamed = stage.contract.operations.filter(
    ({ access, path }) => access === 'account' && !/\{account(_member)?_id\}/.test(path),
  )
  expect(unnamed.map(({ operationId }) => operationId).toSorted()).toEqual(['ListAccountMembers', 'ListAccounts'])
})

test('stock has the format selected by the header', async () => {
  const { store, shopper } = tenant
  const { skus } = await createAssortment(store, { STOCKED: 100 })
  const path = `/v2/inventories/${skus.get('STOCKED')}`
  expectStatus(await store.post(path, { data: { type: 'stock', quantity: 7 } }), 201)
  const several = { 'EP-Inventories-Multi-Location': 'true' }
  const levels = { available: 7, allocated: 0, total: 7 }
  const located = expectStatus(await shopper.call('GET', path, undefined, several), 200).body.data
  expect(located.attributes).toEqual({ ...levels, locations: { default: levels } })
  expect(located.meta.stock_id).toBe(located.id)
  expect(expectStatus(await shopper.get(path), 200).body.data).not.toHaveProperty('attributes')
  expect(expectStatus(await shopper.get('/v2/inventories/locations'), 200).body.data).toMatchObject([{ id: 'default' }])
})

test('carts, lines and orders show prices without discounts', async () => {
  const { store } = tenant
  const cart_id = await fillCart(store, [customItem(1000)])
  const cart = expectStatus(await store.get(`/v2/carts/${cart_id}?include=items`), 200).body
  expect(cart.data.meta.display_price.without_discount).toEqual(money(1000, '$10.00'))
  const both = { unit: money(1000, '$10.00'), value: money(1000, '$10.00') }
  expect(cart.included.items[0]).toMatchObject({ slug: '', meta: { display_price: { without_discount: both } } })
  const buyer = { customer: { name: 'Ada', email: 'ada@example.com' }, billing_address: ADDRESS }
  const { id, meta } = expectStatus(await store.post(`/v2/carts/${cart_id}/checkout`, { data: buyer }), 201).body.data
  expect(meta.display_price.without_discount).toEqual(money(1000, '$10.00'))
  const items = expectStatus(await store.get(`/v2/orders/${id}/items`), 200).body.data
  expect(items[0].meta.display_price.without_discount).toEqual(both)
})

test('a cart line has the image of its product, and a cart has null for missing values', async () => {
  const { store, shopper } = await stage.openTenant()
  const assortment = await createAssortment(store, { PLAIN: 100 })
  const upload = (file_name: string, fields = {}) => uploadTo(stage.app.origin, store, hugePng(8, 8), file_name, fields)
  const [shown, hidden] = [await upload('lamp.png'), await upload('secret.png', { public: 'false' })]
  const add = async (sku: string, main_image_file_id: string) => {
    const price = { sku, currencies: { USD: { amount: 4900 } } }
    await make(store, `/pricebooks/${assortment.book}/prices`, 'product-price', price)
    return addProduct(store, assortment, { sku, slug: sku.toLowerCase(), main_image_file_id })
  }
  const [lamp, dark] = [await add('LAMP', shown.id), await add('DARK', hidden.id)]
  await publish(store, assortment.catalog)
  const lines = [lamp, dark, assortment.skus.get('PLAIN') ?? ''].map((id) => ({ type: 'cart_item', id, quantity: 1 }))
  const cart_id = await fillCart(shopper, lines)
  const { data, included } = expectStatus(await shopper.get(`/v2/carts/${cart_id}?include=items`), 200).body
  const none = { href: '', mime_type: '', file_name: '' }
  const picture = { href: shown.link.href, mime_type: 'image/png', file_name: 'lamp.png' }
  expect(included.items).toMatchObject([
    { slug: 'lamp', catalog_id: assortment.catalog, image: picture },
    { slug: 'dark', catalog_id: assortment.catalog, image: none },
    { slug: '', catalog_id: assortment.catalog, image: none },
  ])
  expect((await fetch(picture.href)).status).toBe(200)
  expect(data.relationships).toMatchObject({ customers: {}, accounts: {} })
  expect(data.meta.display_price.shipping).toEqual(money(0, '$0.00'))
  const read = () => shopper.get(`/v2/carts/${cart_id}/items`)
  await read()
  expect(await statementsOf(stage, read)).toBe(1)
  expectStatus(await store.delete(`/v2/files/${shown.id}`), 200)
  expect(expectStatus(await read(), 200).body.data[0].image).toEqual(none)
})
