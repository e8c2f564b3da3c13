// Measures a shopper's storefront requests: a cart with the full price and promotion zoom, adding to the cart, a cart
// of many lines, an order with all details, a purchase (milliseconds of CPU in Node and in PostgreSQL, statements,
// duration), and a search with prices at a steady rate. Compared with the cheapest request that queries the database
// (the settings, one row by primary key) in the same run.
// node bench/storefront.ts [--seconds 3] [--connections 1,8] [--products 50000] [--rate 50] [--promotions 10]
// [--only settings,search]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { query } from '../src/db/database.ts'
import { openClient } from '../test/support/app.ts'
import { clientWith } from '../test/support/storefront/hypermedia.ts'
import { completeOrder, enableCheckout, submit } from '../test/support/storefront/orders.ts'
import { forSeconds, measurer, shoppers } from './support/cost.ts'
import { quantile } from './support/quantile.ts'
import { setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,8' },
    products: { type: 'string', default: '50000' },
    rate: { type: 'string', default: '50' },
    /** Requests to measure, such as `settings,search`; by default all. */
    only: { type: 'string', default: '' },
    promotions: { type: 'string', default: '10' },
  },
})
const seconds = Number(values.seconds)
const products = Number(values.products)
const rate = Number(values.rate)

const CARTS = 32
const WHOLE =
  'total,discount,appliedpromotions:element,lineitems:element,lineitems:element:price,lineitems:element:total,' +
  'lineitems:element:appliedpromotions:element,order:total,order:tax,order:couponinfo:coupon:appliedpromotions:element'
const ORDER =
  'order:total,order:tax,order:deliveries:element:shippingoptioninfo:shippingoption,' +
  'order:paymentmethodinfo:paymentmethod,order:purchaseform'
const PURCHASE =
  'lineitems:element,lineitems:element:appliedpromotions:element,shipments:element:shippingoption,shipments:element:total,' +
  'shipments:element:tax,discount,appliedpromotions:element'
const SEARCHED = 'element:definition,element:price'

// biome-ignore lint/suspicious/noExplicitAny: a bench reads whatever the response holds
type Json = any

const stage = await setStage({ integrations: 0, processes: ['api,deliveries'] })
const { origin } = new URL(stage.base_url)
const pool = new Pool(origin, { connections: 32 })
const measure = await measurer(stage)
let turn = 0
try {
  await stockTheShop()
  const small = await Promise.all(Array.from({ length: CARTS }, () => fillCart(5)))
  const large = [await fillCart(100)]
  const ordered = await fillCart(5)
  await completeOrder(clientWith(origin, ordered.token))
  const bought = await buy()
  const listed = await listOfItems(ordered.token)
  const next = (carts: typeof small) => carts[turn++ % carts.length] as (typeof small)[number]
  const requests = {
    settings: () => seller('GET', '/settings'),
    search: () => search(next(small).token),
    list: () => ask(next(small).token, 'GET', `${listed}?zoom=${SEARCHED}`),
    cart: () => ask(next(small).token, 'GET', `/carts/bench/default?zoom=${WHOLE}`),
    add: () => {
      const { token, form } = next(small)
      return ask(token, 'POST', `${form}?followlocation&zoom=price,total,cart:total`, { quantity: 1 })
    },
    cart_of_100: () => ask(next(large).token, 'GET', `/carts/bench/default?zoom=${WHOLE}`),
    order: () => ask(ordered.token, 'GET', `/carts/bench/default?zoom=${ORDER}`),
    purchase: () => ask(bought.token, 'GET', `${bought.purchase}?zoom=${PURCHASE}`),
  }
  for (const request of Object.values(requests)) await shoppers(request, 8, forSeconds(1))
  const metrics = { products, promotions: Number(values.promotions), seconds }
  for (const shopping of values.connections.split(',').map(Number)) {
    for (const [name, request] of Object.entries(requests)) {
      if (values.only !== '' && !values.only.split(',').includes(name)) continue
      const cost = await measure(request, shopping, forSeconds(seconds))
      for (const [metric, value] of Object.entries(cost))
        Object.assign(metrics, { [`${name}_${metric}_at_${shopping}`]: value })
      console.error(`${name} at ${shopping}:`, JSON.stringify(cost))
    }
  }
  const { token } = next(small)
  await searchSteadily(token, 1)
  const times = await searchSteadily(token, 4 * seconds)
  const searches = { search_p50_ms: quantile(times, 0.5), search_p99_ms: quantile(times, 0.99), search_per_s: rate }
  console.error('searches:', JSON.stringify(searches))
  const rss_mb = Math.round((await stage.usage()).rss / 2 ** 20)
  console.log(JSON.stringify({ ...metrics, ...searches, rss_mb }))
} finally {
  await pool.close()
  await stage.close()
}

/** Durations in milliseconds of searches that start at a steady rate, regardless of earlier ones. */
async function searchSteadily(token: string, lasting: number): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const end = performance.now() + lasting * 1000
  for (let due = performance.now(); due < end; due += 1000 / rate) {
    await wait(Math.max(0, due - performance.now()))
    running.push(
      search(token).then(() => {
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return times
}

/** A page of 20 items, each with its definition and price. */
function search(token: string): Promise<Json> {
  const body = { keywords: `word${turn++ % 500}`, 'page-size': 20 }
  return ask(token, 'POST', `/searches/bench/keywords/items?zoom=${SEARCHED}`, body)
}

/** Address of the first page of the only node's items. */
async function listOfItems(token: string): Promise<string> {
  const zoom = 'element:items'
  const { _element } = await ask(token, 'GET', `/navigations/bench?zoom=${zoom}`)
  return _element[0]._items[0].self.uri
}

/** A new shopper with that many lines in the cart; `form` adds an item that is already in the cart. */
async function fillCart(lines: number): Promise<{ token: string; form: string }> {
  const body = new URLSearchParams({ grant_type: 'password', role: 'PUBLIC', scope: 'bench' })
  const given = await fetch(`${origin}/storefront/oauth2/tokens`, { method: 'POST', body })
  const { access_token: token } = (await given.json()) as { access_token: string }
  let form = ''
  for (let line = 0; line < lines; line += 1) {
    const keywords = `LAMP-${1 + ((turn++ * 37) % products)}`
    const found = await ask(token, 'POST', '/searches/bench/keywords/items?zoom=element', { keywords })
    const { uri } = found._element[0].links.find(({ rel }: Json) => rel === 'addtocartform')
    form = uri
    await ask(token, 'POST', form, { quantity: 1 })
  }
  return { token, form }
}

async function buy(): Promise<{ token: string; purchase: string }> {
  const { token } = await fillCart(5)
  const client = clientWith(origin, token)
  await completeOrder(client)
  const { body } = await submit(client, '?followlocation')
  return { token, purchase: body.self.uri }
}

async function ask(token: string, method: 'GET' | 'POST', uri: string, data?: unknown): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = data === undefined ? null : JSON.stringify(data)
  const response = await pool.request({ method, path: `/storefront${uri}`, headers, body })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${uri}: ${response.statusCode} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/**
 * Publishes a catalog whose products each have one of 500 words, with cart promotions, shipping options and payment
 * gateways.
 */
async function stockTheShop(): Promise<void> {
  await enableCheckout({ seller: await openClient({ origin }, stage, stage, 'client_credentials') })
  const hierarchy = (await seller('POST', '/hierarchies', { type: 'hierarchy', attributes: { name: 'Lighting' } })).id
  const nodes = `/hierarchies/${hierarchy}/nodes`
  const node = (await seller('POST', nodes, { type: 'node', attributes: { name: 'Lamps' } })).id
  const pricebook_id = (await seller('POST', '/pricebooks', { type: 'pricebook', attributes: { name: 'Retail' } })).id
  const first = { sku: 'LAMP-0', name: 'Lamp', status: 'live', description: 'Of oak' }
  const model = (await seller('POST', '/products', { type: 'product', attributes: first })).id
  const price = { type: 'product-price', attributes: { sku: 'LAMP-0', currencies: { USD: { amount: 1999 } } } }
  await seller('POST', `/pricebooks/${pricebook_id}/prices`, price)
  await copyRows('products', { sku: `'LAMP-' || n`, name: `'Lamp ' || n || ' word' || n % 500` }, `sku = 'LAMP-0'`)
  await copyRows('product_prices', { sku: `'LAMP-' || n` }, `sku = 'LAMP-0'`)
  await seller('POST', `${nodes}/${node}/relationships/products`, [{ type: 'product', id: model }])
  await query(
    stage.db,
    `insert into node_products select (jsonb_populate_record(model, jsonb_build_object('product_id', p.id))).*
       from node_products as model, products p where model.product_id = $1 and p.id <> $1`,
    [model],
  )
  const attributes = { name: 'Shop', hierarchy_ids: [hierarchy], pricebook_id }
  const catalog = (await seller('POST', '/catalogs', { type: 'catalog', attributes })).id
  const { id } = await seller('POST', `/catalogs/${catalog}/releases`, { type: 'catalog-release' })
  const published = async () => (await seller('GET', `/catalogs/${catalog}/releases/${id}`)).meta.release_status
  while ((await published()) !== 'PUBLISHED') await wait(200)
  for (let index = 0; index < Number(values.promotions); index += 1)
    await seller('POST', '/promotions', {
      type: 'promotion',
      name: `Cent ${index}`,
      scope: 'cart',
      currency: 'USD',
      when: { kind: 'subtotal', minimum: 1 + index },
      action: { kind: 'amount', amount: 1 },
    })
  await query(stage.db, 'vacuum analyze', [])
}

/** Copies the model row with new ids and these columns. */
async function copyRows(table: string, columns: Readonly<Record<string, string>>, model: string): Promise<void> {
  const changed = Object.entries(columns).map(([name, value]) => `'${name}', ${value}`)
  await query(
    stage.db,
    `insert into ${table} select (jsonb_populate_record(model, jsonb_build_object('id', uuidv7(), ${changed.join(', ')}))).*
       from ${table} as model, generate_series(1, ${products}) as n where ${model}`,
    [],
  )
}

async function seller(method: 'GET' | 'POST', path: string, data?: unknown): Promise<Json> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' }
  const body = data === undefined ? null : JSON.stringify({ data })
  const response = await pool.request({ method, path: `/v2${path}`, headers, body })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
  return JSON.parse(text).data
}
