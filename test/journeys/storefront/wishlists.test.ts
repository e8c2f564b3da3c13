import { describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { decodeId, encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { deleteExpiredGuests } from '../../../src/storefront/shoppers/sql/checkout-details.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { change, publish } from '../../support/store/catalogs.ts'
import { customerOf, makePromotion } from '../../support/store/promotions.ts'
import { expectStatus, watchEvents } from '../../support/store/shop.ts'
import { addItem, inCart, type Json, messageIds, openStore, shopperOf } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, type StorefrontClient, tokenFor } from '../../support/storefront/hypermedia.ts'
import { shopStage } from '../../support/storefront/stage.ts'
import { inWishlist, itemOf, wish, wished } from '../../support/storefront/wishlists.ts'

const { stage, store, shopper } = shopStage()

const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''
const shopperIdOf = ({ self }: Json): string => decodeId(self.uri.split('?')[0].split('/').at(-1))
const wishlistOf = (client = shopper) => client.walk('defaultwishlist')
const quantities = async (client = shopper) => (await inCart(client, 'lineitems:element')).map((line) => line.quantity)

/** Inserts lines for products outside all catalogs. */
async function insertLines(client: StorefrontClient, count: number): Promise<void> {
  expectStatus((await wish(store, client, 'VASE')) as never, 201)
  const shopper_id = shopperIdOf(await wishlistOf(client))
  const ids = Array.from({ length: count - 1 }, () => newId(Date.now()))
  const insert =
    'insert into wishlist_lines (owner_id, shopper_id, product_id, id) select $1, $2, id, id from unnest($3::uuid[]) as id'
  await query(stage.database.db, insert, [store.seller.store_id, shopper_id, ids])
}

async function countLines(shopper_id: string): Promise<number> {
  const select = 'select product_id from wishlist_lines where shopper_id = $1'
  return (await query(stage.database.db, select, [shopper_id])).length
}

/** Creates a customer or takes the given one, and logs in with the token of the shopper. */
async function logIn(client: StorefrontClient, email?: string) {
  const customer = email ?? (await customerOf({ store: store.seller, shopper: store.buyer })).email
  const login = { role: 'REGISTERED', scope: store.scope, username: customer, password: 'correct horse battery' }
  const { body } = await tokenFor(store.origin, login, { authorization: `Bearer ${client.token}` })
  return { email: customer, client: clientWith(store.origin, body.access_token) }
}

describe('a wishlist', () => {
  test('is found by its link and in the profile, and is initially empty', async () => {
    const wishlist = await wishlistOf()
    const id = encodeId(shopperIdOf(await shopper.walk('defaultprofile')))
    const uri = `/wishlists/${store.scope}/${id}`
    const base = `${store.origin}/storefront`
    expect(wishlist).toEqual({
      self: { type: 'shop.wishlists.wishlist', uri, href: base + uri, 'max-age': 600 },
      messages: [],
      links: [
        {
          rel: 'lineitems',
          rev: 'wishlist',
          type: 'application/vnd.shop.links',
          uri: `${uri}/lineitems`,
          href: `${base}${uri}/lineitems`,
        },
        {
          rel: 'list',
          rev: 'element',
          type: 'application/vnd.shop.links',
          uri: `/wishlists/${store.scope}`,
          href: `${base}/wishlists/${store.scope}`,
        },
      ],
      name: 'default',
    })
    const listed = await shopper.follow(await shopper.walk('defaultprofile'), 'wishlists', 'element,profile')
    expect(listed._element).toEqual([wishlist])
    expect(listed._profile).toEqual([await shopper.walk('defaultprofile')])
    expect((await shopper.get(`${base}/wishlists/${store.scope}/default`)).body).toEqual(wishlist)
    expect((await inWishlist(shopper, 'lineitems'))[0].links.map(({ rel }: Json) => rel)).toEqual(['wishlist'])
  })

  test('is hidden from other shoppers, and rejects an invalid id', async () => {
    const line = locationOf(await wish(store, shopper, 'LAMP'))
    const { href } = (await wishlistOf()).self
    const at = (id: string) => href.replace(/[^/]+$/, id)
    const other = await shopperOf(store)
    const unknown = [at(encodeId(crypto.randomUUID())), at(encodeId('nonsense')), at('!!')]
    const attempts = [
      ...[href, `${href}/lineitems`, line, `${line}/form`, ...unknown].map((place) => other.get(place)),
      other.send('DELETE', `${href}/lineitems`),
      other.send('DELETE', line),
      other.send('POST', `${line}/form`, { quantity: 1 }),
      other.send('DELETE', `${at(encodeId('nonsense'))}/lineitems`),
    ]
    const answers = await Promise.all(attempts)
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 404, 400, 403, 403, 403, 404])
    expect((await shopper.get(href.replace(store.scope, 'elsewhere'))).status).toBe(403)
    expect(await wished(shopper)).toEqual(['LAMP'])
    expect(await quantities(other)).toEqual([])
  })
})

describe('adding an item', () => {
  test('creates a line at the Location, once, and lines are listed oldest first', async () => {
    const created = await wish(store, shopper, 'RUG')
    expect([created.status, created.body, created.headers.get('content-type')]).toEqual([201, null, null])
    await wish(store, shopper, 'LAMP', '?FollowLocation')
    const again = await wish(store, shopper, 'RUG', '?FollowLocation&zoom=item:definition,wishlist')
    expect([again.status, locationOf(again)]).toEqual([200, locationOf(created)])
    expect(again.body).toMatchObject({
      self: { type: 'shop.wishlists.line-item', 'max-age': 0 },
      _item: [{ _definition: [{ 'display-name': 'Lamp RUG' }] }],
      _wishlist: [await wishlistOf()],
    })
    expect(again.body.links.map(({ rel }: Json) => rel)).toEqual(['wishlist', 'list', 'item', 'movetocartform'])
    expect((await shopper.get(locationOf(created))).body.links).toEqual(again.body.links)
    expect(await wished(shopper)).toEqual(['RUG', 'LAMP'])
  })

  test('several times concurrently creates one line', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => wish(store, shopper, 'LAMP')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(locationOf)).size).toBe(1)
    expect(await wished(shopper)).toEqual(['LAMP'])
  })

  test('is rejected if the catalog lacks it or it is of another scope', async () => {
    const [form = ''] = hrefs(await itemOf(store, shopper, 'LAMP'), 'addtowishlistform')
    const at = (id: string) => form.replace(/[^/]+\/form$/, `${id}/form`)
    for (const method of ['GET', 'POST']) {
      const unknown = await shopper.send(method, at(encodeId(crypto.randomUUID())))
      expect([unknown.status, messageIds(unknown)]).toEqual([404, ['not.found']])
      expect((await shopper.send(method, at('!!'))).status).toBe(400)
      expect((await shopper.send(method, form.replace(store.scope, 'elsewhere'))).status).toBe(403)
    }
    expect(await wished(shopper)).toEqual([])
  })

  test('an addition to a full wishlist is rejected, unless the item is already there', async () => {
    await insertLines(shopper, 499)
    const answers = await Promise.all(['LAMP', 'RUG'].map((sku) => wish(store, shopper, sku)))
    const [refused] = answers.filter(({ status }) => status !== 201)
    expect(refused?.body).toMatchObject({
      messages: [{ type: 'error', id: 'wishlist.full', data: { 'max-size': '500' } }],
    })
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await wish(store, shopper, 'VASE')).status).toBe(200)
    const list = (await shopper.walk('defaultwishlist', 'lineitems')).self
    expect(refused?.body.messages[0]['linked-to'].href).toBe(list.href)
    expect((await shopper.send('DELETE', list.href)).status).toBe(204)
    expect(await countLines(shopperIdOf(await wishlistOf()))).toBe(0)
    expect((await wish(store, shopper, 'RUG')).status).toBe(201)
  })
})

test('lines can be removed once each, or all at once', async () => {
  const [lamp, rug] = [await wish(store, shopper, 'LAMP'), await wish(store, shopper, 'RUG')].map(locationOf)
  expect((await shopper.send('DELETE', lamp ?? '')).status).toBe(204)
  for (const method of ['GET', 'DELETE']) {
    const gone = await shopper.send(method, lamp ?? '')
    expect([gone.status, messageIds(gone)]).toEqual([404, ['not.found']])
  }
  expect(await wished(shopper)).toEqual(['RUG'])
  const { href } = (await shopper.walk('defaultwishlist', 'lineitems')).self
  for (const _ of [1, 2]) expect((await shopper.send('DELETE', href)).status).toBe(204)
  expect([await wished(shopper), (await shopper.get(rug ?? '')).status]).toEqual([[], 404])
})

test('an item outside the catalog is not listed until it returns', async () => {
  const places = [await wish(store, shopper, 'LAMP'), await wish(store, shopper, 'PEAR')].map(locationOf)
  const pear = `/products/${store.skus.get('PEAR')}`
  const setStatus = async (status: string) => {
    expectStatus(await change(store.seller, pear, 'product', { status }), 200)
    await publish(store.seller, store.catalog)
  }
  await setStatus('draft')
  expect(await wished(shopper)).toEqual(['LAMP'])
  const at = (suffix: string) => `${places[1]}${suffix}`
  const answers = [
    await shopper.get(at('')),
    await shopper.get(at('/form')),
    await shopper.send('POST', at('/form'), { quantity: 1 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await quantities()).toEqual([])
  await setStatus('live')
  expect(await wished(shopper)).toEqual(['LAMP', 'PEAR'])
})

describe('moving a line to the cart', () => {
  const move = async (line: string, body: unknown, query = '') => {
    const [action = ''] = hrefs((await shopper.get(`${line}/form`)).body, 'movetocartaction')
    return shopper.send('POST', action + query, body)
  }

  test('adds the quantity to the cart, and removes the line', async () => {
    const line = locationOf(await wish(store, shopper, 'LAMP'))
    const form = await shopper.follow((await shopper.get(line)).body, 'movetocartform')
    expect(form).toMatchObject({ self: { type: 'shop.wishlists.move-to-cart-form', 'max-age': 0 }, quantity: 0 })
    expect(form.links.map(({ rel }: Json) => rel)).toEqual(['movetocartaction'])
    const moved = await move(line, { quantity: 2 }, '?FollowLocation&zoom=item:code,cart')
    expect([moved.status, moved.body]).toMatchObject([
      201,
      {
        self: { type: 'shop.carts.line-item' },
        quantity: 2,
        _item: [{ _code: [{ code: 'LAMP' }] }],
        _cart: [{ 'total-quantity': 2 }],
      },
    ])
    expect([await wished(shopper), (await shopper.get(line)).status]).toEqual([[], 404])
    const again = locationOf(await wish(store, shopper, 'LAMP'))
    const added = await move(again, { quantity: '3' })
    expect([added.status, locationOf(added), await quantities()]).toEqual([200, locationOf(moved), [5]])
  })

  test('several times concurrently moves it once', async () => {
    await addItem(store, shopper, { sku: 'RUG' }, { quantity: 1 })
    const line = locationOf(await wish(store, shopper, 'LAMP'))
    const [action = ''] = hrefs((await shopper.get(`${line}/form`)).body, 'movetocartaction')
    const answers = await Promise.all(Array.from({ length: 4 }, () => shopper.send('POST', action, { quantity: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
    expect([await quantities(), await wished(shopper)]).toEqual([[1, 1], []])
  })

  test('is rejected with a reason, and the line stays', async () => {
    const [lamp = '', vase = ''] = [await wish(store, shopper, 'LAMP'), await wish(store, shopper, 'VASE')].map(
      locationOf,
    )
    for (const body of [{}, { quantity: 0 }, { quantity: 'two' }, { quantity: 10_001 }]) {
      const refused = await move(lamp, body)
      expect([refused.status, refused.body.messages[0].data['field-name']]).toEqual([400, 'quantity'])
    }
    const priceless = await move(vase, { quantity: 1 })
    expect([priceless.status, messageIds(priceless)]).toEqual([409, ['item.missing.price']])
    expect([await wished(shopper), await quantities()]).toEqual([['LAMP', 'VASE'], []])
  })
})

describe('moving a line of the cart to the wishlist', () => {
  const formsOf = async () =>
    (await inCart(shopper, 'lineitems:element')).map((line) => hrefs(line, 'movetowishlistform')[0] ?? null)

  test('adds the item, or keeps its line, and removes the line of the cart, once', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 3 })
    const [form] = await inCart(shopper, 'lineitems:element:movetowishlistform')
    expect(form).toMatchObject({ self: { type: 'shop.carts.move-to-wishlist-form' }, messages: [] })
    const [action = ''] = hrefs(form, 'movetowishlistaction')
    const answers = await Promise.all([1, 2, 3].map(() => shopper.send('POST', action)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404])
    expect([await wished(shopper), await quantities()]).toEqual([['LAMP'], []])
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    const [next = ''] = await formsOf()
    const again = await shopper.send('POST', `${next}?followlocation&zoom=item:code`)
    expect([again.status, again.body._item[0]._code[0].code]).toEqual([200, 'LAMP'])
    expect([await wished(shopper), await quantities()]).toEqual([['LAMP'], []])
  })

  test('is not offered for gifts and lines with custom data, and rejected there', async () => {
    const shop = await openStore(stage)
    const client = await shopperOf(shop)
    const given = { kind: 'free_item', sku: 'BULB', quantity: 1 }
    await makePromotion(shop.seller, { scope: 'line_total', action: given, currency: null })
    const { self } = await client.walk('defaultcart')
    const cart_id = `sf.${decodeId(self.uri.split('/').at(-1))}`
    const data = { type: 'cart_item', sku: 'LAMP', quantity: 2, custom_inputs: { engraving: 'Ada' } }
    expectStatus(await shop.seller.post(`/v2/carts/${cart_id}/items`, { data }), 201)
    await addItem(shop, client, { sku: 'RUG' }, { quantity: 1 })
    const lines = await inCart(client, 'lineitems:element')
    expect(lines.map((line) => hrefs(line, 'movetowishlistform').length)).toEqual([0, 1, 0])
    for (const line of [lines[0], lines[2]]) {
      expect((await client.get(`${line.self.href}/form`)).status).toBe(404)
      const refused = await client.send('POST', `${line.self.href}/form`)
      expect([refused.status, messageIds(refused)]).toEqual([409, ['cart.item.not.movable']])
    }
    expect([await wished(client), (await inCart(client, 'lineitems:element')).length]).toEqual([[], 3])
    expect((await shopper.send('POST', `${lines[1].self.href}/form`)).status).toBe(403)
  })

  test('a move to a full wishlist is rejected, and the cart stays', async () => {
    await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
    await insertLines(shopper, 500)
    const refused = await shopper.send('POST', (await formsOf())[0] ?? '')
    expect([refused.status, messageIds(refused), await quantities()]).toEqual([409, ['wishlist.full'], [1]])
  })
})

test('only a move changes the cart, and nothing else emits an event', async () => {
  const watch = await watchEvents(store.seller)
  const line = locationOf(await wish(store, shopper, 'LAMP'))
  await wish(store, shopper, 'RUG')
  await shopper.send('DELETE', (await shopper.walk('defaultwishlist', 'lineitems')).self.href)
  expect(await watch.emitted()).toEqual([])
  await wish(store, shopper, 'LAMP')
  await shopper.send('POST', `${line}/form`, { quantity: 1 })
  expect(await watch.emitted()).toEqual(['cart.updated'])
})

describe('a login', () => {
  test('merges both wishlists, with one line per item, oldest first', async () => {
    const { email, client: first } = await logIn(await shopperOf(store))
    for (const sku of ['RUG', 'BULB']) await wish(store, first, sku)
    for (const sku of ['LAMP', 'RUG']) await wish(store, shopper, sku)
    const { client } = await logIn(shopper, email)
    expect(await wished(client)).toEqual(['RUG', 'BULB', 'LAMP'])
    expect([await wished(first), await wished(shopper)]).toEqual([await wished(client), []])
    expect((await wishlistOf(client)).self.uri).not.toBe((await wishlistOf()).self.uri)
  })

  test('fills the wishlist up to its maximum with the latest lines', async () => {
    const { email, client } = await logIn(await shopperOf(store))
    await insertLines(client, 499)
    for (const sku of ['LAMP', 'VASE', 'RUG']) await wish(store, shopper, sku)
    await logIn(shopper, email)
    expect(await countLines(shopperIdOf(await wishlistOf(client)))).toBe(500)
    expect(await wished(client)).toEqual(['VASE', 'RUG'])
  })
})

test('the wishlist of a customer is deleted with the customer', async () => {
  const { client } = await logIn(shopper)
  await wish(store, client, 'LAMP')
  const id = shopperIdOf(await wishlistOf(client))
  expect(await countLines(id)).toBe(1)
  expectStatus(await store.seller.delete(`/v2/customers/${id}`), 200)
  expect(await countLines(id)).toBe(0)
  // The token may remain valid for some seconds.
  const late = await wish(store, client, 'LAMP')
  if (late.status !== 401) expect([late.status, messageIds(late)]).toEqual([404, ['not.found']])
  expect(await countLines(id)).toBe(0)
})

test("a guest's wishlist is deleted 30 days after the last addition, and a customer's is kept", async () => {
  const { client } = await logIn(await shopperOf(store))
  for (const one of [client, shopper]) await wish(store, one, 'LAMP')
  const ids = [shopperIdOf(await wishlistOf(client)), shopperIdOf(await wishlistOf())]
  const countAfter = async (days: number) => {
    while (await deleteExpiredGuests(stage.database.db, Date.now() + days * 86_400_000));
    return Promise.all(ids.map(countLines))
  }
  expect(await countAfter(29)).toEqual([1, 1])
  expect(await countAfter(30)).toEqual([1, 0])
})

test('a wishlist needs the same number of statements for every zoom and any number of lines', async () => {
  const { href } = (await wishlistOf()).self
  const zoom = 'lineitems:element:item:price,lineitems:element:item:definition,lineitems:element:movetocartform'
  const count = () =>
    statementsOf(stage, async () => {
      expect((await shopper.get(`${href}?zoom=${zoom}`)).status).toBe(200)
    })
  await wish(store, shopper, 'LAMP')
  const one = await count()
  for (const sku of ['RUG', 'BULB', 'VASE']) await wish(store, shopper, sku)
  expect(await count()).toBe(one)
  const item = (await itemOf(store, shopper, 'LAMP')).self.href
  const statements = (zoom: string) => statementsOf(stage, () => shopper.get(`${item}?zoom=${zoom}`))
  expect(await statements('recommendations,addtowishlistform')).toBe(await statements(''))
})
