import { describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { decodeId, encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { customerOf } from '../../support/store/promotions.ts'
import { watchEvents } from '../../support/store/shop.ts'
import { addItem, embedded, formOf, inCart, type Json, messageIds, shopperOf } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, type StorefrontClient, tokenFor } from '../../support/storefront/hypermedia.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { stage, store, shopper } = shopStage()

const add = (sku: string, quantity: unknown, client = shopper) => addItem(store, client, { sku }, { quantity })

const sessionOf = (cart: Json): string => decodeId(cart.self.uri.split('?')[0].split('/').at(-1)).split('.')[0] ?? ''

const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''

test("a line with a seller's custom data stays separate from the shopper's additions", async () => {
  const { self } = await shopper.walk('defaultcart')
  const cart_id = `sf.${decodeId(self.uri.split('/').at(-1))}`
  const data = { type: 'cart_item', sku: 'LAMP', quantity: 2, custom_inputs: { engraving: 'Ada' } }
  expect((await store.seller.post(`/v2/carts/${cart_id}/items`, { data })).status).toBe(201)
  const added = await add('LAMP', 1)
  expect(added.status).toBe(201)
  expect((await shopper.get(locationOf(added))).body.quantity).toBe(1)
  expect((await inCart(shopper, 'lineitems:element')).map(({ quantity }) => quantity)).toEqual([2, 1])
})

describe('a cart', () => {
  test('is found by its link, initially empty, with its own id', async () => {
    const cart = await shopper.walk('defaultcart')
    expect(cart).toMatchObject({ self: { type: 'shop.carts.cart', 'max-age': 0 }, messages: [], 'total-quantity': 0 })
    expect(cart.self.uri).toMatch(new RegExp(`^/carts/${store.scope}/[a-z2-7]+=$`))
    expect(cart.links.map(({ rel }: Json) => rel)).toEqual([
      'lineitems',
      'order',
      'discount',
      'total',
      'appliedpromotions',
      'possiblepromotions',
    ])
    expect((await shopper.get(cart.self.href)).body).toEqual(cart)
    expect((await shopper.get(cart.self.href.replace('=', '%3D'))).body).toEqual(cart)
    const [{ cost }] = await inCart(shopper, 'total')
    const [{ discount }] = await inCart(shopper, 'discount')
    expect([cost, discount]).toEqual(Array(2).fill([{ amount: 0, currency: 'USD', display: '$0.00' }]))
    expect(await inCart(shopper, 'lineitems:element')).toEqual([])
    const [applied] = await inCart(shopper, 'appliedpromotions')
    expect(hrefs(applied, 'element')).toEqual([])
  })

  test('is not accessible to other shoppers, from other scopes, or after its purchase', async () => {
    await add('LAMP', 1)
    const zoom = 'lineitems,lineitems:element,lineitems:element:total,discount,total,possiblepromotions'
    const cart = await shopper.follow(await shopper.root(), 'defaultcart', zoom)
    const other = await shopperOf(store)
    const [line] = embedded(cart, 'lineitems:element')
    const addresses = [cart, ...zoom.split(',').flatMap((path) => embedded(cart, path))].map(({ self }) => self.href)
    const statuses = async (client: StorefrontClient) =>
      Promise.all(addresses.map(async (href) => (await client.get(href)).status))
    expect(await statuses(shopper)).toEqual(addresses.map(() => 200))
    expect(await statuses(other)).toEqual(addresses.map(() => 403))
    expect((await other.send('PUT', line.self.href, { quantity: 2 })).status).toBe(403)
    expect((await other.send('DELETE', line.self.href)).status).toBe(403)
    const foreign = await shopper.get(cart.self.href.replace(store.scope, 'elsewhere'))
    expect([foreign.status, messageIds(foreign)]).toEqual([403, ['forbidden']])
    const session = sessionOf(cart)
    const insert = 'insert into storefront_shoppers (owner_id, shopper_id, number) values ($1, $2, 1)'
    await query(stage.database.db, insert, [store.seller.store_id, session])
    expect(await statuses(shopper)).toEqual(addresses.map(() => 403))
    const next = await shopper.walk('defaultcart')
    expect([next['total-quantity'], next.self.uri === cart.self.uri]).toEqual([0, false])
  })

  test('is rejected if it does not exist, or if its id is invalid', async () => {
    const cart = await shopper.walk('defaultcart')
    const at = (id: string) => shopper.get(cart.self.href.replace(/[^/]+$/, id))
    const session = sessionOf(cart)
    const answers = [
      await at('!!'),
      await at('nonsense'),
      await at(encodeId('nonsense')),
      await at(encodeId(`${session}.1`)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 404])
    const lineitem = await shopper.get(`${cart.self.href}/lineitems/${encodeId('nothing')}`)
    expect([lineitem.status, messageIds(lineitem)]).toEqual([404, ['not.found']])
  })

  test('cannot be deleted', async () => {
    const cart = await shopper.walk('defaultcart')
    const response = await shopper.send('DELETE', cart.self.href)
    expect([response.status, messageIds(response)]).toEqual([409, ['cart.delete.not.permitted']])
  })

  test('is the same with every token of the customer, and differs from the cart before the login', async () => {
    const { email } = await customerOf({ store: store.seller, shopper: store.buyer })
    const login = { role: 'REGISTERED', scope: store.scope, username: email, password: 'correct horse battery' }
    const logIn = async () => clientWith(store.origin, (await tokenFor(store.origin, login)).body.access_token)
    const [one, other] = [await logIn(), await logIn()]
    await add('LAMP', 2, one)
    const uris = [shopper, one, other].map(async (client) => (await client.walk('defaultcart')).self.uri)
    const [before, first, second] = await Promise.all(uris)
    expect([first === second, first === before]).toEqual([true, false])
    expect((await other.walk('defaultcart'))['total-quantity']).toBe(2)
  })

  test("opens in the shopper's preferred currency if the store has it, and keeps it", async () => {
    const traits = (currency: string) => ({ headers: { 'x-ep-user-traits': `LOCALE=ja-JP,CURRENCY=${currency}` } })
    await addItem(store, shopper, { sku: 'LAMP', ...traits('JPY') }, { quantity: 2 })
    await addItem(store, shopper, { sku: 'LAMP', ...traits('USD') }, { quantity: 1 })
    const [{ cost }] = await inCart(shopper, 'total')
    expect(cost).toEqual([{ amount: 4500, currency: 'JPY', display: '¥4,500' }])
    const other = await shopperOf(store)
    await addItem(store, other, { sku: 'LAMP', ...traits('XAU') }, { quantity: 2 })
    const [total] = await inCart(other, 'total')
    expect(total.cost).toEqual([{ amount: 20, currency: 'USD', display: '$20.00' }])
  })
})

describe('adding an item', () => {
  test('creates a line at the Location, and increases its quantity the next time', async () => {
    const form = await shopper.get(formOf(store, 'LAMP'))
    expect(form.body).toMatchObject({ quantity: 0, configuration: {} })
    const [action = ''] = hrefs(form.body, 'addtodefaultcartaction')
    const item = encodeId(store.skus.get('LAMP') ?? '')
    expect(action).toBe(
      `${store.origin}/storefront/carts/${store.scope}/default/lineitems/items/${store.scope}/${item}`,
    )
    expect((await shopper.get(action)).body).toMatchObject({ links: form.body.links, quantity: 0 })
    const created = await shopper.send('POST', action, { quantity: 2 })
    expect([created.status, created.body, created.headers.get('content-type')]).toEqual([201, null, null])
    const again = await shopper.send('POST', formOf(store, 'LAMP'), { quantity: '3', color: 'red' })
    expect([again.status, locationOf(again)]).toEqual([200, locationOf(created)])
    const line = (await shopper.get(locationOf(created))).body
    expect(line).toMatchObject({ self: { type: 'shop.carts.line-item' }, quantity: 5, configuration: {} })
    expect((await inCart(shopper, 'lineitems:element')).map(({ self }) => self.href)).toEqual([line.self.href])
    expect((await shopper.walk('defaultcart'))['total-quantity']).toBe(5)
  })

  test.each(['FollowLocation', 'followlocation', 'followlocation=true', 'followLocation'])(
    'returns the line with its zoom for ?%s',
    async (flag) => {
      const request = { sku: 'LAMP', query: `?${flag}&Zoom=price,total,cart:total` }
      const { status, headers, body } = await addItem(store, shopper, request, { quantity: 2 })
      expect([status, headers.get('location')]).toEqual([201, body.self.href.split('?')[0]])
      expect(body).toMatchObject({
        quantity: 2,
        _price: [{ 'list-price': [{ amount: 10, currency: 'USD', display: '$10.00' }] }],
        _total: [{ cost: [{ amount: 20 }] }],
        _cart: [{ _total: [{ cost: [{ display: '$20.00' }] }] }],
      })
      const more = await addItem(store, shopper, request, { quantity: 1 })
      expect([more.status, more.body.quantity]).toEqual([200, 3])
    },
  )

  test('returns the same as a later GET', async () => {
    await add('RUG', 4)
    const query = '?zoom=price,total,appliedpromotions,cart:total,cart:lineitems:element:total,cart:order:total'
    const added = await addItem(store, shopper, { sku: 'LAMP', query: `${query}&followlocation` }, { quantity: 2 })
    expect(added.body).toEqual((await shopper.get(locationOf(added) + query)).body)
    expect(added.body._cart[0]._total[0].cost[0].amount).toBe(132)
  })

  test.each(['FollowLocation=false', 'zoom=total'])('returns no body for ?%s', async (flag) => {
    const { status, body } = await addItem(store, shopper, { sku: 'LAMP', query: `?${flag}` }, { quantity: 1 })
    expect([status, body]).toEqual([201, null])
  })

  test.each([
    [{}, 'field.required', {}],
    [{ quantity: null }, 'field.required', {}],
    [{ quantity: '' }, 'field.required', {}],
    [{ quantity: 1.5 }, 'field.invalid.integer.format', { 'invalid-value': '1.5' }],
    [{ quantity: 'two' }, 'field.invalid.integer.format', { 'invalid-value': 'two' }],
    [{ quantity: '1e2' }, 'field.invalid.integer.format', { 'invalid-value': '1e2' }],
    [{ quantity: [1] }, 'field.invalid.integer.format', { 'invalid-value': '[1]' }],
    [{ quantity: true }, 'field.invalid.integer.format', { 'invalid-value': 'true' }],
    [{ quantity: -1 }, 'field.invalid.minimum.value', { 'invalid-value': '-1' }],
    [{ quantity: '-7' }, 'field.invalid.minimum.value', { 'invalid-value': '-7' }],
    [{ quantity: 10_001 }, 'field.invalid.maximum.value', { 'max-value': '10000', 'invalid-value': '10001' }],
    [{ quantity: 2_147_483_648 }, 'field.invalid.maximum.value', { 'invalid-value': '2147483648' }],
    ['{"quantity": 99999999999999999999}', 'field.invalid.maximum.value', {}],
  ])('rejects %j with %s, like a line', async (body, id, data) => {
    const made = await add('RUG', 4)
    const refused = { type: 'error', id, data: { 'field-name': 'quantity', ...data } }
    for (const [response, least] of [
      [await addItem(store, shopper, { sku: 'LAMP', query: '?followlocation' }, body), '1'],
      [await shopper.send('PUT', locationOf(made), body), '0'],
    ] as const) {
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ messages: [refused], links: [] })
      if (id === 'field.invalid.minimum.value') expect(response.body.messages[0].data['min-value']).toBe(least)
      expect(Object.values(response.body.messages[0].data).every((text) => typeof text === 'string')).toBe(true)
    }
    expect((await shopper.walk('defaultcart'))['total-quantity']).toBe(4)
  })

  test('rejects a quantity of 0 or above the maximum of a line', async () => {
    const none = await add('LAMP', 0)
    expect([none.status, none.body.messages[0]]).toMatchObject([
      400,
      { id: 'field.invalid.minimum.value', data: { 'field-name': 'quantity', 'min-value': '1', 'invalid-value': '0' } },
    ])
    await add('LAMP', 9_999)
    const more = await add('LAMP', 2)
    expect([more.status, messageIds(more)]).toEqual([400, ['field.invalid.maximum.value']])
  })

  test('creates one line for concurrent requests to a cart that is not open yet', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('LAMP', 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(await inCart(shopper, 'lineitems:element')).toMatchObject([{ quantity: 5 }])
  })

  test.each(['{quantity:1}', "{'quantity':'1',}", '/* one */ {"quantity": 1}'])('accepts %s', async (body) => {
    expect((await addItem(store, shopper, { sku: 'LAMP' }, body)).status).toBe(201)
  })

  test('is rejected if it is not offered, of another scope, or without a price', async () => {
    const action = hrefs((await shopper.get(formOf(store, 'LAMP'))).body, 'addtodefaultcartaction')[0] ?? ''
    const unknown = action.replace(/[^/]+$/, encodeId(crypto.randomUUID()))
    const gone = await shopper.send('POST', unknown, { quantity: 1 })
    expect([gone.status, messageIds(gone)]).toEqual([404, ['not.found']])
    expect((await shopper.get(unknown)).status).toBe(404)
    expect((await shopper.get(formOf(store, crypto.randomUUID()))).status).toBe(404)
    expect((await shopper.get(action.replace(/[^/]+$/, '!!'))).status).toBe(400)
    const elsewhere = action.replace(/\/items\/[^/]+/, '/items/elsewhere')
    expect((await shopper.send('POST', elsewhere, { quantity: 1 })).status).toBe(403)
    expect((await shopper.get(elsewhere)).status).toBe(403)
    for (const sku of ['VASE', 'PEAR']) {
      const priceless = await add(sku, 1)
      expect([priceless.status, messageIds(priceless)]).toEqual([409, ['item.missing.price']])
    }
    expect(await inCart(shopper, 'lineitems:element')).toEqual([])
  })
})

describe('lines', () => {
  test('are listed oldest first, keep their order, and can be changed and removed', async () => {
    const made = [await add('LAMP', 1), await add('RUG', 1), await add('BULB', 1)]
    const places = made.map(locationOf)
    const lines = async () => (await inCart(shopper, 'lineitems:element')).map(({ self }) => self.href)
    expect(await lines()).toEqual(places)
    const [first = '', second = ''] = places
    const changed = await shopper.send('PUT', `${first}?followlocation`, { quantity: 7 })
    expect([changed.status, changed.body]).toEqual([204, null])
    expect(await lines()).toEqual(places)
    expect((await shopper.get(first)).body.quantity).toBe(7)
    expect((await shopper.send('PUT', first, { quantity: '0' })).status).toBe(204)
    expect((await shopper.send('DELETE', second)).status).toBe(204)
    expect(await lines()).toEqual(places.slice(2))
    for (const method of ['PUT', 'DELETE']) {
      const gone = await shopper.send(method, first, method === 'PUT' ? { quantity: 1 } : undefined)
      expect([gone.status, messageIds(gone)]).toEqual([404, ['not.found']])
    }
    const list = await shopper.walk('defaultcart', 'lineitems')
    expect((await shopper.send('DELETE', list.self.href)).status).toBe(204)
    expect(await lines()).toEqual([])
    expect((await shopper.walk('defaultcart'))['total-quantity']).toBe(0)
  })

  test('emit cart.updated once per change, and nothing without a change', async () => {
    const watch = await watchEvents(store.seller)
    const { headers } = await add('LAMP', 1)
    const line = headers.get('location') ?? ''
    expect(await watch.emitted()).toEqual(['cart.updated'])
    const jpy = { 'x-ep-user-traits': 'CURRENCY=JPY' }
    await addItem(store, await shopperOf(store), { sku: 'LAMP', headers: jpy }, { quantity: 1 })
    expect(await watch.emitted()).toEqual(['cart.updated', 'cart.updated'])
    await watch.again()
    await add('LAMP', 0)
    await add('VASE', 1)
    await shopper.send('PUT', line, { quantity: 1 })
    expect(await watch.emitted()).toEqual([])
    await shopper.send('PUT', line, { quantity: 2 })
    await add('LAMP', 2)
    await shopper.send('DELETE', line)
    expect(await watch.emitted()).toEqual(Array(3).fill('cart.updated'))
    const [event] = await watch.events()
    expect(event?.payload.included.items).toMatchObject([{ sku: 'LAMP', quantity: 2 }])
  })
})
