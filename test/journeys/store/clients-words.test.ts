import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { join, makeMember, makePerson } from '../../support/store/people.ts'
import { ADDRESS, customItem, expectStatus, fillCart, makeOrder, pay } from '../../support/store/shop.ts'

// Values that published clients of this API send.

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
})
afterAll(() => stage.close())

test('a customer logs in with the mechanism that clients use', async () => {
  const { store, shopper } = tenant
  const ada = { type: 'customer', name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  expectStatus(await store.post('/v2/customers', { data: ada }), 201)
  const { email, password } = ada
  const data = { type: 'token', authentication_mechanism: 'password', email, password }
  const { body } = expectStatus(await shopper.post('/v2/customers/tokens', { data }), 201)
  expect(body.data).toMatchObject({ type: 'token', token: expect.any(String) })
  const other = await shopper.post('/v2/customers/tokens', { data: { ...data, authentication_mechanism: 'oidc' } })
  expect([other.status, other.body.errors[0].source.pointer]).toEqual([422, '/data/authentication_mechanism'])
})

test('members without effect are named in the response, and unknown ones are rejected', async () => {
  const { store, shopper } = tenant
  const data = { name: "Bob's cart", discount_settings: { custom_discounts_enabled: true } }
  for (const client of [store, shopper]) {
    const { body } = expectStatus(await client.post('/v2/carts', { data }), 201)
    expect(body.meta).toEqual({ ignored: ['/data/discount_settings'] })
    expect(body.data.name).toBe("Bob's cart")
    const changed = expectStatus(await client.put(`/v2/carts/${body.data.id}`, { data: { name: 'Mine' } }), 200)
    expect(changed.body).not.toHaveProperty('meta')
  }
  const unknown = await store.post('/v2/carts', { data: { ...data, discount_setings: {} } })
  expect([unknown.status, unknown.body.errors[0].source.pointer]).toEqual([422, '/data/discount_setings'])
})

test('an access token needs no scheme', async () => {
  const { token } = tenant.store
  expectStatus(await tenant.store.call('GET', '/v2/products', undefined, { authorization: token }), 200)
})

test('a comma-separated list may be several parameters', async () => {
  const { store } = tenant
  const { body } = expectStatus(
    await store.post('/v2/products', { data: { type: 'product', attributes: { name: 'Lamp', sku: 'LAMP' } } }),
    201,
  )
  for (const path of [`/v2/products/${body.data.id}`, '/v2/products'])
    expectStatus(await store.get(`${path}?include=main_image&include=files`), 200)
})

test.each(['capture', 'refund'])('%s accepts an empty body', async (part) => {
  const { store } = tenant
  expectStatus(await store.put('/v2/gateways/sandbox', { data: { enabled: true } }), 200)
  const { id } = await makeOrder(store, 1000)
  const method = part === 'capture' ? 'authorize' : 'purchase'
  const { body } = expectStatus(await pay(store, id, { method }), 201)
  const path = `/v2/orders/${id}/transactions/${body.data.id}/${part}`
  expect(expectStatus(await store.post(path, {}), 201).body.data.amount).toBe(1000)
})

test.each([
  ['1', true],
  ['True', true],
  ['0', false],
  ['', false],
])('public=%j of a form means %j', async (written, meant) => {
  const form = new FormData()
  form.set('public', written)
  form.set('file', new Blob(['hello']), 'hello.txt')
  const headers = { authorization: `Bearer ${tenant.store.token}`, 'x-store-id': tenant.store.store_id ?? '' }
  const response = await fetch(`${stage.app.origin}/v2/files`, { method: 'POST', headers, body: form })
  const { data } = (await response.json()) as { data: { public: boolean } }
  expect([response.status, data.public]).toEqual([201, meant])
})

test('an order of an account names the buying member', async () => {
  const { store, shopper } = tenant
  const person = await makePerson(store, 'a good password')
  const member = await makeMember(store, person)
  const { account } = await join(store, member, 'Works')
  const stranger = await makeMember(store, await makePerson(store, 'a good password'))
  const { username, password_profile_id } = person
  const proof = { authentication_mechanism: 'password', username, password_profile_id, password: 'a good password' }
  const tokens = expectStatus(await shopper.post('/v2/account-members/tokens', { data: proof }), 201).body.data
  const contact = { name: 'Ada', email: 'ada@example.com' }
  const buy = async (client: Client, account: object, headers: Record<string, string> = {}) => {
    const cart_id = await fillCart(store, [customItem(1000)])
    const data = { account, contact, billing_address: ADDRESS }
    return client.call('POST', `/v2/carts/${cart_id}/checkout`, { data }, headers)
  }
  const own = { 'EP-Account-Management-Authentication-Token': tokens[0].token }
  for (const [client, headers] of [
    [shopper, own],
    [store, {}],
  ] as const) {
    const { body } = expectStatus(await buy(client, { id: account, member_id: member }, headers), 201)
    expect(body.data.relationships).toMatchObject({
      account: { data: { id: account } },
      account_member: { data: { id: member } },
    })
    const refused = await buy(client, { id: account, member_id: stranger }, headers)
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/account/member_id'])
  }
})
