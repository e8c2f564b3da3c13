import { expect } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { countOrders } from '../../../src/store/recommendations/count-orders.ts'
import type { Stage } from '../stage.ts'
import { change, publish } from '../store/catalogs.ts'
import { insertPlacedOrder } from '../store/placed-orders.ts'
import { makeCoupon, makePromotion } from '../store/promotions.ts'
import { expectStatus } from '../store/shop.ts'
import { addItem, inCart, type Json, openStore, type Store, shopperOf } from './carts.ts'
import { clientWith, hrefs, openStorefront, type StorefrontClient, tokenFor } from './hypermedia.ts'
import { ADA, choose, completeOrder, enableCheckout, fill, submit, TO_DESTINATION } from './orders.ts'
import { wish } from './wishlists.ts'

export type Node = { name: string; type: string; path: string; relations: { rel: string; to: string; type: string }[] }

/**
 * A store in which one shopper reaches every kind of resource by links, and another has an item that is no longer for
 * sale.
 */
export type WholeStore = {
  store: Store
  shopper: StorefrontClient
  late: StorefrontClient
  nodes: readonly Node[]
  world: Map<string, Json>
}

export async function openWholeStore(stage: Stage): Promise<WholeStore> {
  const store = await openStore(stage)
  await enableCheckout(store)
  await promote(store)
  const late = await shopperOf(store)
  const headers = { 'x-ep-user-traits': 'CURRENCY=JPY' }
  expectStatus(await addItem(store, late, { sku: 'PEAR', headers }, { quantity: 1 }), 201)
  await changeProducts(store)
  const settings = { type: 'settings', page_length: 2 }
  expectStatus(await store.seller.put('/v2/settings', { data: settings }), 200)
  const shopper = await shopperOf(store)
  const { resources: nodes } = (await shopper.get(`${store.origin}/storefront/graph`)).body
  await goShopping(store, shopper)
  expectStatus(await submit(shopper), 201)
  await shipPart(store)
  await recommend(stage, store)
  await goShopping(store, shopper)
  for (const sku of ['LAMP', 'RUG']) await wish(store, shopper, sku)
  const world = await follow(shopper, [`${store.origin}/storefront`, ...(await sendSearches(shopper))])
  return { store, shopper, late, nodes, world }
}

/** One promotion of each scope, one by coupon, one with a gift, and one that does not apply yet. */
async function promote({ seller }: Store): Promise<void> {
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  const item = { scope: 'item', target: { skus: ['BULB'] }, action: tenth, currency: null }
  const line = { scope: 'line_total', target: { skus: ['LAMP'] }, action: tenth, currency: null }
  await makePromotion(seller, { name: 'Item', ...item })
  await makePromotion(seller, { name: 'Line', ...line })
  await makePromotion(seller, { name: 'Parcel', scope: 'shipping', action: tenth, currency: null })
  await makePromotion(seller, { name: 'Cart' })
  await makePromotion(seller, { name: 'Later', when: { kind: 'subtotal', minimum: 900_000 } })
  await makeCoupon(seller, await makePromotion(seller, { name: 'Coupon', trigger: 'coupon' }), { code: 'SPRING' })
}

/** Adds an image to lamps, makes lamps and bulbs variants of one product, and withdraws pears. */
async function changeProducts(store: Store): Promise<void> {
  const pear = `/products/${store.skus.get('PEAR')}`
  expectStatus(await change(store.seller, pear, 'product', { status: 'draft' }), 200)
  const image = { file_location: 'https://images.example.com/lamp.jpg', mime_type: 'image/jpeg', public: true }
  const { id } = expectStatus(await store.seller.post('/v2/files', { data: image }), 201).body.data
  const lamp = `/products/${store.skus.get('LAMP')}`
  expectStatus(await change(store.seller, lamp, 'product', { main_image_file_id: id }), 200)
  for (const sku of ['LAMP', 'BULB']) {
    const varied = { definition: 'light', options: [{ name: 'kind', value: sku }] }
    expectStatus(await change(store.seller, `/products/${store.skus.get(sku)}`, 'product', varied), 200)
  }
  await publish(store.seller, store.catalog)
}

async function goShopping(store: Store, shopper: StorefrontClient): Promise<void> {
  for (const sku of ['LAMP', 'RUG', 'BULB']) await addItem(store, shopper, { sku }, { quantity: 2 })
  await fill(shopper, 'order:couponinfo:couponform', 'applycouponaction', { code: 'spring' })
  await completeOrder(shopper)
}

/** Ships one unit of the first line of the only order. */
async function shipPart({ seller }: Store): Promise<void> {
  const [order] = expectStatus(await seller.get('/v2/orders'), 200).body.data
  const [line] = expectStatus(await seller.get(`/v2/orders/${order.id}/items`), 200).body.data
  const data = { type: 'shipment', items: [{ id: line.id, quantity: 1 }] }
  expectStatus(await seller.post(`/v2/orders/${order.id}/shipments`, { data }), 201)
}

/** Counts purchases and adds a vase bought with a lamp, so that a lamp has more recommendations than a page shows. */
async function recommend({ database: { db } }: Stage, { seller, skus }: Store): Promise<void> {
  const now = Date.now()
  const items = ['LAMP', 'VASE'].map((sku) => ({ product_id: skus.get(sku) ?? null }))
  const order = { owner_id: seller.store_id, id: newId(now), updated_at: now, status: 'complete', items } as const
  await insertPlacedOrder(db, order)
  while (await countOrders({ db }, now + HOUR));
}

const HOUR = 3_600_000

/** Addresses of the search and lookup forms' results. */
async function sendSearches(shopper: StorefrontClient): Promise<string[]> {
  const sent: [string[], string, object][] = [
    [['searches', 'keywordsearchform'], 'itemkeywordsearchaction', { keywords: 'lamp', 'page-size': 2 }],
    [['searches', 'keywordsearchform'], 'itemkeywordsearchaction', { keywords: 'rug' }],
    [['lookups', 'batchitemslookupform'], 'batchitemslookupaction', { codes: ['LAMP', 'RUG'] }],
  ]
  return Promise.all(
    sent.map(async ([rels, action, body]) => {
      const [href = ''] = hrefs(await shopper.walk(...rels), action)
      return (await shopper.send('POST', href, body)).headers.get('location') ?? ''
    }),
  )
}

/** Searches lead to ever more sorted and narrowed results, so only this many are followed. */
const MAX_RESULTS = 4

/**
 * Follows every link except those that `leaves` names, and only the first elements of long lists. Keyed by address
 * without the base.
 */
async function follow(
  shopper: StorefrontClient,
  open: string[],
  leaves: readonly string[] = [],
): Promise<Map<string, Json>> {
  const seen = new Map<string, Json>()
  const results = new Set<string>()
  const isFollowed = ({ rel, href }: Json, index: number) => {
    if (leaves.includes(rel) || (rel === 'element' && index >= 6)) return false
    if (rel === 'result' && results.size < MAX_RESULTS) results.add(href)
    return rel !== 'result' || results.has(href)
  }
  for (let href = open.pop(); href !== undefined; href = open.pop()) {
    if (seen.has(href)) continue
    const { status, body } = await shopper.get(href)
    expect([href, status]).toEqual([href, 200])
    seen.set(href, body)
    for (const [index, link] of body.links.entries()) if (isFollowed(link, index)) open.push(link.href)
  }
  return seen
}

export function nodeAt(nodes: readonly Node[], uri: string): Node {
  const steps = uri.split('/')
  const fits = (path: string) => {
    const pattern = path.split('/')
    return (
      pattern.length === steps.length && pattern.every((step, index) => step.startsWith('{') || step === steps[index])
    )
  }
  const fixed = ({ path }: Node) => path.split('/').filter((step) => !step.startsWith('{')).length
  const [node] = nodes.filter(({ path }) => fits(path)).sort((one, other) => fixed(other) - fixed(one))
  if (node === undefined) throw new Error(`The graph has no resource at ${uri}.`)
  return node
}

/** Parts of the shop that are the same for every shopper. */
const SAME_FOR_ALL = ['searches', 'lookups', 'navigations', 'countries', 'definition', 'item']

/**
 * Carts, orders and profiles of other shoppers: without data, with only a cart, with a choice made, with a choice open,
 * with an item no longer for sale, and a customer. Two orders have changed since they were displayed.
 */
export async function followOthers({ store, late }: WholeStore, customer: StorefrontClient): Promise<Json[]> {
  const root = `${store.origin}/storefront`
  const [hasty, choosing, undecided] = [await shopperOf(store), await shopperOf(store), await shopperOf(store)]
  for (const shopper of [hasty, choosing, undecided]) await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  await completeOrder(choosing)
  for (const shopper of [choosing, undecided]) await fillTwice(shopper)
  await deleteChosen(undecided)
  const worlds = [
    await follow(await shopperOf(store), [root], SAME_FOR_ALL),
    await follow(customer, [root], SAME_FOR_ALL),
    await follow(late, [root], SAME_FOR_ALL),
    await follow(hasty, [root], SAME_FOR_ALL),
    await follow(choosing, await changedForm(store, choosing), SAME_FOR_ALL),
    await follow(undecided, await changedForm(store, undecided), SAME_FOR_ALL),
  ]
  await choose(undecided, TO_DESTINATION, () => true)
  const once = { 'display-name': 'Once', token: 'manual' }
  await fill(undecided, 'order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenfororderaction', once)
  worlds.push(await follow(undecided, [root], SAME_FOR_ALL))
  return worlds.flatMap((world) => [...world.values()])
}

/** The form of an order that changes afterwards. */
async function changedForm(store: Store, shopper: StorefrontClient): Promise<string[]> {
  const [order] = await inCart(shopper, 'order')
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  return hrefs(order, 'purchaseform')
}

/** Adds two addresses and chooses the first, and two payment methods and chooses the last. */
async function fillTwice(shopper: StorefrontClient): Promise<void> {
  for (const region of ['OR', 'WA']) {
    const address = { ...ADA, address: { ...ADA.address, region } }
    await fill(shopper, 'order:billingaddressinfo:addressform', 'createaddressaction', address)
  }
  for (const token of ['manual', 'sandbox']) {
    const method = { 'display-name': token, token }
    await fill(shopper, 'order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenaction', method)
  }
}

async function deleteChosen(shopper: StorefrontClient): Promise<void> {
  const [address = ''] = hrefs(await shopper.walk('defaultprofile', 'addresses'), 'element')
  const method = hrefs(await shopper.walk('defaultprofile', 'paymentmethods'), 'element').at(-1) ?? ''
  for (const href of [address, method]) expectStatus(await shopper.send('DELETE', href), 204)
}

export async function registeredShopper(store: Pick<Store, 'origin' | 'scope'>): Promise<StorefrontClient> {
  const anonymous = await openStorefront(store, store.scope)
  const [href = ''] = hrefs(await anonymous.walk('newaccountform'), 'registeraction')
  const login = { username: 'grace@example.com', password: 'correct horse battery' }
  expectStatus(await anonymous.send('POST', href, { 'given-name': 'Grace', 'family-name': 'Hopper', ...login }), 201)
  const { body } = await tokenFor(store.origin, { role: 'REGISTERED', scope: store.scope, ...login })
  return clientWith(store.origin, body.access_token)
}
