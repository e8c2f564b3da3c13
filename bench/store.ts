// Measures a shopper's requests at several numbers of connections: milliseconds of CPU in Node and in PostgreSQL,
// statements, duration; compared with the cheapest request that queries the database (the settings, one row by primary
// key) in the same run. A webhook observes carts and orders, so Node's CPU includes its deliveries.
// node bench/store.ts [--seconds 3] [--connections 1,2,8,16] [--lines 5] [--promotions 10] [--only
// settings,list_products]
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { query } from '../src/db/database.ts'
import { forSeconds, measurer, shoppers } from './support/cost.ts'
import { setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    /** Seconds for each kind of request at each number of connections. */
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,2,8,16' },
    /** Requests to measure, such as `settings,list_products`; by default all. */
    only: { type: 'string', default: '' },
    lines: { type: 'string', default: '5' },
    /** Active promotions; each takes a cent off carts with one of the products. */
    promotions: { type: 'string', default: '10' },
  },
})
const seconds = Number(values.seconds)
const connections = values.connections.split(',').map(Number)
const lines = Number(values.lines)
const promotions = Number(values.promotions)

const PRODUCTS = 200
const CARTS = 64
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  region: 'OR',
  postcode: '97205',
  country: 'US',
}
const CHECKOUT = { customer: { name: 'Ada Marsh', email: 'ada@example.com' }, billing_address: ADDRESS }

const stage = await setStage({ integrations: 0, processes: ['api,deliveries'] })
const { origin } = new URL(stage.base_url)
const pool = new Pool(origin, { connections: Math.max(...connections) })
const measure = await measurer(stage)
let turn = 0
let filled = 0
try {
  const products = await stockTheShop()
  const carts = await Promise.all(Array.from({ length: CARTS }, () => fill(products)))
  const items = await Promise.all(carts.map(firstItem))
  const full: string[] = []
  const requests = {
    settings: () => ask('GET', '/settings'),
    list_products: () => ask('GET', `/catalog/products?page[limit]=20&page[offset]=${20 * (turn++ % 10)}`),
    get_product: () => ask('GET', `/catalog/products/${products[turn++ % PRODUCTS]}`),
    read_cart: () => ask('GET', `/carts/${carts[turn++ % CARTS]}`),
    change_cart: () => ask('PUT', items[turn++ % CARTS] ?? '', { type: 'cart_item', quantity: 1 + (turn % 9) }),
    fill_cart: async () => full.push(await fill(products)),
    check_out: () => ask('POST', `/carts/${full.pop()}/checkout`, CHECKOUT),
  }
  /** Checking out ends when all full carts are used up. */
  const lasting = (name: string, count: number) => (name === 'check_out' ? () => full.length > 0 : forSeconds(count))
  // Otherwise the first measurement would pay for one-time costs: compiled code, plans, caches.
  for (const [name, request] of Object.entries(requests)) await shoppers(request, 8, lasting(name, 1))
  const metrics = { lines, promotions, seconds }
  for (const shopping of connections) {
    for (const [name, request] of Object.entries(requests)) {
      if (values.only !== '' && !values.only.split(',').includes(name)) continue
      const cost = await measure(request, shopping, lasting(name, seconds))
      for (const [metric, value] of Object.entries(cost)) {
        Object.assign(metrics, { [`${name}_${metric}_at_${shopping}`]: value })
      }
      console.error(`${name} at ${shopping}:`, JSON.stringify(cost))
    }
  }
  console.log(JSON.stringify(metrics))
} finally {
  await pool.close()
  await stage.close()
}

/** Publishes a catalog with stock; returns the ids of its products. */
async function stockTheShop(): Promise<string[]> {
  const hierarchy = await make('/hierarchies', 'hierarchy', { name: 'Lighting' })
  const node = await make(`/hierarchies/${hierarchy}/nodes`, 'node', { name: 'Lamps' })
  const pricebook_id = await make('/pricebooks', 'pricebook', { name: 'Retail' })
  const products: string[] = []
  for (let index = 0; index < PRODUCTS; index += 1) {
    const sku = `LAMP-${index}`
    await make(`/pricebooks/${pricebook_id}/prices`, 'product-price', { sku, currencies: { USD: { amount: 1999 } } })
    products.push(await make('/products', 'product', { sku, name: `Lamp ${index}`, status: 'live' }))
    await ask('POST', `/inventories/${products.at(-1)}`, { type: 'stock', quantity: 1_000_000 })
  }
  const identifiers = products.map((id) => ({ type: 'product', id }))
  await ask('POST', `/hierarchies/${hierarchy}/nodes/${node}/relationships/products`, identifiers)
  const catalog = await make('/catalogs', 'catalog', { name: 'Shop', hierarchy_ids: [hierarchy], pricebook_id })
  const release = (await ask('POST', `/catalogs/${catalog}/releases`, { type: 'catalog-release' })).data.id
  while ((await ask('GET', `/catalogs/${catalog}/releases/${release}`)).data.meta.release_status !== 'PUBLISHED');
  for (let index = 0; index < promotions; index += 1)
    await ask('POST', '/promotions', {
      type: 'promotion',
      name: `Cent ${index}`,
      scope: 'cart',
      currency: 'USD',
      when: { kind: 'quantity', of: { skus: [`LAMP-${index}`] }, minimum: 1 },
      action: { kind: 'amount', amount: 1 },
    })
  await ask('POST', '/integrations', {
    type: 'integration',
    integration_type: 'webhook',
    name: 'Observer',
    enabled: true,
    observes: ['cart.updated', 'order.created'],
    configuration: { url: stage.receiver.url },
  })
  await query(stage.db, 'vacuum analyze', [])
  return products
}

async function make(path: string, type: string, attributes: object): Promise<string> {
  return (await ask('POST', path, { type, attributes })).data.id
}

/** Fills a cart in one request. */
async function fill(products: readonly string[]): Promise<string> {
  const id = `full-${filled++}`
  await ask(
    'POST',
    `/carts/${id}/items`,
    Array.from({ length: lines }, () => line(products)),
  )
  return id
}

async function firstItem(cart: string): Promise<string> {
  const { data } = await ask('GET', `/carts/${cart}/items`)
  return `/carts/${cart}/items/${data[0].id}`
}

function line(products: readonly string[]) {
  return { type: 'cart_item', id: products[turn++ % products.length], quantity: 1 }
}

// biome-ignore lint/suspicious/noExplicitAny: a bench reads whatever the response holds
async function ask(method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown): Promise<any> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' }
  const body = data === undefined ? null : JSON.stringify({ data })
  const response = await pool.request({ method, path: `/v2${path}`, headers, body })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
  return JSON.parse(text)
}
