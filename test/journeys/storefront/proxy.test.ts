import { readFile } from 'node:fs/promises'
import { imageSize } from 'image-size'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaddy } from '../../support/servers/caddy.ts'
import { openNginx } from '../../support/servers/nginx.ts'
import type { WebServer } from '../../support/servers/web-server.ts'
import { publish } from '../../support/store/catalogs.ts'
import { pictureOf, uploadTo } from '../../support/store/pictures.ts'
import { makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import type { Json } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, type StorefrontClient, tokenFor } from '../../support/storefront/hypermedia.ts'
import { completeOrder, enableCheckout, submit } from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const GUIDE = new URL('../../../docs/guides/storefront.md', import.meta.url)

const PROGRAMS = { nginx: openNginx, caddy: openCaddy }
type Program = keyof typeof PROGRAMS

const { store } = shopStage(enableCheckout)
let proxies: Record<Program, WebServer>
let photo: Buffer
beforeAll(async () => {
  await makeCoupon(store.seller, await makePromotion(store.seller, { trigger: 'coupon' }), { code: 'SPRING' })
  photo = await pictureOf(400, 300)
  const { id } = await uploadTo(store.origin, store.seller, photo, 'larch lamp.jpg')
  const main_image = `/v2/products/${store.skus.get('LAMP')}/relationships/main_image`
  expectStatus(await store.seller.put(main_image, { data: { type: 'file', id } }), 200)
  await publish(store.seller, store.catalog)
  await makePromotion(store.seller, { name: 'More', when: { kind: 'subtotal', minimum: 900_000 } })
  const guide = await readFile(GUIDE, 'utf8')
  proxies = { nginx: await openFromGuide(guide, 'nginx'), caddy: await openFromGuide(guide, 'caddy') }
})
afterAll(async () => {
  await proxies.nginx.close()
  await proxies.caddy.close()
})

function openFromGuide(guide: string, program: Program): Promise<WebServer> {
  const written = new RegExp(`\`\`\`${program}\n([^\`]*)\`\`\``).exec(guide)?.[1] ?? ''
  return PROGRAMS[program]((origin) =>
    written.replace('127.0.0.1:7070', new URL(store.origin).host).replace('https://shop.example.com', origin),
  )
}

async function anonymousShopper(): Promise<StorefrontClient> {
  const { body } = await tokenFor(store.origin, { role: 'PUBLIC', scope: store.scope })
  return clientWith(store.origin, body.access_token)
}

function addressesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === 'href' ? [member as string] : addressesIn(member)))
}

const uriOf = ({ self }: Json): string => self.uri

test.each(Object.keys(PROGRAMS) as Program[])(
  'the root behind the guide’s %s has its own public URL, with and without a zoom',
  async (program) => {
    const base = `${proxies[program].origin}/api`
    const shopper = await anonymousShopper()
    const root = await shopper.get(`${base}/`)
    expect(root.body.self.href).toBe(base)
    expect((await shopper.get(base)).body).toEqual(root.body)
    const zoomed = await shopper.get(`${base}?zoom=defaultcart:total,navigations`)
    expect(zoomed.body.self.href).toBe(`${base}?zoom=defaultcart:total,navigations`)
    for (const address of [zoomed.body.self.href, `${base}/?zoom=defaultcart:total,navigations`])
      expect((await shopper.get(address)).body).toEqual(zoomed.body)
  },
)

test.each(Object.keys(PROGRAMS) as Program[])(
  'no href of the graph bypasses the guide’s %s on another origin',
  async (program) => {
    const base = `${proxies[program].origin}/api`
    const shopper = await anonymousShopper()
    const searches = (await shopper.get(`${base}/`)).body
    const [keywords = ''] = hrefs(searches, 'searches')
    const form = (await shopper.get(`${keywords}?zoom=keywordsearchform`)).body._keywordsearchform[0]
    const [search = ''] = hrefs(form, 'itemkeywordsearchaction')
    const found = await shopper.send('POST', `${search}?followlocation&zoom=element:addtocartform`, {
      keywords: 'lamp',
    })
    expect(found.headers.get('location')).toMatch(new RegExp(`^${base}/searches/`))
    const fillCart = async () => {
      for (const item of found.body._element.slice(0, 2)) {
        const [add = ''] = hrefs(item._addtocartform[0], 'addtodefaultcartaction')
        const added = await shopper.send('POST', add, { quantity: 2 })
        expect(added.headers.get('location')).toMatch(new RegExp(`^${base}/carts/`))
      }
      await completeOrder(shopper)
    }
    const root = await shopper.get(`${base}/?zoom=defaultcart:order:purchaseform`)
    const [blocked] = root.body._defaultcart[0]._order[0]._purchaseform
    const refused = await shopper.send('POST', blocked.self.href)
    for (const { messages } of [blocked, refused.body])
      expect(
        messages
          .map((message: Json) => message['linked-to'].href)
          .filter((href: string) => !href.startsWith(`${base}/`)),
      ).toEqual([])
    expect(refused.status).toBe(409)
    await fillCart()
    expect((await submit(shopper)).status).toBe(201)
    await fillCart()

    const seen = new Map<string, Json>()
    const pickLinks = linkPicker()
    const open = [`${base}/`, found.headers.get('location') ?? '']
    for (let href = open.pop(); href !== undefined; href = open.pop()) {
      if (seen.has(href)) continue
      const { status, body } = await shopper.get(href)
      expect([href, status]).toEqual([href, 200])
      seen.set(href, body)
      expect(addressesIn(body).filter((address) => address !== base && !address.startsWith(`${base}/`))).toEqual([])
      expect(uriOf(body)).not.toContain('://')
      open.push(...pickLinks(body))
    }
    expect(seen.size).toBeGreaterThan(200)
    const whole = await shopper.get(
      `${base}/?zoom=defaultcart:lineitems:element:item:price,searches:keywordsearchform,navigations:element`,
    )
    expect(
      addressesIn(whole.body).filter((address) => address !== `${base}?zoom` && !address.startsWith(base)),
    ).toEqual([])
  },
)

test.each(Object.keys(PROGRAMS) as Program[])(
  'a shop behind the guide’s %s gets pictures by their URLs in responses, in all sizes',
  async (program) => {
    const base = `${proxies[program].origin}/api`
    const shopper = await anonymousShopper()
    const { body } = await shopper.get(`${base}/?zoom=searches:keywordsearchform`)
    const [action = ''] = hrefs(body._searches[0]._keywordsearchform[0], 'itemkeywordsearchaction')
    const zoom = 'element:definition:assets:element'
    const found = await shopper.send('POST', `${action}?followlocation&zoom=${zoom}`, { keywords: 'lamp' })
    const assets = found.body._element.flatMap(({ _definition: [{ _assets = [] }] }: Json) => _assets)
    const [picture] = assets.flatMap(({ _element }: Json) => _element)
    expect(picture['content-location']).toMatch(new RegExp(`^${base}/`))
    const whole = await fetch(picture['content-location'])
    expect(Buffer.from(await whole.arrayBuffer()).equals(photo)).toBe(true)
    expect(picture.sizes.map(({ width }: Json) => width)).toEqual([160, 320])
    for (const { width, height, 'relative-location': relative } of picture.sizes) {
      const response = await fetch(new URL(relative, base))
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([response.status, imageSize(bytes)]).toEqual([200, { type: 'jpg', width, height }])
    }
  },
)

const MAX_PER_KIND = 12

/** Follows only a few links of each kind, such as those to all countries or facet values. */
function linkPicker(): (body: Json) => string[] {
  const counts = new Map<string, number>()
  return ({ links }) => {
    const picked = links.filter(({ rel, type = '' }: Json) => {
      const count = (counts.get(rel + type) ?? 0) + 1
      counts.set(rel + type, count)
      return count <= MAX_PER_KIND
    })
    return picked.map(({ href }: Json) => href)
  }
}
