import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf } from '../../../src/http/document/operations.ts'
import { products } from '../../../src/store/catalog/product.ts'
import { customApis } from '../../../src/store/custom-apis/custom-api.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { makeOne } from '../../support/store/resource-samples.ts'
import { subjects } from '../../support/store/sent-members.ts'
import {
  customItem,
  expectStatus,
  fillCart,
  GUEST,
  makeOrder,
  putOrder,
  watchEvents,
} from '../../support/store/shop.ts'

// Clients often read a whole resource, change a member and send everything back, so an unchanged resource must be
// accepted without an effect.

type Case = {
  name: string
  /** Name in the document. */
  path: string
  /** Creates a resource, and returns the path to read and update it. */
  open: (client: Client) => Promise<string>
}

const given = (path: string): Case => ({ name: path, path, open: async () => path })

/** A cart without a currency shows that of the store, and adopts the one sent back. */
const SENT: Readonly<Record<string, object>> = { carts: { currency: 'USD' } }

const cases: Case[] = [
  ...subjects.flatMap(({ name, get, update, open }) => {
    if (update === null || update !== get) return []
    const complete = async (data: object) => ({ ...data, ...SENT[name] })
    return [{ name, path: update, open: async (client: Client) => (await open(client, complete)).one }]
  }),
  given('/v2/settings/account-membership'),
  given('/v2/settings/cart'),
  given('/v2/products'),
  {
    name: 'alerts',
    path: '/v2/alerts/{alert_id}',
    open: (client) =>
      make(client, '/v2/alerts', { name: 'On call', channel: 'chat', url: 'https://chat.example.com/a' }),
  },
  {
    name: 'customers who log in',
    path: '/v2/customers/{customer_id}',
    open: (client) => make(client, '/v2/customers', { ...GUEST, email: 'back@example.com', password: 'a long secret' }),
  },
  {
    name: 'cancelled orders',
    path: '/v2/orders/{order_id}',
    async open(client) {
      const { id } = await makeOrder(client)
      expectStatus(await putOrder(client, id, { status: 'cancelled' }), 200)
      return `/v2/orders/${id}`
    },
  },
  {
    name: 'inventories',
    path: '/v2/inventories/{product_id}',
    open: openStock,
  },
  {
    name: 'entries of custom APIs',
    path: '/v2/settings/extensions/custom-apis/{custom_api_id}/entries/{custom_api_entry_id}',
    open: (client) => makeEntry(client, ({ id }) => `/v2/settings/extensions/custom-apis/${id}/entries`),
  },
  {
    name: 'entries by the slug of their API',
    path: '/v2/extensions/{custom_api_slug}/{custom_api_entry_id}',
    open: (client) => makeEntry(client, ({ slug }) => `/v2/extensions/${slug}`),
  },
  {
    name: 'lines of a cart',
    path: '/v2/carts/{cart_id}/items',
    open: async (client) => `/v2/carts/${await fillCart(client, [customItem(500), customItem(700)])}/items`,
  },
  {
    name: 'prices of a price book',
    path: '/v2/pricebooks/{pricebook_id}/prices',
    open: async (client) =>
      `/v2/pricebooks/${(await createAssortment(client, { [crypto.randomUUID()]: 100 })).book}/prices`,
  },
  ...['products', 'children'].map((relationship) => ({
    name: `${relationship} of a node`,
    path: `/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/${relationship}`,
    async open(client: Client) {
      const { hierarchy, node } = await createAssortment(client, { [crypto.randomUUID()]: 100 })
      const child = { type: 'node', attributes: { name: 'Child', parent_id: node } }
      await make(client, `/v2/hierarchies/${hierarchy}/nodes`, child)
      return `/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/${relationship}`
    },
  })),
  ...['files', 'main_image', 'variations'].map((relationship) => ({
    name: `${relationship} of a product`,
    path: `/v2/products/{product_id}/relationships/${relationship}`,
    open: async (client: Client) =>
      `/v2/products/${(await makeOne(client, products)).id}/relationships/${relationship}`,
  })),
]

/** Paths that a store has but cannot read with its own token. */
const OF_ORGANIZATIONS = ['/v2/stores/{store_id}', '/v2/organizations/{organization_id}']
/** Only logged-in people read and change people. */
const OF_PEOPLE = ['/v2/people/{person_id}']

async function make(client: Client, list: string, data: object): Promise<string> {
  return `${list}/${expectStatus(await client.post(list, { data }), 201).body.data.id}`
}

async function openStock(client: Client): Promise<string> {
  const path = `/v2/inventories/${(await makeOne(client, products)).id}`
  expectStatus(await client.post(path, { data: { quantity: 7 } }), 201)
  expectStatus(await client.post(`${path}/transactions`, { data: { action: 'allocate', quantity: 2 } }), 201)
  return path
}

async function makeEntry(client: Client, listOf: (api: { id: string; slug: string }) => string): Promise<string> {
  const api = await makeOne(client, customApis)
  const field = { name: 'Wish', slug: 'wish', field_type: 'string' }
  expectStatus(await client.post(`/v2/settings/extensions/custom-apis/${api.id}/fields`, { data: field }), 201)
  return make(client, listOf({ id: api.id, slug: String(api.slug) }), { type: api.api_type, wish: 'a lamp' })
}

let stage: Stage
let tenant: Awaited<ReturnType<Stage['tenant']>>
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.tenant()
  seller = tenant.store
})
afterAll(() => stage.close())

test.each(cases)('$name change nothing when sent back as read', async ({ open }) => {
  await expectUnchanged(seller, await open(seller))
})

test('an organization and its stores change nothing when sent back as read', async () => {
  const { organization } = tenant
  const [store] = expectStatus(await organization.get('/v2/stores'), 200).body.data
  await expectUnchanged(organization, `/v2/stores/${store.id}`)
  await expectUnchanged(organization, `/v2/organizations/${store.relationships.organization.data.id}`)
})

test('catalog times among attributes are ignored when sent, and named in the response', async () => {
  const { store, shopper } = await stage.openTenant()
  const assortment = await createAssortment(store, { LAMP: 100 })
  await publish(store, assortment.catalog)
  const [shown] = expectStatus(await shopper.get('/v2/catalog/products'), 200).body.data
  const { sku: _, ...attributes } = shown.attributes
  const ignored = ['/data/attributes/created_at', '/data/attributes/updated_at']
  const { name, description, created_at, updated_at } = attributes
  const times = { created_at, updated_at }
  const copy = { type: 'product', attributes: { name, description, sku: 'COPY', ...times, published_at: updated_at } }
  const made = expectStatus(await store.post('/v2/products', { data: copy }), 201).body
  expect(made.meta.ignored.toSorted()).toEqual(
    ['created_at', 'published_at', 'updated_at'].map((one) => `/data/attributes/${one}`),
  )
  const again = { data: { type: 'product', id: shown.id, attributes: { name, ...times } } }
  const put = expectStatus(await store.put(`/v2/products/${shown.id}`, again), 200).body
  expect([put.data.attributes.name, put.meta.ignored.toSorted()]).toEqual([name, ignored])
  const variation = { type: 'product-variation', attributes: { name: 'Size', ...times } }
  expect(expectStatus(await store.post('/v2/variations', { data: variation }), 201).body.meta.ignored).toHaveLength(2)
  // Hierarchies have their own times, which are ignored like all read-only members.
  const hierarchy = { type: 'hierarchy', attributes: { name: 'Rugs', ...times, published_at: null } }
  const { body } = expectStatus(await store.post('/v2/hierarchies', { data: hierarchy }), 201)
  expect(body.meta.ignored).toEqual(['/data/attributes/published_at'])
  const misspelled = { type: 'product', attributes: { name, sku: 'TYPO', create_at: created_at } }
  expect((await store.post('/v2/products', { data: misspelled })).status).toBe(422)
})

test('a customer sent back keeps the password, and the response names it', async () => {
  const customer = { name: 'Ada', email: 'kept@example.com', password: 'a long secret' }
  const path = await make(seller, '/v2/customers', customer)
  const { data } = (await seller.get(path)).body
  const { body } = expectStatus(await seller.put(path, { data: { ...data, name: 'Ada Marsh' } }), 200)
  expect([body.data.name, body.data.password, body.meta.ignored]).toEqual(['Ada Marsh', true, ['/data/password']])
  const { email, password } = customer
  expectStatus(await tenant.shopper.post('/v2/customers/tokens', { data: { type: 'token', email, password } }), 201)
})

test('an order sent back with one change has only that change', async () => {
  const path = `/v2/orders/${(await makeOrder(seller)).id}`
  const { data } = (await seller.get(path)).body
  const renamed = expectStatus(await seller.put(path, { data: { ...data, external_ref: 'erp-1' } }), 200).body.data
  expect([renamed.external_ref, renamed.status]).toEqual(['erp-1', 'incomplete'])
  const both = { ...renamed, external_ref: 'erp-2', status: 'cancelled' }
  expect((await seller.put(path, { data: both })).status).toBe(422)
  const { body } = expectStatus(await seller.put(path, { data: { ...renamed, status: 'cancelled' } }), 200)
  expect([body.data.external_ref, body.data.status]).toEqual(['erp-1', 'cancelled'])
})

describe.each([{}, { 'ep-inventories-multi-location': 'true' }])('stock with the headers %o', (headers) => {
  let path: string
  beforeAll(async () => {
    path = await openStock(seller)
  })
  const put = (data: object) => seller.call('PUT', path, { data }, headers)
  const read = async () => (await seller.call('GET', path, undefined, headers)).body.data

  test('changes nothing when sent back as read', async () => {
    const stock = await read()
    expect(expectStatus(await put(stock), 200).body.data).toEqual(stock)
  })

  test('is set by any one of the members for its quantity', async () => {
    const { body } = expectStatus(await put({ ...(await read()), available: 9 }), 200)
    expect(body.data).toMatchObject({ available: 9, allocated: 2, on_hand: 11 })
  })

  test('rejects computed quantities', async () => {
    for (const name of ['on_hand', 'total', 'allocated']) {
      const { body } = expectStatus(await put({ ...(await read()), [name]: 50 }), 422)
      expect(body.errors[0].source).toEqual({ pointer: `/data/${name}` })
    }
  })
})

test('covers every resource with a read and an update at the same path', () => {
  const operations = operationsOf<object>(stage.contract.document)
  const pathsOf = (...methods: string[]) =>
    operations.filter(({ method }) => methods.includes(method.toUpperCase())).map(({ path }) => path)
  const read = new Set(pathsOf('GET'))
  const both = new Set(pathsOf('PUT', 'PATCH').filter((path) => read.has(path)))
  const tried = new Set([...cases.map(({ path }) => path), ...OF_ORGANIZATIONS, ...OF_PEOPLE])
  expect([...tried].toSorted()).toEqual([...both].toSorted())
})

async function expectUnchanged(client: Client, path: string): Promise<void> {
  const before = expectStatus(await client.get(path), 200)
  const { emitted } = await watchEvents(client)
  expectStatus(await client.put(path, { data: before.body.data }), 200)
  const after = await client.get(path)
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')])
  expect(await emitted()).toEqual([])
}
