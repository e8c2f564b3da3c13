import { beforeAll, describe, expect, test } from 'vitest'
import { decodeId, encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { change, publish } from '../../support/store/catalogs.ts'
import { addCoupon, changePromotion, makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import {
  addItem,
  embedded,
  inCart,
  type Json,
  messageIds,
  openStore,
  type Store,
  shopperOf,
} from '../../support/storefront/carts.ts'
import { hrefs } from '../../support/storefront/hypermedia.ts'
import { shopStage } from '../../support/storefront/stage.ts'

/** Promotions by effect: on every LAMP, on each LAMP in a cart, on the cart, or a gift. */
type Promotions = Record<'item' | 'line' | 'cart' | 'gift' | 'big' | 'coupon' | 'later', string>

const { stage, store, shopper } = shopStage()
let promotions: Promotions
beforeAll(async () => {
  promotions = await makePromotions(store)
})

async function makePromotions({ seller }: Store): Promise<Promotions> {
  const percent = (ppm: number) => ({ kind: 'percent', ppm, max_discount: null })
  const lamps = { skus: ['LAMP'] }
  const from = (minimum: number) => ({ kind: 'subtotal', minimum })
  const line = { scope: 'line_price', target: lamps, action: percent(100_000), currency: null }
  const given = { kind: 'free_item', sku: 'BULB', quantity: 2 }
  const two = { kind: 'quantity', of: lamps, minimum: 2 }
  return {
    item: await makePromotion(seller, { scope: 'item', target: lamps, action: percent(100_000), currency: null }),
    line: await makePromotion(seller, { ...line, name: 'lamps-10', display_name: 'A tenth', description: 'Off lamps' }),
    cart: await makePromotion(seller, { when: from(4000) }),
    gift: await makePromotion(seller, { scope: 'line_total', when: two, action: given, currency: null }),
    big: await makePromotion(seller, { name: 'Big', when: from(1_000_000) }),
    coupon: await makePromotion(seller, { trigger: 'coupon', when: from(2_000_000) }),
    later: await makePromotion(seller, { when: from(1_000_000), start: '2099-01-01T00:00:00Z' }),
  }
}

const uriOf = (promotion: keyof Promotions) => `/promotions/${store.scope}/${encodeId(promotions[promotion])}`
const urisOf = (resources: readonly Json[]) => resources.map(({ self }) => self.uri)

async function fill() {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 2 })
  await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
}

const usd = (amount: number) => [{ amount, currency: 'USD', display: `$${amount.toFixed(2)}` }]

describe('the amounts of a cart', () => {
  test('are reported where each promotion applies', async () => {
    await fill()
    expect(await inCart(shopper, 'lineitems:element:price')).toMatchObject([
      // A lamp of 10.00 less a tenth as an item, then less a tenth of that in the cart.
      { 'list-price': usd(10), 'purchase-price': usd(8.1) },
      { 'list-price': usd(28), 'purchase-price': usd(28) },
      { 'list-price': usd(3), 'purchase-price': usd(0) },
    ])
    const totals = await inCart(shopper, 'lineitems:element:total')
    expect(totals).toMatchObject([{ cost: usd(16.2) }, { cost: usd(28) }, { cost: usd(0) }])
    expect(await inCart(shopper, 'total')).toMatchObject([{ cost: usd(44.2) }])
    expect(await inCart(shopper, 'discount')).toMatchObject([{ discount: usd(5) }])
    expect(urisOf(await inCart(shopper, 'appliedpromotions:element'))).toEqual([uriOf('cart')])
    const [applied] = await inCart(shopper, 'appliedpromotions')
    expect([applied.self.type, hrefs(applied, 'element').length]).toEqual(['shop.collections.links', 1])
    const onLines = await inCart(shopper, 'lineitems:element:appliedpromotions')
    const elements = onLines.map((list) => hrefs(list, 'element').map((href) => new URL(href).pathname))
    const paths = (...names: (keyof Promotions)[]) => names.map((name) => `/storefront${uriOf(name)}`)
    expect(elements).toEqual([paths('line'), [], paths('gift')])
    const [first] = await inCart(shopper, 'lineitems:element:appliedpromotions:element')
    expect(first).toMatchObject({
      self: { uri: uriOf('line') },
      name: 'A tenth',
      'display-name': 'A tenth',
      'display-description': 'Off lamps',
      'display-conditions': 'Applies to LAMP',
    })
  })

  test('list possible promotions without secrets', async () => {
    const code = `CODE-${crypto.randomUUID()}`.toUpperCase()
    await makeCoupon(store.seller, promotions.coupon, { code })
    expect(urisOf(await inCart(shopper, 'possiblepromotions:element')).sort()).toEqual(
      [uriOf('item'), uriOf('line'), uriOf('cart'), uriOf('gift'), uriOf('big')].sort(),
    )
    await fill()
    const possible = async () => urisOf(await inCart(shopper, 'possiblepromotions:element'))
    expect(await possible()).toEqual([uriOf('big')])
    const { self } = await shopper.walk('defaultcart')
    const cart_id = `sf.${decodeId(self.uri.split('/').at(-1))}`
    expect((await addCoupon(store.seller, cart_id, code)).status).toBe(201)
    expect(await possible()).toEqual([uriOf('big')])
  })

  test('describe the conditions in one sentence, without secrets', async () => {
    const [code, segment] = ['code', 'segment'].map((each) => `${each}-${crypto.randomUUID()}`.toUpperCase())
    const secret = await makePromotion(store.seller, {
      trigger: 'coupon',
      usage_limit: 10,
      end: '2099-12-01T00:00:00Z',
      when: {
        kind: 'all',
        of: [
          { kind: 'subtotal', minimum: 123_450 },
          { kind: 'any', of: [{ kind: 'first_order' }, { kind: 'segment', one_of: [segment] }] },
        ],
      },
    })
    await makeCoupon(store.seller, secret, { code })
    const conditionsOf = async (id: string) => {
      const { body } = await shopper.get(`${store.origin}/storefront/promotions/${store.scope}/${encodeId(id)}`)
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${code}|${segment}`, 'i'))
      return body['display-conditions']
    }
    expect(await conditionsOf(secret)).toBe(
      'Spend $1,234.50 or more; for first orders, or for certain customers; with a coupon; until November 30, 2099; limited uses',
    )
    expect(await conditionsOf(promotions.cart)).toBe('Spend $40.00 or more')
    expect(await conditionsOf(promotions.gift)).toBe('Buy 2 or more of LAMP')
  })

  test('do not include inactive promotions', async () => {
    const off = await makePromotion(store.seller)
    await changePromotion(store.seller, off, { enabled: false })
    const at = (id: string) => shopper.get(`${store.origin}/storefront/promotions/${store.scope}/${id}`)
    const ids = [encodeId(promotions.cart), encodeId(off), encodeId(promotions.later), encodeId('nothing'), '!!']
    const answers = await Promise.all(ids.map(at))
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 400])
  })
})

test('a gift is the last line, counts in the total, and depends on the items that it is given for', async () => {
  await fill()
  const [lamp, , gift] = await inCart(shopper, 'lineitems:element')
  expect(gift).toMatchObject({ quantity: 2, configuration: {} })
  expect((await shopper.walk('defaultcart'))['total-quantity']).toBe(5)
  for (const [method, body] of [
    ['PUT', { quantity: 1 }],
    ['PUT', { quantity: 0 }],
    ['DELETE', undefined],
  ] as const) {
    const response = await shopper.send(method, gift.self.href, body)
    expect([response.status, messageIds(response)]).toEqual([409, ['cart.item.not.changeable']])
  }
  await shopper.send('PUT', lamp.self.href, { quantity: 1 })
  expect((await inCart(shopper, 'lineitems:element')).length).toBe(2)
  expect((await shopper.get(gift.self.href)).status).toBe(404)
})

describe('every linked resource', () => {
  /** All resources reachable from the cart by URL. */
  async function everything(): Promise<Map<string, Json>> {
    const found = new Map<string, Json>()
    const open = [(await shopper.walk('defaultcart')).self.href]
    for (let href = open.pop(); href !== undefined; href = open.pop()) {
      if (found.has(href)) continue
      const { status, body } = await shopper.get(href)
      expect([href, status]).toEqual([href, 200])
      found.set(href, body)
      open.push(...body.links.map((link: Json) => link.href))
    }
    return found
  }

  test('is equal when embedded and when read, and links back', async () => {
    await fill()
    const all = await everything()
    expect(all.size).toBeGreaterThan(20)
    for (const [href, plain] of all) {
      expect(plain.self.href).toBe(href)
      expect(Object.keys(plain).slice(0, 3)).toEqual(['self', 'messages', 'links'])
      const rels = [...new Set<string>(plain.links.map(({ rel }: Json) => rel))]
      const zoomed = (await shopper.get(`${href}?zoom=${rels.join(',')}`)).body
      for (const { rel, href: to } of plain.links) expect(embedded(zoomed, rel)).toContainEqual(all.get(to))
      const { self: _, ...rest } = zoomed
      const { self: __, ...own } = plain
      expect(Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('_')))).toEqual(own)
    }
  })

  test('is not changed by unknown relations', async () => {
    await fill()
    for (const [href, { self, ...plain }] of await everything()) {
      const { self: zoomedSelf, ...zoomed } = (await shopper.get(`${href}?zoom=nothing,nothing:element,element_price`))
        .body
      expect(zoomed).toEqual(plain)
      expect(zoomedSelf.uri.split('?')[0]).toBe(self.uri)
    }
  })

  test('holds only embedded resources where no path ends', async () => {
    await fill()
    const cart = await shopper.follow(
      await shopper.root(),
      'defaultcart',
      'lineitems:element:price,lineitems:element:x',
    )
    expect(Object.keys(cart._lineitems[0])).toEqual(['_element'])
    expect(cart._lineitems[0]._element.map(Object.keys)).toEqual(Array(3).fill(['_price']))
    const both = await shopper.follow(await shopper.root(), 'defaultcart', 'lineitems:element:price,lineitems:element')
    expect(Object.keys(both._lineitems[0]._element[0])).toEqual([
      'self',
      'messages',
      'links',
      'quantity',
      'configuration',
      '_price',
    ])
  })
})

test('a line that is no longer available stays without price and total, and does not count', async () => {
  const closing = await openStore(stage)
  const client = await shopperOf(closing)
  await addItem(closing, client, { sku: 'LAMP' }, { quantity: 2 })
  const rug = await addItem(closing, client, { sku: 'RUG' }, { quantity: 1 })
  const line = (await client.get(rug.headers.get('location') ?? '')).body
  await change(closing.seller, `/products/${closing.skus.get('RUG')}`, 'product', { status: 'draft' })
  await publish(closing.seller, closing.catalog)
  const { links, quantity } = (await client.get(line.self.href)).body
  expect([quantity, links.map(({ rel }: Json) => rel)]).toEqual([1, ['cart', 'list', 'appliedpromotions']])
  for (const rel of ['price', 'total']) expect((await client.get(hrefs(line, rel)[0] ?? '')).status).toBe(404)
  expect(await inCart(client, 'lineitems:element:total')).toMatchObject([{ cost: usd(20) }])
  expect(await inCart(client, 'total')).toMatchObject([{ cost: usd(20) }])
  expect((await client.send('DELETE', line.self.href)).status).toBe(204)
})

describe('reading a cart', () => {
  const PRICES = [
    'total',
    'discount',
    'lineitems:element:price',
    'lineitems:element:total',
    'lineitems:element:cart:total',
  ]
  const LISTS = [
    'appliedpromotions:element',
    'possiblepromotions:element',
    'lineitems:element:appliedpromotions:element',
  ]

  const costOf = async (zoom: readonly string[]) => {
    const root = await shopper.root()
    return statementsOf(stage, () => shopper.follow(root, 'defaultcart', zoom.join(',')))
  }

  test('needs the same number of statements for every zoom and any number of lines', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 2 })
    const plain = await costOf([])
    expect(await costOf(PRICES)).toBe(plain)
    const most = await costOf([...PRICES, ...LISTS])
    // The cart's promotions and its amount format are reused, so neither needs a statement.
    expect(most).toBe(plain)
    await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
    await addItem(store, shopper, { sku: 'BULB' }, { quantity: 3 })
    expect([await costOf([]), await costOf([...PRICES, ...LISTS])]).toEqual([plain, most])
  })

  test('needs no more statements with its order, which reports items in short supply', async () => {
    await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
    expect(await costOf(['order', 'order:total', 'order:tax'])).toBe(await costOf([]))
  })
})
