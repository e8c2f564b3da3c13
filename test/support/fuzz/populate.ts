import { type Client, webhookIntegration } from '../app.ts'
import { createAssortment } from '../store/catalogs.ts'
import { makeOne, samples } from '../store/resource-samples.ts'
import { customItem, expectStatus, fillCart, makeOrder, pay } from '../store/shop.ts'

type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>

/**
 * Creates one of every resource in the seller's store, and reads some, so that the addresses of their parts are known.
 * First resets settings that attacks changed. Throws if a resource cannot be created.
 */
export async function populate(seller: Client, shopper: Send): Promise<void> {
  expectStatus(await seller.delete('/v2/settings'), 204)
  for (const { resource } of samples) await makeOne(seller, resource)
  await populateIntegrations(seller)
  await populateShop(seller)
  const type = { payload: { type: 'object' }, sample: { data: { type: 'approval', id: '1' } } }
  expectStatus(await seller.put(`/v2/events/types/acme.t${Date.now()}`, { data: type }), 201)
  for (const list of LISTS) expectStatus(await seller.get(list), 200)
  await walk(shopper)
}

const LISTS = [
  '/v2/orders',
  '/v2/jobs',
  '/v2/events',
  '/v2/integrations/logs',
  '/v2/files',
  '/v2/gateways',
  '/v2/settings',
]

async function populateIntegrations(seller: Client): Promise<void> {
  const integration = webhookIntegration('http://127.0.0.1:9/hook', ['order.paid'])
  const { id } = expectStatus(await seller.post('/v2/integrations', integration), 201).body.data
  const one = `/v2/integrations/${id}`
  expectStatus(await seller.post(`${one}/test`, { data: {} }), 201)
  const from = new Date(Date.now() - 60_000).toISOString()
  expectStatus(await seller.post(`${one}/replays`, { data: { from, selection: 'all' } }), 201)
  expectStatus(await seller.post('/v2/integrations/job-runs', { data: { action: 'cancel' } }), 201)
  const alert = { type: 'alert', name: 'On call', channel: 'chat', url: 'http://127.0.0.1:9/hook', enabled: false }
  expectStatus(await seller.post('/v2/alerts', { data: alert }), 201)
  for (const part of ['jobs', 'logs', 'replays']) expectStatus(await seller.get(`${one}/${part}`), 200)
}

/** A published catalog, a cart, an authorized order and an unauthorized order. */
async function populateShop(seller: Client): Promise<void> {
  const assortment = await createAssortment(seller, { [`FUZZ-${Date.now()}`]: 1000 })
  expectStatus(await seller.post(`/v2/catalogs/${assortment.catalog}/releases`, { data: {} }), 201)
  for (const id of assortment.skus.values())
    expectStatus(await seller.post(`/v2/inventories/${id}`, { data: { type: 'stock', quantity: 1000 } }), 201)
  for (const gateway of ['manual', 'sandbox'])
    expectStatus(await seller.put(`/v2/gateways/${gateway}`, { data: { type: 'gateway', enabled: true } }), 200)
  const cart_id = await fillCart(seller, [customItem(500, 2)])
  expectStatus(await seller.get(`/v2/carts/${cart_id}/items`), 200)
  const { id } = await makeOrder(seller)
  await makeOrder(seller)
  expectStatus(await pay(seller, id, { gateway: 'manual', method: 'authorize' }), 201)
  expectStatus(await seller.post(`/v2/orders/${id}/notes`, { data: { type: 'order_note', text: 'By hand' } }), 201)
  for (const part of ['items', 'transactions']) expectStatus(await seller.get(`/v2/orders/${id}/${part}`), 200)
}

/** Maximum storefront resources read to learn addresses. */
const MAX_READ = 60

async function walk(shopper: Send): Promise<void> {
  const seen = new Set(['/storefront/'])
  for (const path of seen) {
    if (seen.size > MAX_READ) return
    const { body } = await shopper('GET', path)
    const { links = [] } = (body ?? {}) as { links?: { uri?: string; href?: string }[] }
    for (const { href = '' } of links) {
      const next = URL.parse(href)?.pathname
      if (next !== undefined) seen.add(next)
    }
  }
}
