import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogRules } from '../../../src/store/catalog/catalog-rule.ts'
import { pricebooks } from '../../../src/store/catalog/pricebook.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makeOne, sampleOf } from '../../support/store/resource-samples.ts'
import { customItem, expectStatus, fillCart, makeOrder } from '../../support/store/shop.ts'

// Differences in docs/guides/moving-in.md: each request that it calls rejected must fail at the named member.

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
})
afterAll(() => stage.close())

type Sent = [method: string, path: string, data: object]
type Row = [topic: string, pointer: string, request: () => Promise<Sent>]

const cart = async () => `/v2/carts/${await fillCart(seller, [customItem(500)])}`
const order = async () => `/v2/orders/${(await makeOrder(seller)).id}`
const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const ELSEWHERE = { data: { type: 'account', id: UNKNOWN_ID } }
const attributes = (more: object) => ({ attributes: { name: 'Lamp', sku: 'L', ...more } })

const refused: Row[] = [
  [
    'an unknown member',
    '/data/nmae',
    async () => ['POST', '/v2/customers', { nmae: 'Ada', name: 'Ada', email: 'a@example.com' }],
  ],
  [
    'a password of 7',
    '/data/password',
    async () => ['POST', '/v2/customers', { name: 'Ada', email: 'b@example.com', password: '1234567' }],
  ],
  [
    'a bundle',
    '/data/attributes/components',
    async () => ['POST', '/v2/products', attributes({ components: { a: {} } })],
  ],
  [
    'price books of a rule',
    '/data/attributes/pricebook_ids',
    async () => {
      const { path, create } = await sampleOf(catalogRules).arrange(seller)
      return ['POST', `/v2${path}`, { attributes: { ...create, pricebook_ids: [{ id: UNKNOWN_ID, priority: 1 }] } }]
    },
  ],
  [
    'sales of a price',
    '/data/attributes/currencies/USD/sales',
    async () => {
      const { id } = await makeOne(seller, pricebooks)
      const currencies = { USD: { amount: 5, sales: { spring: { amount: 4 } } } }
      return ['POST', `/v2/pricebooks/${id}/prices`, { attributes: { sku: 'L', currencies } }]
    },
  ],
  [
    'another default currency',
    '/data/default_currency',
    async () => ['PUT', '/v2/settings', { default_currency: 'EUR' }],
  ],
  ['coupons of a cart', '/data/coupons', async () => ['PUT', await cart(), { coupons: ['SPRING'] }]],
  [
    'accounts of a cart',
    '/data/relationships/accounts',
    async () => ['PUT', await cart(), { relationships: { accounts: ELSEWHERE } }],
  ],
  ['the payment of an order', '/data/payment', async () => ['PUT', await order(), { payment: 'paid' }]],
  [
    'the buyer of an order',
    '/data/customer',
    async () => ['PUT', await order(), { customer: { name: 'X', email: 'x@example.com' } }],
  ],
  [
    'the name of a custom item',
    '/data/name',
    async () => {
      const at = await cart()
      const { data } = (await seller.get(`${at}/items`)).body
      return ['PUT', `${at}/items/${data[0].id}`, { name: 'Rug' }]
    },
  ],
  [
    'another file of a product',
    '/data/attributes/main_image_file_id',
    async () => ['POST', '/v2/products', attributes({ main_image_file_id: UNKNOWN_ID })],
  ],
]

describe('rejected members', () => {
  test.each(refused)('%s', async (_, pointer, request) => {
    const [method, path, data] = await request()
    const { status, body } = await seller.call(method, path, { data })
    expect([status, body.errors[0].source.pointer]).toEqual([422, pointer])
  })
})

test('the parent of an account has two names, and different values are rejected', async () => {
  const make = async (data: object) => seller.post('/v2/accounts', { data: { name: 'Marsh', ...data } })
  const { id: parent } = expectStatus(await make({}), 201).body.data
  const relationships = { parent: { data: { type: 'account', id: parent } } }
  const child = expectStatus(await make({ relationships }), 201).body.data
  expect(child).toMatchObject({ parent_id: parent, relationships })
  const one = `/v2/accounts/${child.id}`
  const back = expectStatus(await seller.put(one, { data: { ...child, parent_id: null } }), 200).body.data
  expect([back.parent_id, back.relationships]).toEqual([null, { ancestors: [] }])
  const { id: other } = expectStatus(await make({}), 201).body.data
  const both = await seller.put(one, { data: { parent_id: other, relationships } })
  expect([both.status, both.body.errors[0].source.pointer]).toEqual([422, '/data/relationships/parent/data'])
  const missing = await make({ relationships: { parent: ELSEWHERE } })
  expect([missing.status, missing.body.errors[0]]).toMatchObject([
    422,
    {
      detail: 'data.relationships.parent.data.id must be the id of an account of this store.',
      source: { pointer: '/data/relationships/parent/data/id' },
    },
  ])
})

test('a customer shows whether it has a password, and a seller can set one', async () => {
  const { id, password } = expectStatus(
    await seller.post('/v2/customers', { data: { name: 'Ada', email: 'c@example.com' } }),
    201,
  ).body.data
  expect(password).toBe(false)
  const login = { data: { type: 'token', email: 'c@example.com', password: 'a long password' } }
  expect((await shopper.post('/v2/customers/tokens', login)).status).toBe(401)
  expectStatus(await seller.put(`/v2/customers/${id}`, { data: { password: 'a long password' } }), 200)
  expect((await shopper.post('/v2/customers/tokens', login)).status).toBeLessThan(300)
})

test('a linked file has no name, and shoppers cannot add custom items', async () => {
  expect((await shopper.post('/v2/carts/mine/items', { data: customItem(500) })).status).toBe(403)
  const created = expectStatus(
    await seller.post('/v2/files', { data: { file_location: 'https://example.com/a.png' } }),
    201,
  )
  expect(created.body.data).not.toHaveProperty('file_name')
})
