import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { countOrders } from '../../../src/store/recommendations/count-orders.ts'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { uncachedStatementsOf } from '../../support/database/statements.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { change, publish } from '../../support/store/catalogs.ts'
import { insertPlacedOrder } from '../../support/store/placed-orders.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { embedded, type Json, openStore, type Store, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs, type StorefrontClient } from '../../support/storefront/hypermedia.ts'
import { itemOf } from '../../support/storefront/wishlists.ts'

const HOUR = 3_600_000

let stage: Stage
let store: Store
let shopper: StorefrontClient
beforeAll(async () => {
  stage = await openStage()
  store = await openStore(stage)
  shopper = await shopperOf(store)
  for (const skus of [
    ['LAMP', 'BULB'],
    ['LAMP', 'RUG', 'BULB'],
    ['LAMP', 'PEAR', 'BULB'],
    ['RUG', 'LAMP', 'PEAR'],
    ['RUG', 'PEAR', 'BULB', 'PEAR'],
  ])
    await placeOrder(skus)
  await countAll()
})
afterAll(() => stage.close())

async function placeOrder(skus: readonly string[]): Promise<void> {
  const at = Date.now() - HOUR
  const items = skus.map((sku) => ({ product_id: store.skus.get(sku) ?? null }))
  const order = { owner_id: store.seller.store_id, id: newId(at), updated_at: at, status: 'complete', items } as const
  await insertPlacedOrder(stage.database.db, order)
}

async function countAll(): Promise<void> {
  while (await countOrders(stage.app.foundation, Date.now()));
}

async function skusOf(sku: string, group: string): Promise<string[]> {
  const path = `recommendations:${group}:element:code`
  const { href } = (await itemOf(store, shopper, sku)).self
  return embedded((await shopper.get(`${href}?zoom=${path}`)).body, path).map(({ code }) => code)
}

test('an item has groups of recommendations, which lead back to it', async () => {
  const item = await itemOf(store, shopper, 'LAMP')
  const recommendations = await shopper.follow(item, 'recommendations', 'item')
  const uri = `/recommendations/items/${store.scope}/${encodeId(store.skus.get('LAMP') ?? '')}`
  const { _item, self, ...rest } = recommendations
  expect(_item).toEqual([item])
  expect(self).toMatchObject({ type: 'shop.collections.links', uri: `${uri}?zoom=item`, 'max-age': 600 })
  const link = (rel: string) => ({
    rel,
    type: 'application/vnd.shop.links',
    uri: `${uri}/${rel}`,
    href: `${store.origin}/storefront${uri}/${rel}`,
  })
  const back = {
    ...link('item'),
    rev: 'recommendations',
    type: 'application/vnd.shop.item',
    uri: item.self.uri,
    href: item.self.href,
  }
  expect(rest).toEqual({ messages: [], links: [link('boughttogether'), link('samenode'), back] })
})

test('items bought together with an item are listed, the most frequent first', async () => {
  expect(await skusOf('LAMP', 'boughttogether')).toEqual(['BULB', ...(await byId('RUG', 'PEAR'))])
  expect((await skusOf('BULB', 'boughttogether'))[0]).toBe('LAMP')
  expect(await skusOf('VASE', 'boughttogether')).toEqual([])
})

/** Equally frequent items are sorted by id. */
const byId = async (...skus: string[]) =>
  skus.sort((one, other) => ((store.skus.get(one) ?? '') < (store.skus.get(other) ?? '') ? -1 : 1))

test('other items of the same nodes are listed, newest first', async () => {
  const newest = [...store.skus.keys()].reverse()
  for (const sku of ['LAMP', 'BULB']) expect(await skusOf(sku, 'samenode')).toEqual(newest.filter((one) => one !== sku))
})

test('a group has pages like other lists', async () => {
  await setPageLength(2)
  const first = await shopper.follow(
    await shopper.follow(await itemOf(store, shopper, 'LAMP'), 'recommendations'),
    'boughttogether',
  )
  expect(first.pagination).toEqual({ current: 1, 'page-size': 2, pages: 2, results: 3, 'results-on-page': 2 })
  const last = await shopper.follow(first, 'next')
  expect([hrefs(last, 'element').length, hrefs(last, 'next'), hrefs(last, 'previous').length]).toEqual([1, [], 1])
  expect((await shopper.get(last.self.href.replace(/2$/, '3'))).status).toBe(404)
  await setPageLength(25)
})

async function setPageLength(page_length: number): Promise<void> {
  expectStatus(await store.seller.put('/v2/settings', { data: { type: 'settings', page_length } }), 200)
}

test('items outside the catalog are neither recommended nor have recommendations', async () => {
  const pear = store.skus.get('PEAR') ?? ''
  const { href } = (await itemOf(store, shopper, 'PEAR')).self
  const places = ['', '/boughttogether', '/samenode'].map(
    (group) => href.replace('/items/', '/recommendations/items/') + group,
  )
  expectStatus(await change(store.seller, `/products/${pear}`, 'product', { status: 'draft' }), 200)
  await publish(store.seller, store.catalog)
  expect(await skusOf('LAMP', 'boughttogether')).toEqual(['BULB', 'RUG'])
  expect(await skusOf('LAMP', 'samenode')).toEqual(['VASE', 'BULB', 'RUG'])
  for (const place of places) expect([place, (await shopper.get(place)).status]).toEqual([place, 404])
})

test('recommendations of many items need as many statements as those of one item', async () => {
  const [node = ''] = hrefs(await shopper.walk('navigations'), 'element')
  const { body } = await shopper.get(`${node}?zoom=items`)
  const list: string = body._items[0].self.href
  const count = (href: string, zoom: string) =>
    uncachedStatementsOf(stage, async () => {
      expect((await shopper.get(`${href}?zoom=${zoom}`)).status).toBe(200)
    })
  const zoom = (from: string) =>
    ['boughttogether', 'samenode'].map((group) => `${from}recommendations:${group}`).join(',')
  const item = (await itemOf(store, shopper, 'LAMP')).self.href
  const [one, many] = [await count(item, zoom('')), await count(list, zoom('element:'))]
  const [alone, listed] = [await count(item, 'availability'), await count(list, 'element:availability')]
  // Reading the stock takes one statement too.
  expect([one - alone, many - listed]).toEqual([1, 1])
})

test('a cancelled order no longer counts', async () => {
  expect((await skusOf('RUG', 'boughttogether')).length).toBeGreaterThan(0)
  const cancel = `update orders set status = 'cancelled', updated_at = $2 where owner_id = $1`
  await query(stage.database.db, cancel, [store.seller.store_id, new Date(Date.now() - HOUR / 2)])
  await countAll()
  const groups: Json[] = await Promise.all(['RUG', 'LAMP', 'BULB'].map((sku) => skusOf(sku, 'boughttogether')))
  expect(groups).toEqual([[], [], []])
})
