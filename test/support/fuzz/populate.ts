import type { Client } from '../app.ts'
import { makeShelf } from '../catalogs.ts'
import { bodyOf, samples } from '../resource-samples.ts'

/** Sends a request with the token of a shopper. */
type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>

/** One of everything in the seller's store, some of it read so that the addresses of parts are known. What is refused is left out. */
export async function populate(seller: Client, shopper: Send): Promise<void> {
  for (const { resource, arrange } of samples) {
    const { path, create } = await arrange(seller)
    await seller.post(`/v2${path}`, bodyOf(resource, create))
  }
  await populateIntegrations(seller)
  await populateShop(seller)
  for (const list of LISTS) await seller.get(list)
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
  const configuration = { url: 'http://127.0.0.1:9/hook', secret_key: 'open sesame' }
  const attributes = { name: 'Fuzz', description: '', enabled: true, observes: ['order.paid'], configuration }
  const { body } = await seller.post('/v2/integrations', {
    data: { type: 'integration', integration_type: 'webhook', ...attributes },
  })
  const one = `/v2/integrations/${body.data?.id}`
  await seller.post(`${one}/test`, { data: {} })
  await seller.post(`${one}/replays`, { data: { from: new Date(Date.now() - 60_000).toISOString(), selection: 'all' } })
  for (const part of ['jobs', 'logs', 'replays']) await seller.get(`${one}/${part}`)
}

/** A catalog that is published, a cart, an order that is paid and one that is not. */
async function populateShop(seller: Client): Promise<void> {
  const shelf = await makeShelf(seller, { [`FUZZ-${Date.now()}`]: 1000 })
  await seller.post(`/v2/catalogs/${shelf.catalog}/releases`, { data: {} })
  for (const id of shelf.skus.values())
    await seller.post(`/v2/inventories/${id}`, { data: { type: 'inventory', quantity: 1000 } })
  for (const gateway of ['manual', 'sandbox'])
    await seller.put(`/v2/gateways/${gateway}`, { data: { type: 'gateway', enabled: true } })
  for (const cart of ['fuzz-a', 'fuzz-b', 'fuzz-c']) {
    const item = { type: 'custom_item', name: 'Gift wrap', quantity: 2, price: { amount: 500 } }
    await seller.post(`/v2/carts/${cart}/items`, { data: item })
    await seller.get(`/v2/carts/${cart}/items`)
  }
  const order = await checkOut(seller, 'fuzz-a')
  await checkOut(seller, 'fuzz-b')
  await seller.post(`/v2/orders/${order}/payments`, { data: { gateway: 'manual', method: 'authorize' } })
  await seller.get(`/v2/orders/${order}/items`)
  await seller.get(`/v2/orders/${order}/transactions`)
}

async function checkOut(seller: Client, cart: string): Promise<string> {
  const billing_address = {
    first_name: 'A',
    last_name: 'B',
    line_1: 'C',
    region: 'OR',
    postcode: '97201',
    country: 'US',
  }
  const customer = { name: 'A B', email: 'a@example.com' }
  const { body } = await seller.post(`/v2/carts/${cart}/checkout`, { data: { customer, billing_address } })
  return body.data?.id
}

/** Resources of the storefront that are read to know their addresses. */
const MOST_READ = 60

/** Follows the links of the storefront from its root. */
async function walk(shopper: Send): Promise<void> {
  const seen = new Set(['/storefront/'])
  for (const path of seen) {
    if (seen.size > MOST_READ) return
    const { body } = await shopper('GET', path)
    const { links = [] } = (body ?? {}) as { links?: { uri?: string; href?: string }[] }
    for (const { href = '' } of links) {
      const next = URL.parse(href)?.pathname
      if (next !== undefined) seen.add(next)
    }
  }
}
