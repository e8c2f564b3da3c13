import { imageSize } from 'image-size'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { uncachedStatementsOf } from '../../support/database/statements.ts'
import { change, publish } from '../../support/store/catalogs.ts'
import { pictureOf, type Uploaded, uploadTo } from '../../support/store/pictures.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { type Json, openStore, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs, type StorefrontClient } from '../../support/storefront/hypermedia.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const ZOOM = 'definition:assets,definition:assets:element'
const LINK = 'https://images.example.com/front/larch%20lamp.jpg?size=2'

const { stage, store } = shopStage()
let client: StorefrontClient
let photo: Buffer
/** Files of the lamp by purpose. */
let own: Record<'main' | 'manual' | 'secret' | 'link', Uploaded>
beforeAll(async () => {
  client = await shopperOf(store)
  photo = await pictureOf(900, 600)
  const link = {
    file_location: LINK,
    mime_type: 'image/jpeg',
    public: true,
    alternative_text: 'The lamp from the front',
  }
  own = {
    main: await uploadTo(store.origin, store.seller, photo, 'larch lamp.jpg', { alternative_text: 'A lamp of larch' }),
    manual: await uploadTo(store.origin, store.seller, 'How to', 'manual.txt'),
    secret: await uploadTo(store.origin, store.seller, photo, 'cost.jpg', { public: 'false' }),
    link: expectStatus(await store.seller.post('/v2/files', { data: link }), 201).body.data,
  }
  await relate('LAMP', own.main, [own.manual, own.secret, own.link, own.main])
  await relate('RUG', own.secret, [own.secret])
  await publish(store.seller, store.catalog)
})

async function relate(sku: string, main: Uploaded, others: readonly Uploaded[]): Promise<void> {
  const path = `/v2/products/${store.skus.get(sku)}/relationships`
  expectStatus(await store.seller.put(`${path}/main_image`, { data: { type: 'file', id: main.id } }), 200)
  const data = others.map(({ id }) => ({ type: 'file', id }))
  expectStatus(await store.seller.put(`${path}/files`, { data }), 200)
}

const itemHref = (sku: string) =>
  `${store.origin}/storefront/items/${store.scope}/${encodeId(store.skus.get(sku) ?? '')}`

async function assetsOf(sku: string, headers = {}): Promise<Json[]> {
  const { status, body } = await client.get(`${itemHref(sku)}?zoom=${ZOOM}`, headers)
  expect(status).toBe(200)
  return body._definition?.[0]._assets[0]._element ?? []
}

describe('the assets of an item', () => {
  test('are its public files, the main image first, each once', async () => {
    const files = `${store.origin}/files/${store.seller.store_id}`
    const main = `${files}/${own.main.id}/larch%20lamp.jpg`
    const located = (address: string) => ({
      'content-location': address,
      'relative-location': address.slice(store.origin.length),
    })
    const [first, second, third, ...more] = await assetsOf('LAMP')
    expect(more).toEqual([])
    expect(first).toEqual({
      self: {
        type: 'shop.assets.asset',
        uri: first.self.uri,
        href: `${store.origin}/storefront${first.self.uri}`,
        'max-age': 600,
      },
      messages: [],
      links: [
        {
          rel: 'list',
          rev: 'element',
          type: 'application/vnd.shop.links',
          uri: first.self.uri.replace(/\/[^/]+$/, ''),
          href: first.self.href.replace(/\/[^/]+$/, ''),
        },
      ],
      name: 'larch lamp.jpg',
      ...located(main),
      'media-type': 'image/jpeg',
      width: 900,
      height: 600,
      'alternative-text': 'A lamp of larch',
      sizes: [
        { width: 160, height: 107, ...located(`${main}?width=160`) },
        { width: 320, height: 213, ...located(`${main}?width=320`) },
        { width: 640, height: 427, ...located(`${main}?width=640`) },
      ],
    })
    expect(second).toMatchObject({ name: 'manual.txt', 'media-type': 'text/plain', sizes: [] })
    expect([second['alternative-text'], second.width]).toEqual(['Lamp LAMP', undefined])
    expect(third).toMatchObject({
      name: 'larch%20lamp.jpg',
      'content-location': LINK,
      'alternative-text': 'The lamp from the front',
      sizes: [],
    })
    expect(third).not.toHaveProperty('relative-location')
  })

  test('have contents that a browser gets without a token, in the sizes that they name', async () => {
    const [main] = await assetsOf('LAMP')
    const whole = await fetch(main['content-location'])
    expect(Buffer.from(await whole.arrayBuffer()).equals(photo)).toBe(true)
    for (const { width, height, 'relative-location': relative } of main.sizes) {
      const response = await fetch(new URL(relative, store.origin))
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([response.status, imageSize(bytes)]).toEqual([200, { type: 'jpg', width, height }])
    }
  })

  test('link back, and are the same when read and when embedded', async () => {
    const definition = (await client.get(`${itemHref('LAMP')}?zoom=definition`)).body._definition[0]
    const list = await client.follow(definition, 'assets')
    expect(list.self.type).toBe('shop.collections.links')
    expect((await client.follow(list, 'definition')).self).toEqual(definition.self)
    const alone = await Promise.all(hrefs(list, 'element').map(async (href) => (await client.get(href)).body))
    expect(alone).toEqual(await assetsOf('LAMP'))
  })

  test('do not exist for an item without public files, or for another item', async () => {
    for (const sku of ['RUG', 'BULB']) {
      const definition = (await client.get(`${itemHref(sku)}?zoom=definition`)).body._definition[0]
      expect(hrefs(definition, 'assets')).toEqual([])
    }
    const [main] = await assetsOf('LAMP')
    const lamp = encodeId(store.skus.get('LAMP') ?? '')
    const rug = encodeId(store.skus.get('RUG') ?? '')
    const statusOf = async (href: string) => (await client.get(href)).status
    expect(await statusOf(main.self.href)).toBe(200)
    expect(await statusOf(main.self.href.replace(lamp, rug))).toBe(404)
    expect(await statusOf(main.self.href.replace(encodeId(own.main.id), encodeId(own.secret.id)))).toBe(404)
    expect(await statusOf(main.links[0].href.replace(lamp, rug))).toBe(404)
    const stranger = await openStore(stage)
    expect((await (await shopperOf(stranger)).get(main.self.href)).status).toBe(403)
    const foreign = main.self.href.replace(store.scope, stranger.scope)
    expect((await (await shopperOf(stranger)).get(foreign)).status).toBe(404)
  })

  test('have URLs with the base of a proxy, except links, whose URLs never change', async () => {
    const before = await assetsOf('LAMP')
    const [main, , link] = await assetsOf('LAMP', { 'x-forwarded-base': 'https://shop.example.com/v2' })
    const path = `/files/${store.seller.store_id}/${own.main.id}/larch%20lamp.jpg`
    const located = (query: string) => ({
      'content-location': `https://shop.example.com/v2${path}${query}`,
      'relative-location': `/v2${path}${query}`,
    })
    expect(main.self.href).toMatch(/^https:\/\/shop\.example\.com\/v2\/assets\//)
    expect(main).toMatchObject(located(''))
    expect(main.sizes).toMatchObject([160, 320, 640].map((width) => located(`?width=${width}`)))
    expect(link['content-location']).toBe(LINK)
    expect(await assetsOf('LAMP')).toEqual(before)
  })

  test('come from the published catalog, without files deleted since', async () => {
    const added = await uploadTo(store.origin, store.seller, photo, 'side.jpg')
    await relate('BULB', added, [own.manual])
    expect(await assetsOf('BULB')).toEqual([])
    await publish(store.seller, store.catalog)
    const names = async () => (await assetsOf('BULB')).map(({ name }) => name)
    expect(await names()).toEqual(['side.jpg', 'manual.txt'])
    await change(store.seller, `/products/${store.skus.get('BULB')}`, 'product', { main_image_file_id: null })
    expect(await names()).toEqual(['side.jpg', 'manual.txt'])
    expectStatus(await store.seller.delete(`/v2/files/${added.id}`), 200)
    expect(await names()).toEqual(['manual.txt'])
  })

  test('many items need as many statements as one item, and none without files', async () => {
    const [action = ''] = hrefs(await client.walk('lookups', 'batchitemslookupform'), 'batchitemslookupaction')
    const countOf = (codes: string[], zoom: string) =>
      uncachedStatementsOf(stage, async () => {
        const { status } = await client.send('POST', `${action}?followlocation&zoom=${zoom}`, { codes })
        expect(status).toBe(201)
      })
    const zoom = 'element:definition:assets:element'
    const one = await countOf(['LAMP'], zoom)
    expect(await countOf(['LAMP', 'RUG', 'BULB', 'VASE'], zoom)).toBe(one)
    expect(await countOf(['VASE'], zoom)).toBe(one - 1)
  })
})
