// What a shopper's requests cost, each beside the cheapest request that asks the database anything (the settings, one read by
// primary key) in the same run: milliseconds, statements, CPU of Tidings. A webhook observes the carts and the orders.
// node bench/store.ts [--seconds 5] [--concurrency 8] [--lines 5]
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { query } from '../src/db/pool.ts'
import { setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '8' },
    /** Lines of each cart. */
    lines: { type: 'string', default: '5' },
  },
})
const seconds = Number(values.seconds)
const concurrency = Number(values.concurrency)
const lines = Number(values.lines)

const PRODUCTS = 200
const ADDRESS = { first_name: 'Ada', last_name: 'Marsh', line_1: '41 Juniper Street', country: 'US' }
const CHECKOUT = { customer: { name: 'Ada Marsh', email: 'ada@example.com' }, billing_address: ADDRESS }

const stage = await setStage({ integrations: 0, processes: ['api,deliveries'] })
const { origin } = new URL(stage.base_url)
const pool = new Pool(origin, { connections: concurrency })
let carts = 0
let sold = 0
let turn = 0
try {
  const products = await stockTheShop()
  const settings = await measure(() => ask('GET', '/settings'))
  const filled = await Promise.all(Array.from({ length: 50 }, () => fill(products)))
  const read = await measure(() => ask('GET', `/carts/${filled[carts++ % filled.length]}`))
  const add = await measure(() => ask('POST', `/carts/cart-${carts++}/items`, line(products)))
  const checkout = await measure(async () => ask('POST', `/carts/${await fill(products)}/checkout`, CHECKOUT), 1)
  const figures = {
    lines,
    ...named('settings', settings, settings),
    ...named('read_cart', read, settings),
    ...named('add_item', add, settings),
    ...named('fill_and_check_out', checkout, settings),
  }
  console.log(JSON.stringify(figures))
} finally {
  await pool.close()
  await stage.close()
}

type Cost = { per_second: number; p50_ms: number; p99_ms: number; statements: number; cpu_us: number }

/** The same request from so many shoppers at once. */
async function measure(request: () => Promise<unknown>, warmup = seconds / 5): Promise<Cost> {
  await shoppers(request, warmup)
  const before = { usage: await stage.usage(), statements: await countStatements() }
  const times = await shoppers(request, seconds)
  const [usage, statements] = [await stage.usage(), await countStatements()]
  times.sort((one, other) => one - other)
  const quantile = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
  return {
    per_second: Math.round(times.length / seconds),
    p50_ms: quantile(0.5),
    p99_ms: quantile(0.99),
    statements: Number(((statements - before.statements) / times.length).toFixed(1)),
    cpu_us: Math.round((usage.cpu_us - before.usage.cpu_us) / times.length),
  }
}

/** Milliseconds that each request took. */
async function shoppers(request: () => Promise<unknown>, for_seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + for_seconds * 1000
  const shop = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      await request()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, shop))
  return times
}

async function countStatements(): Promise<number> {
  const [row] = await query<{ calls: number }>(stage.db, 'select sum(calls) as calls from pg_stat_statements', [])
  return Number(row?.calls ?? 0)
}

function named(name: string, cost: Cost, cheapest: Cost): Record<string, number> {
  const ratio = Number((cost.p50_ms / cheapest.p50_ms).toFixed(2))
  const all = { ...cost, ratio }
  return Object.fromEntries(Object.entries(all).map(([figure, value]) => [`${name}_${figure}`, value]))
}

/** A published catalog with stock of everything; the ids of its products. */
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

/** A cart with its lines, put in by one request. */
async function fill(products: readonly string[]): Promise<string> {
  const id = `full-${sold++}`
  await ask(
    'POST',
    `/carts/${id}/items`,
    Array.from({ length: lines }, () => line(products)),
  )
  return id
}

function line(products: readonly string[]) {
  return { type: 'cart_item', id: products[turn++ % products.length], quantity: 1 }
}

// biome-ignore lint/suspicious/noExplicitAny: a bench reads whatever the answer holds
async function ask(method: 'GET' | 'POST', path: string, data?: unknown): Promise<any> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' }
  const body = data === undefined ? null : JSON.stringify({ data })
  const answer = await pool.request({ method, path: `/v2${path}`, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return JSON.parse(text)
}
