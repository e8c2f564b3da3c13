import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '../../support/exchange.ts'
import { openNginx } from '../../support/servers/nginx.ts'
import type { WebServer } from '../../support/servers/web-server.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { publish } from '../../support/store/catalogs.ts'
import { type Json, openStore, type Store, shopperOf } from '../../support/storefront/carts.ts'
import { registeredShopper } from '../../support/storefront/graph.ts'

const GUIDE = new URL('../../../docs/guides/catalog-caching.md', import.meta.url)
const LIST = '/v2/catalog/products?sort=sku'

let stage: Stage
let [store, other]: Store[] = []
let nginx: WebServer
beforeAll(async () => {
  stage = await openSharedStage()
  ;[store, other] = [await openStore(stage), await openStore(stage)]
  const guide = await readFile(GUIDE, 'utf8')
  const written = (part: string) => new RegExp(`\`\`\`${part}\n([^\`]*)\`\`\``).exec(guide)?.[1] ?? ''
  nginx = await openNginx(
    () => written('nginx-server').replace('127.0.0.1:7070', new URL(stage.app.origin).host),
    (folder) => written('nginx-http').replace('/var/cache/nginx', folder),
  )
})
afterAll(async () => {
  await nginx.close()
  await stage.close()
})

async function read(token: string, path = LIST, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${token}`, ...headers }
  const { status, headers: received, text } = await exchange(`${nginx.origin}${path}`, { headers: sent })
  const body: Json = text === '' ? null : JSON.parse(text)
  return { status, body, from: received.get('x-cache-status'), etag: received.get('etag') ?? '' }
}

const tokenOf = (of: Store | undefined) => of?.buyer.token ?? ''

test('a page is cached, and revalidated after a second', async () => {
  const first = await read(tokenOf(store))
  expect([first.status, first.from]).toEqual([200, 'MISS'])
  const again = await read(tokenOf(store))
  expect([again.body, again.from]).toEqual([first.body, 'HIT'])
  await expect.poll(async () => (await read(tokenOf(store))).from).toBe('REVALIDATED')
  expect((await read(tokenOf(store), LIST, { 'if-none-match': first.etag })).status).toBe(304)
})

test('another store gets its own page at the same URL', async () => {
  const [own, others] = [await read(tokenOf(store)), await read(tokenOf(other))]
  expect(others.from).toBe('MISS')
  expect(others.body.data.map(({ id }: Json) => id)).not.toContain(own.body.data[0].id)
  for (const currency of ['USD', 'JPY']) {
    const { body } = await read(tokenOf(store), LIST, { 'x-moltin-currency': currency })
    expect(body.data.flatMap(({ meta }: Json) => meta.price?.currency ?? [])).toContain(currency)
  }
})

test('a new release is served within the second that nginx caches', async () => {
  const named = async () => (await read(tokenOf(store))).body.data[0].attributes.name
  const [id] = [store?.skus.get('BULB')]
  if (store === undefined) throw new Error('No store.')
  const before = await named()
  const data = { type: 'product', attributes: { name: 'Bright bulb' } }
  await store.seller.put(`/v2/products/${id}`, { data })
  await publish(store.seller, store.catalog)
  await expect.poll(named).toBe('Bright bulb')
  expect(before).not.toBe('Bright bulb')
})

test('responses to logged-in shoppers, and those with stock or a cart, are not cached', async () => {
  if (store === undefined) throw new Error('No store.')
  const items = `/navigations/${store.scope}?zoom=element:items:element`
  const twice = async (token: string, path: string) => {
    const [first, second] = [await read(token, `/storefront${path}`), await read(token, `/storefront${path}`)]
    return [first.status, first.from, second.from]
  }
  const { token } = await shopperOf(store)
  expect(await twice(token, `${items}:price`)).toEqual([200, 'MISS', 'HIT'])
  for (const path of [`/carts/${store.scope}/default`, `${items}:availability`])
    expect([path, await twice(token, path)]).toEqual([path, [200, 'MISS', 'MISS']])
  const customer = await registeredShopper(store)
  expect(await twice(customer.token, `${items}:price`)).toEqual([200, 'MISS', 'MISS'])
})
