import type { AnyResource } from '../../../src/store/kit/resource.ts'
import type { Client } from '../app.ts'
import { createAssortment, publish } from './catalogs.ts'
import { bodyOf, samples } from './resource-samples.ts'
import { ADDRESS, customItem, expectStatus, fillCart, GUEST, makeOrder, pay } from './shop.ts'

type Json = Record<string, unknown>

/** A created resource: its creation body, and the addresses for changing and reading it. */
export type Opened = { sent: Json; one: string; read: string; id: string }

/**
 * A resource whose members are sent one by one. Paths are those of the document; null if there is no such operation.
 */
export type Subject = {
  name: string
  create: string | null
  update: string | null
  get: string
  /** Creates a resource. `complete` adds missing documented members to the sample's `data`. */
  open(client: Client, complete: (data: Json) => Promise<Json>): Promise<Opened>
  /** Selects the resource in a response of `read`. */
  pick(body: { data: Json }, opened: Opened): Json
}

const pick: Subject['pick'] = ({ data }) => data

function plain({ resource, arrange }: (typeof samples)[number]): Subject {
  const create = `/v2${resource.path}`.replaceAll(/:(\w+)/g, '{$1}')
  const one = `${create}/{${resource.type.replaceAll('-', '_')}_id}`
  const open: Subject['open'] = async (client, complete) => {
    const { path, create: attributes } = await arrange(client)
    const sent = await complete(bodyOf(resource as AnyResource, attributes).data)
    return created(client, `/v2${path}`, sent)
  }
  return { name: resource.plural, create, update: one, get: one, pick, open }
}

async function created(client: Client, list: string, sent: Json): Promise<Opened> {
  const { data } = expectStatus(await client.post(list, { data: sent }), [201, 202]).body
  const { id } = [data].flat()[0]
  return { sent, one: `${list}/${id}`, read: `${list}/${id}`, id }
}

/** A resource that every store has from the start. */
function given(name: string, path: string, at = path): Subject {
  return {
    name,
    create: null,
    update: path,
    get: path,
    pick,
    open: async () => ({ sent: {}, one: at, read: at, id: '' }),
  }
}

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

const CART = '/v2/carts/{cart_id}'
const ITEM = `${CART}/items/{cart_item_id}`
const ORDER = '/v2/orders/{order_id}'
const STOCK = '/v2/inventories/{product_id}'

const ofCarts: Subject[] = [
  {
    ...{ name: 'carts', create: '/v2/carts', update: CART, get: CART, pick },
    open: async (client, complete) => created(client, '/v2/carts', await complete({ id: 'basket', name: 'Basket' })),
  },
  {
    ...{ name: 'cart items', create: `${CART}/items`, update: ITEM, get: ITEM, pick },
    open: async (client, complete) =>
      created(
        client,
        '/v2/carts/lines/items',
        await complete(customItem(500, 2, { price: { amount: 500, includes_tax: true } })),
      ),
  },
  {
    ...{ name: 'tax items', create: `${ITEM}/taxes`, update: `${ITEM}/taxes/{tax_item_id}`, get: `${ITEM}/taxes` },
    async open(client, complete) {
      await fillCart(client, [customItem(500, 2)], 'taxed')
      const { data } = (await client.get('/v2/carts/taxed/items')).body
      const list = `/v2/carts/taxed/items/${data[0].id}/taxes`
      const sent = await complete({ type: 'tax_item', name: 'VAT', rate: 0.2, rate_ppm: 200_000 })
      return { ...(await created(client, list, sent)), read: list }
    },
    pick: ({ data }, { id }) => (data as unknown as Json[]).find((one) => one.id === id) ?? {},
  },
]

function orderOf(name: string, buyer: (client: Client) => Promise<Json>): Subject {
  const open: Subject['open'] = async (client, complete) => {
    const costs = { USD: { amount: 5 } }
    const option = { type: 'shipping_option', name: 'Parcel', code: unique('orders'), costs }
    const { id: shipping_option_id } = (await client.post('/v2/shipping-options', { data: option })).body.data
    const sent = await complete({
      ...{ ...(await buyer(client)), billing_address: ADDRESS, shipping_address: ADDRESS, expected_total: 10_005 },
      ...{ shipping_option_id, shipping_option: shipping_option_id, order_number: unique('order') },
    })
    const { id } = await makeOrder(client, 10_000, { customer: undefined, ...sent })
    return { sent, one: `/v2/orders/${id}`, read: `/v2/orders/${id}`, id }
  }
  return { name, create: `${CART}/checkout`, update: name === 'orders' ? ORDER : null, get: ORDER, pick, open }
}

/** Publishes the only product that is sold: a store offers its first published catalog. */
async function publishLamp(client: Client): Promise<void> {
  const { body } = await client.get('/v2/products?filter=eq(sku,SHIPPED)')
  if (body.data.length > 0) return
  const assortment = await createAssortment(client, { SHIPPED: 1000 })
  await publish(client, assortment.catalog)
}

const ofOrders: Subject[] = [
  orderOf('orders', async () => ({ customer: GUEST })),
  orderOf('orders of accounts', async (client) => {
    const account = { type: 'account', name: 'Marsh Interiors' }
    const { id } = expectStatus(await client.post('/v2/accounts', { data: account }), 201).body.data
    return { account: { id }, contact: GUEST }
  }),
  {
    ...{ name: 'shipments', create: `${ORDER}/shipments`, get: `${ORDER}/shipments/{shipment_id}`, pick },
    update: `${ORDER}/shipments/{shipment_id}`,
    async open(client, complete) {
      await publishLamp(client)
      const cart = await fillCart(client, [{ type: 'cart_item', sku: 'SHIPPED', quantity: 2 }])
      const checkout = { customer: GUEST, billing_address: ADDRESS, shipping_address: ADDRESS }
      const { data, included } = expectStatus(
        await client.post(`/v2/carts/${cart}/checkout`, { data: checkout }),
        201,
      ).body
      expectStatus(await client.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
      expectStatus(await pay(client, data.id), 201)
      const items = [{ id: included.items[0].id, quantity: 2 }]
      return created(client, `/v2/orders/${data.id}/shipments`, await complete({ items, status: 'pending' }))
    },
  },
]

const ofStores: Subject[] = [
  given('gateways', '/v2/gateways/{gateway_slug}', '/v2/gateways/manual'),
  given('settings', '/v2/settings'),
  given('customer authentication', '/v2/settings/customer-authentication'),
  given('account authentication', '/v2/settings/account-authentication'),
  {
    ...{ name: 'integrations', create: '/v2/integrations', get: '/v2/integrations/{integration_id}', pick },
    update: '/v2/integrations/{integration_id}',
    open: async (client, complete) => {
      const configuration = { url: 'https://receiver.example.com/hook', secret_key: 'a secret of the webhook' }
      const webhook = { name: 'Hook', integration_type: 'webhook', observes: ['order.paid'], configuration }
      return created(client, '/v2/integrations', await complete(webhook))
    },
  },
  {
    ...{
      name: 'event types',
      create: null,
      update: '/v2/events/types/{event_key}',
      get: '/v2/events/types/{event_key}',
    },
    pick,
    open: async (client) => {
      const one = '/v2/events/types/acme.lost'
      const sample = { data: { type: 'lost', id: '1' } }
      expectStatus(await client.put(one, { data: { sample } }), 201)
      return { sent: {}, one, read: one, id: 'acme.lost' }
    },
  },
  {
    ...{ name: 'files', create: '/v2/files', update: null, get: '/v2/files/{file_id}', pick },
    open: async (client, complete) => {
      const link = {
        file_location: 'https://files.example.com/a.png',
        file_name: 'a.png',
        mime_type: 'image/png',
        public: true,
      }
      return created(client, '/v2/files', await complete(link))
    },
  },
  {
    ...{ name: 'jobs', create: '/v2/jobs', update: null, get: '/v2/jobs/{job_id}', pick },
    async open(client, complete) {
      const job = { what: 'customers', job_type: 'customer_export', filter: 'eq(name,Ada)' }
      return created(client, '/v2/jobs', await complete(job))
    },
  },
  {
    ...{ name: 'stock transactions', create: `${STOCK}/transactions`, update: null, pick },
    get: `${STOCK}/transactions/{stock_transaction_id}`,
    async open(client, complete) {
      const sku = unique('STOCKED')
      const assortment = await createAssortment(client, { [sku]: 1000 })
      const at = `/v2/inventories/${assortment.skus.get(sku)}`
      expectStatus(await client.post(at, { data: { type: 'stock', quantity: 7 } }), 201)
      const order = await makeOrder(client)
      const relationships = { order: { data: { type: 'order', id: order.id } } }
      const sent = { action: 'allocate', quantity: 3, reason: 'Kept', relationships }
      return created(client, `${at}/transactions`, await complete(sent))
    },
  },
]

/** Every resource that bodies create or change. */
export const subjects: readonly Subject[] = [...samples.map(plain), ...ofCarts, ...ofOrders, ...ofStores]
