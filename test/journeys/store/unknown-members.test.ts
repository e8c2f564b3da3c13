import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf } from '../../../src/http/document/operations.ts'
import type { Answered, Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, make } from '../../support/store/catalogs.ts'
import { ADDRESS, customItem, expectStatus, fillCart, GUEST, makeOrder } from '../../support/store/shop.ts'

// The setting unknown_members of a store decides about unknown members of bodies.

/** Operations that follow the setting. All others reject unknown members in every store. */
const REPORTING = [
  ...['CreateAccountAddress', 'UpdateAccountAddress'],
  ...['CreateCustomerAddress', 'UpdateCustomerAddress'],
  ...['CreateCart', 'UpdateCart'],
  ...['CreateCatalog', 'UpdateCatalog', 'PublishCatalog'],
  ...['CreateCustomAPI', 'UpdateCustomAPI', 'CreateCustomField', 'UpdateCustomField'],
  ...['CreateFile', 'PutEventType'],
  ...['CreateHierarchy', 'UpdateHierarchy', 'DuplicateHierarchy', 'DuplicateHierarchyAsJob'],
  ...['CreateNode', 'UpdateNode', 'PlaceProductsInNode', 'ReplaceProductsInNode', 'TakeProductsOutOfNode'],
  ...['CreateInventory', 'CreateStockTransaction', 'CreateOrderNote'],
  ...['CreateProduct', 'UpdateProduct', 'UpdateProducts'],
  ...['AddProductFiles', 'SetProductFiles', 'RemoveProductFiles', 'AddProductMainImage', 'SetProductMainImage'],
  ...['AddProductVariations', 'SetProductVariations', 'RemoveProductVariations'],
  ...['CreateVariation', 'UpdateVariation', 'CreateVariationOption', 'UpdateVariationOption'],
]

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
  seller = tenant.store
  const data = { type: 'settings', unknown_members: 'report' }
  expectStatus(await seller.put('/v2/settings', { data }), 200)
})
afterAll(() => stage.close())

const product = (more: object) => ({ type: 'product', attributes: { name: 'Lamp', sku: crypto.randomUUID(), ...more } })
const problemsOf = ({ body }: Answered) =>
  body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer).sort()

test('the setting applies to these operations and no others', () => {
  type Operation = { operationId: string; 'x-reports-unknown'?: true }
  const operations = operationsOf<Operation>(stage.contract.document).map(({ operation }) => operation)
  const reporting = operations.filter((operation) => operation['x-reports-unknown']).map((one) => one.operationId)
  expect(reporting.toSorted()).toEqual(REPORTING.toSorted())
})

describe('a store that reports unknown members', () => {
  test('accepts an unknown member, drops it and names it', async () => {
    const data = { ...product({ color: 'red', 'a/b': 1 }), assortment: 7 }
    const { body } = expectStatus(await seller.post('/v2/products', { data }), 201)
    expect(body.meta.ignored.toSorted()).toEqual([
      '/data/assortment',
      '/data/attributes/a~1b',
      '/data/attributes/color',
    ])
    expect(body.data.attributes).not.toHaveProperty('color')
    const plain = await seller.put(`/v2/products/${body.data.id}`, { data: { type: 'product', attributes: {} } })
    expect(expectStatus(plain, 200).body).not.toHaveProperty('meta')
  })

  test('finds unknown members in lists and in the branches of unions', async () => {
    const { hierarchy, node, skus } = await createAssortment(seller, { LAMP: 100 })
    const lamp = skus.get('LAMP')
    const path = `/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/products`
    const placed = expectStatus(await seller.post(path, { data: [{ type: 'product', id: lamp, first: 1 }] }), 201)
    expect(placed.body.meta.ignored).toEqual(['/data/0/first'])
    expectStatus(await seller.post(`/v2/inventories/${lamp}`, { data: { type: 'stock', quantity: 7 } }), 201)
    const stock = (data: object) => seller.post(`/v2/inventories/${lamp}/transactions`, { data })
    const change = { action: 'increment', quantity: 1 }
    const plain = expectStatus(await stock({ type: 'stock-transaction', ...change, why: 'x' }), 201)
    expect(plain.body.meta.ignored).toEqual(['/data/why'])
    const located = expectStatus(await stock({ type: 'stock-transaction', attributes: { ...change, why: 'x' } }), 201)
    expect(located.body.meta.ignored).toEqual(['/data/attributes/why'])
  })

  test('names members without effect beside unknown ones', async () => {
    const data = { name: 'Cart', discount_settings: {}, coupon_box: 'x' }
    const { body } = expectStatus(await seller.post('/v2/carts', { data }), 201)
    expect(body.meta.ignored.toSorted()).toEqual(['/data/coupon_box', '/data/discount_settings'])
  })

  test('rejects a body with another error, and reports all', async () => {
    const data = { ...product({ color: 'red', status: 'sold' }) }
    expect(problemsOf(expectStatus(await seller.post('/v2/products', { data }), 422))).toEqual([
      '/data/attributes/color',
      '/data/attributes/status',
    ])
    const { status } = await seller.call('PUT', '/v2/carts/reported', { data: { nam: 'x' } }, { 'if-match': '"999"' })
    expect(status).toBe(409)
  })

  test('validates the header and the query after the body', async () => {
    const malformed = await seller.call('PUT', '/v2/carts/reported', { data: { nam: 'x' } }, { 'if-match': 'x' })
    expect(malformed.status).toBe(400)
  })

  test('rejects known members that would do harm', async () => {
    const data = { name: 'Cart', snapshot_date: '2026-01-01', wrap: 'gift' }
    const refused = expectStatus(await seller.post('/v2/carts', { data }), 422)
    expect(problemsOf(refused)).toEqual(['/data/snapshot_date', '/data/wrap'])
  })

  test('rejects unknown members in lists longer than the checked maximum', async () => {
    const many = Array.from({ length: 150 }, () => ({ type: 'product', id: crypto.randomUUID(), attributes: { a: 1 } }))
    expectStatus(await seller.put('/v2/products', { data: many }), 422)
  })

  test('drops at most a hundred, and rejects more at the cost of any other body', async () => {
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]))
    const hundred = expectStatus(await seller.post('/v2/carts', { data: { name: 'Cart', ...named(100) } }), 201)
    expect(hundred.body.meta.ignored).toHaveLength(100)
    for (const count of [101, 40_000])
      expectStatus(await seller.post('/v2/carts', { data: { name: 'Cart', ...named(count) } }), 422)
  })

  test('rejects unknown members where money or rights move', async () => {
    const { id } = await makeOrder(seller, 1000)
    const cart = await fillCart(seller, [customItem(500)])
    const book = (await make(seller, '/pricebooks', 'pricebook', { name: 'Retail' })).id
    const price = { sku: 'A', currencies: { USD: { amount: 1 } } }
    const account = (await seller.post('/v2/accounts', { data: { type: 'account', name: 'Works' } })).body.data.id
    const bodies = {
      [`/v2/orders/${id}/payments`]: { gateway: 'manual', method: 'purchase' },
      [`/v2/carts/${cart}/checkout`]: { customer: GUEST, billing_address: ADDRESS, shipping_address: ADDRESS },
      [`/v2/pricebooks/${book}/prices`]: { type: 'product-price', attributes: price },
      '/v2/customers': { type: 'customer', name: 'Ada', email: 'ada@example.com' },
      '/v2/account-members': { type: 'account_member', name: 'Ada', email: 'ada@example.com' },
      [`/v2/accounts/${account}/account-memberships`]: { type: 'account_membership', account_member_id: account },
      '/v2/keys': { type: 'key', name: 'Till' },
      [`/v2/carts/${cart}/items`]: customItem(500),
      [`/v2/orders/${id}/shipments`]: { type: 'shipment' },
      '/v2/accounts': { type: 'account', name: 'Works' },
      '/v2/integrations': {
        ...{ type: 'integration', name: 'Hook', integration_type: 'webhook', observes: ['order.paid'] },
        configuration: { url: 'https://receiver.example.com/hook' },
      },
    }
    for (const [path, data] of Object.entries(bodies)) {
      const refused = await seller.post(path, { data: { ...data, no_such_member: 1 } })
      expect([path, refused.status, problemsOf(refused)]).toEqual([path, 422, ['/data/no_such_member']])
    }
  })
})

test('a store without the setting rejects unknown members', async () => {
  const other = (await stage.tenant()).store
  const refused = expectStatus(await other.post('/v2/products', { data: product({ color: 'red' }) }), 422)
  expect(problemsOf(refused)).toEqual(['/data/attributes/color'])
  expect(refused.body.errors[0].detail).toContain('is not a known member')
})
