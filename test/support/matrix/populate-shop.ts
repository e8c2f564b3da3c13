import { type Client, eventually } from '../app.ts'
import { type Assortment, addProduct, change, createAssortment, publish } from '../store/catalogs.ts'
import { act, checkOut, customItem, expectStatus, newCartId, pay, putOrder } from '../store/shop.ts'
import type { Clients, Person, Sold } from './population.ts'
import type { Recording } from './recording.ts'

/** A published catalog with stock, files, exports and entries, a cart, and an order with transactions. */
export async function populateShop(clients: Clients, customer: Person, recording: Recording): Promise<Sold> {
  const { seller } = clients
  const assortment = await createAssortment(seller, { LAMP: 4900, RUG: 2800 })
  const product_id = assortment.skus.get('LAMP') ?? ''
  await populateBatches(seller, assortment, product_id)
  await populateProductFiles(seller, product_id)
  await populateVariations(seller, assortment, product_id)
  await populateReleases(clients, assortment)
  await populateFilesAndEntries(seller)
  const { promotion_id, code: coupon } = await populatePromotions(seller, product_id)
  await populateStock(seller, product_id)
  const order_id = await populateOrders({ seller, buyer: customer.client }, { product_id, coupon })
  const usages = `/v2/promotions/${promotion_id}/usages`
  const [usage] = expectStatus(await seller.get(usages), 200).body.data
  expectStatus(await seller.get(`${usages}/${usage.id}`), 200)
  await populateExports(seller)
  const cart_id = await populateCart(
    { seller, buyer: customer.client },
    { product_id, coupon, customer_id: customer.id, account_id: accountIn(recording), order_id },
  )
  for (const place of ['coupons', 'discounts'])
    recording.places.set(`/v2/carts/{cart_id}/${place}/{code}`, [cart_id, coupon])
  const dry = { type: 'promotion-dry-run', promotion: recordedPromotion(recording), orders: 5 }
  expectStatus(await seller.post('/v2/promotions/dry-run', { data: dry }), 200)
  expectStatus(await seller.put('/v2/settings', { data: { type: 'settings', page_length: 30 } }), 200)
  expectStatus(await seller.put('/v2/settings/cart', { data: { cart_expiry_days: 8 } }), 200)
  expectStatus(await seller.put('/v2/settings/account-membership', { data: { membership_limit: 100 } }), 200)
  return { cart_id, order_id, product_id, catalog_id: assortment.catalog, coupon, skus: assortment.skus }
}

function accountIn({ places }: Recording): string {
  return places.get('/v2/accounts/{account_id}')?.[0] ?? ''
}

function recordedPromotion({ bodies }: Recording): unknown {
  return (bodies.get('CreatePromotion') as { data: unknown }).data
}

async function populateReleases({ seller, shopper }: Clients, assortment: Assortment): Promise<void> {
  const { hierarchy, node, catalog } = assortment
  const product = assortment.skus.get('LAMP') ?? ''
  await publish(seller, catalog)
  expectStatus(await change(seller, `/hierarchies/${hierarchy}`, 'hierarchy', { description: 'All lamps' }), 200)
  const { id } = await publish(seller, catalog, { data: { export_full_delta: true } })
  for (const release of [id, 'latest'])
    for (const path of [`nodes/${node}`, `hierarchies/${hierarchy}`, `products/${product}`])
      expectStatus(await seller.get(`/v2/catalogs/${catalog}/releases/${release}/${path}`), 200)
  for (const path of [`nodes/${node}`, `hierarchies/${hierarchy}`, `products/${product}`])
    expectStatus(await shopper.get(`/v2/catalog/${path}`), 200)
  expectStatus(await shopper.post('/v2/catalog/multi-search', { searches: [{ q: 'lamp' }] }), 200)
  const places = `/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/products`
  const data = [{ type: 'product', id: product }]
  expectStatus(await seller.call('DELETE', places, { data }), 200)
  expectStatus(await seller.post(places, { data }), 201)
  expectStatus(await seller.put(places, { data }), 200)
  await populateTree(seller, assortment)
}

/** A copied hierarchy with nested nodes. */
async function populateTree(seller: Client, { hierarchy, node, skus }: Assortment): Promise<void> {
  const attributes = { name: 'Copy', description: 'Of all lamps', include_products: true }
  for (const path of ['duplicate_job', 'duplicate'])
    expectStatus(await seller.post(`/v2/hierarchies/${hierarchy}/${path}`, { data: { attributes } }), 201)
  const nodes = `/v2/hierarchies/${hierarchy}/nodes`
  const leaf = { type: 'node', attributes: { name: 'Leaf' } }
  const { id } = expectStatus(await seller.post(nodes, { data: leaf }), 201).body.data
  const child = { type: 'node', id }
  const children = `${nodes}/${node}/relationships/children`
  expectStatus(await seller.post(children, { data: [child] }), 201)
  expectStatus(await seller.put(children, { data: [child] }), 200)
  expectStatus(await seller.call('DELETE', children, { data: [child] }), 200)
  const parent = `${nodes}/${id}/relationships/parent`
  expectStatus(await seller.put(parent, { data: { type: 'node', id: node } }), 200)
  expectStatus(await seller.delete(parent), 200)
  const selection = { filter: `eq(id,${skus.get('LAMP')})`, node_ids: [id] }
  for (const step of ['attach', 'detach'])
    expectStatus(await seller.post(`/v2/products/${step}_nodes`, { data: selection }), 200)
  expectStatus(await seller.get(`${nodes}/${node}`), 200)
}

async function populateBatches(seller: Client, { book }: Assortment, product_id: string): Promise<void> {
  const product = { type: 'product', id: product_id, attributes: { external_ref: 'erp-1' } }
  expectStatus(await seller.put('/v2/products', { data: [product] }), 200)
  const prices = `/v2/pricebooks/${book}/prices`
  const [{ id, attributes }] = expectStatus(await seller.get(prices), 200).body.data
  const price = { type: 'product-price', id, attributes: { currencies: attributes.currencies } }
  expectStatus(await seller.put(prices, { data: [price] }), 200)
}

/** The product keeps a main image that shoppers see. */
async function populateProductFiles(seller: Client, product_id: string): Promise<void> {
  const link = { file_location: 'https://files.example.com/front.jpg', public: true }
  const { id } = expectStatus(await seller.post('/v2/files', { data: link }), 201).body.data
  const data = { type: 'file', id }
  const path = `/v2/products/${product_id}/relationships`
  expectStatus(await seller.post(`${path}/files`, { data: [data] }), 201)
  expectStatus(await seller.put(`${path}/files`, { data: [data] }), 200)
  expectStatus(await seller.call('DELETE', `${path}/files`, { data: [data] }), 200)
  expectStatus(await seller.post(`${path}/main_image`, { data }), 201)
  expectStatus(await seller.call('DELETE', `${path}/main_image`), 200)
  expectStatus(await seller.put(`${path}/main_image`, { data }), 200)
}

/** A built product, and the variations of a product that is sold. */
async function populateVariations(seller: Client, assortment: Assortment, product_id: string): Promise<void> {
  const make = async (path: string, type: string, attributes: object) =>
    expectStatus(await seller.post(`/v2/${path}`, { data: { type, attributes } }), 201).body.data.id as string
  const variation = await make('variations', 'product-variation', { name: 'Size' })
  await make(`variations/${variation}/options`, 'product-variation-option', { name: 'Large' })
  const sku = `built-${crypto.randomUUID().slice(0, 8)}`
  const parent = await addProduct(seller, assortment, { name: 'Shade', sku })
  const data = [{ type: 'product-variation', id: variation }]
  expectStatus(await seller.post(`/v2/products/${parent}/relationships/variations`, { data }), 201)
  expectStatus(await seller.post(`/v2/products/${parent}/build`), 201)
  const path = `/v2/products/${product_id}/relationships/variations`
  expectStatus(await seller.put(path, { data }), 200)
  expectStatus(await seller.call('DELETE', path, { data }), 200)
}

async function populateFilesAndEntries(seller: Client): Promise<void> {
  const file = { type: 'file', file_name: 'lamp.txt', file_location: 'https://files.example.com/lamp.txt' }
  const { file_location, file_name } = file
  const made = expectStatus(await seller.post('/v2/files', { data: { file_location, file_name } }), 201)
  expectStatus(await seller.get(`/v2/files/${made.body.data.id}`), 200)
  const apis = '/v2/settings/extensions/custom-apis'
  const slug = `wishes-${crypto.randomUUID().slice(0, 8)}`
  const api_type = `${slug.replace('-', '_')}_ext`
  const api = { type: 'custom_api', name: 'Wishes', slug, api_type }
  const { id } = expectStatus(await seller.post(apis, { data: api }), 201).body.data
  const field = { type: 'custom_field', name: 'Title', slug: 'title', field_type: 'string' }
  expectStatus(await seller.post(`${apis}/${id}/fields`, { data: field }), 201)
  const entry = { type: api_type, title: 'A lamp' }
  for (const entries of [`${apis}/${id}/entries`, `/v2/extensions/${slug}`]) {
    const one = expectStatus(await seller.post(entries, { data: entry }), 201).body.data
    expectStatus(await seller.put(`${entries}/${one.id}`, { data: { ...entry, title: 'Two lamps' } }), 200)
  }
}

/** A coupon promotion, and a code that can be used often. */
async function populatePromotions(seller: Client, product_id: string) {
  const terms = { scope: 'cart', action: { kind: 'amount', amount: 100 }, currency: 'USD', trigger: 'coupon' }
  const data = { type: 'promotion', name: 'A dollar off', target: { products: [product_id] }, ...terms }
  const { id: promotion_id } = expectStatus(await seller.post('/v2/promotions', { data }), 201).body.data
  const path = `/v2/promotions/${promotion_id}`
  const code = `code-${crypto.randomUUID().slice(0, 8)}`
  expectStatus(await seller.post(`${path}/coupons`, { data: { type: 'coupon', code } }), 201)
  const batch = { type: 'coupon-batch', size: 3 }
  expectStatus(await seller.post(`${path}/coupon-batches`, { data: batch }), 201)
  return { promotion_id, code }
}

async function spareProduct(seller: Client): Promise<string> {
  const attributes = { name: 'Spare', sku: crypto.randomUUID() }
  return expectStatus(await seller.post('/v2/products', { data: { type: 'product', attributes } }), 201).body.data.id
}

async function populateStock(seller: Client, product_id: string): Promise<void> {
  const path = `/v2/inventories/${product_id}`
  expectStatus(await seller.post(path, { data: { type: 'stock', quantity: 100 } }), 201)
  expectStatus(await seller.post('/v2/inventories/multiple', { data: [{ id: product_id }] }), 200)
  expectStatus(await seller.get('/v2/inventories/locations/default'), 200)
  const created = { id: await spareProduct(seller), attributes: { available: 3 } }
  expectStatus(await seller.post('/v2/inventories', { data: created }), 201)
  expectStatus(await seller.put(path, { data: { attributes: { available: 90 } } }), 200)
  const data = { type: 'stock-transaction', action: 'increment', quantity: 5, reason: 'Counted' }
  expectStatus(await seller.post(`${path}/transactions`, { data }), 201)
}

type Sale = { seller: Client; buyer: Client }
type Goods = { product_id: string; coupon: string }

async function fill({ seller, buyer }: Sale, { product_id, coupon }: Goods): Promise<string> {
  const id = newCartId()
  const lamp = { type: 'cart_item', id: product_id, quantity: 2 }
  expectStatus(await seller.post(`/v2/carts/${id}/items`, { data: [customItem(100)] }), 201)
  expectStatus(await buyer.post(`/v2/carts/${id}/items`, { data: [lamp] }), 201)
  expectStatus(await buyer.post(`/v2/carts/${id}/coupons`, { data: { type: 'coupon', code: coupon } }), 201)
  return id
}

/** Orders with every kind of payment. The last has a pending transaction and is the one under attack. */
async function populateOrders(sale: Sale, goods: Goods): Promise<string> {
  const { seller, buyer } = sale
  const order = async () =>
    expectStatus(await checkOut(buyer, await fill(sale, goods), {}, { 'idempotency-key': crypto.randomUUID() }), 201)
      .body.data.id as string
  const gone = await order()
  expectStatus(await putOrder(seller, gone, { status: 'cancelled' }), 200)
  expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [gone] } }), 200)
  const given_up = await order()
  const authorization = expectStatus(await pay(buyer, given_up, { method: 'authorize' }), 201).body.data
  expectStatus(await act(seller, given_up, authorization.id, 'cancel'), 200)
  const id = await order()
  const later = { amount: 100, options: { outcome: 'approve_later', after_seconds: 86_400 } }
  const pending = expectStatus(await pay(buyer, id, later), 201).body.data
  expectStatus(await act(seller, id, pending.id, 'confirm', { outcome: 'complete' }), 200)
  const authorized = expectStatus(await pay(buyer, id, { method: 'authorize' }), 201).body.data
  expectStatus(await act(seller, id, authorized.id, 'capture', {}), 201)
  const items = expectStatus(await seller.get(`/v2/orders/${id}/items`), 200).body.data
  const item = items.find(({ product_id }: { product_id: string | null }) => product_id === goods.product_id)
  const units = { items: [{ id: item.id, quantity: 1 }] }
  expectStatus(await act(seller, id, authorized.id, 'refund/preview', units), 200)
  expectStatus(await act(seller, id, authorized.id, 'refund', units), 201)
  await populateShipments(seller, { order_id: id, item_id: item.id })
  expectStatus(await seller.post(`/v2/orders/${id}/notes`, { data: { type: 'order_note', text: 'Called twice' } }), 201)
  expectStatus(await putOrder(seller, id, { external_ref: 'crm-7' }), 200)
  expectStatus(await buyer.get(`/v2/orders/${id}`), 200)
  return id
}

/** One cancelled and one open shipment. */
async function populateShipments(seller: Client, { order_id, item_id }: { order_id: string; item_id: string }) {
  const path = `/v2/orders/${order_id}/shipments`
  const data = { type: 'shipment', carrier: 'Snail', tracking_number: 'S-1', items: [{ id: item_id, quantity: 1 }] }
  const given_up = expectStatus(await seller.post(path, { data }), 201).body.data
  expectStatus(await seller.post(`${path}/${given_up.id}/cancel`), 200)
  const { id } = expectStatus(await seller.post(path, { data }), 201).body.data
  expectStatus(await seller.put(`${path}/${id}`, { data: { type: 'shipment', tracking_number: 'S-2' } }), 200)
}

async function populateExports(seller: Client): Promise<void> {
  const { id } = expectStatus(await seller.post('/v2/jobs', { data: { type: 'job', what: 'orders' } }), 201).body.data
  await eventually(
    () => seller.get(`/v2/jobs/${id}`),
    ({ body }) => body.data.status === 'complete',
  )
}

type Owned = Goods & { customer_id: string; account_id: string; order_id: string }

async function populateCart(sale: Sale, goods: Owned): Promise<string> {
  const { seller, buyer } = sale
  const id = await fill(sale, goods)
  const path = `/v2/carts/${id}`
  expectStatus(await buyer.post('/v2/carts', { data: { type: 'cart', id, name: 'Mine' } }), 201)
  expectStatus(await buyer.put(path, { data: { type: 'cart', description: 'For the hall' } }), 200)
  const whose = { data: [{ type: 'customer', id: goods.customer_id }] }
  expectStatus(await buyer.call('DELETE', `${path}/relationships/customers`, whose), 200)
  expectStatus(await buyer.post(`${path}/relationships/customers`, whose), 200)
  const account = { data: [{ type: 'account', id: goods.account_id }] }
  expectStatus(await seller.call('DELETE', `${path}/relationships/accounts`, account), 200)
  expectStatus(await seller.post(`${path}/relationships/accounts`, account), 200)
  const again = { type: 'order_items', order_id: goods.order_id }
  expectStatus(await buyer.post(`${path}/items`, { data: again }), 201)
  const lines = expectStatus(await buyer.get(`${path}/items`), 200).body.data as { id: string; type: string }[]
  const id_of_line = lines.find(({ type }) => type === 'cart_item')?.id ?? ''
  const line = `${path}/items/${id_of_line}`
  expectStatus(await buyer.put(`${path}/items`, { data: [{ id: id_of_line, quantity: 2 }] }), 200)
  expectStatus(await buyer.put(line, { data: { type: 'cart_item', quantity: 3 } }), 200)
  const tax = { type: 'tax_item', name: 'Levy', jurisdiction: 'US', code: 'levy', rate: 0.1 }
  const taxed = expectStatus(await seller.post(`${line}/taxes`, { data: tax }), 201).body.data
  const item = { data: { type: 'cart_item', id: id_of_line } }
  expectStatus(await seller.post(`${path}/taxes`, { data: [{ ...tax, relationships: { item } }] }), 201)
  expectStatus(await seller.put(`${line}/taxes/${taxed.id}`, { data: { type: 'tax_item', rate: 0.2 } }), 200)
  return id
}

/** Gives a neighbor of the customer a cart and an order. */
export async function populateNeighbor(buyer: Client, product_id: string): Promise<void> {
  const lamp = { type: 'cart_item', id: product_id, quantity: 1 }
  const [sold, kept] = [newCartId(), newCartId()]
  for (const id of [sold, kept]) expectStatus(await buyer.post(`/v2/carts/${id}/items`, { data: [lamp] }), 201)
  const { id } = expectStatus(await checkOut(buyer, sold), 201).body.data
  expectStatus(await pay(buyer, id, { amount: 100 }), 201)
  const [line] = expectStatus(await buyer.get(`/v2/carts/${kept}/items`), 200).body.data
  expectStatus(await buyer.get(`/v2/carts/${kept}/items/${line.id}`), 200)
}
