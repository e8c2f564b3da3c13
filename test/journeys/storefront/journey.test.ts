import { expect, test } from 'vitest'
import { changePromotion, makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { embedded, inCart, type Json, shopperOf } from '../../support/storefront/carts.ts'
import { clientWith, hrefs, tokenFor } from '../../support/storefront/hypermedia.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { store } = shopStage()

test('a client starts at the root, finds an item by relations, adds it to a cart and reads the totals', async () => {
  const { seller } = store
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  const item_promotion = await makePromotion(seller, {
    name: 'Of items',
    scope: 'item',
    target: { skus: ['LAMP'] },
    action: tenth,
    currency: null,
  })
  const coupon = await makePromotion(seller, { name: 'By coupon', trigger: 'coupon' })
  await makeCoupon(seller, coupon, { code: 'SPRING' })
  const shopper = await shopperOf(store)

  const searches = await shopper.walk('searches', 'keywordsearchform')
  const [search = ''] = hrefs(searches, 'itemkeywordsearchaction')
  const zoom =
    'element:price,element:definition,element:availability,element:appliedpromotions:element,element:addtocartform'
  const found = await shopper.send('POST', `${search}?followlocation&zoom=${zoom}`, { keywords: 'lamp' })
  expect([found.status, found.body.pagination.results]).toEqual([201, 5])
  const [item] = found.body._element
  expect(item._price).toMatchObject([
    { 'list-price': [{ amount: 10 }], 'purchase-price': [{ amount: 9, display: '$9.00' }] },
  ])
  expect([item._definition[0]['display-name'], item._availability[0].state]).toEqual(['Lamp LAMP', 'AVAILABLE'])
  expect(embedded(item, 'appliedpromotions:element')).toMatchObject([{ name: 'Of items' }])

  const [add = ''] = hrefs(item._addtocartform[0], 'addtodefaultcartaction')
  const added = await shopper.send(
    'POST',
    `${add}?FollowLocation&zoom=price,total,item:code,availability`,
    '{quantity:3}',
  )
  expect([added.status, added.body.quantity]).toEqual([201, 3])
  expect(added.body).toMatchObject({
    _price: [{ 'list-price': [{ amount: 10 }], 'purchase-price': [{ amount: 9 }] }],
    _total: [{ cost: [{ amount: 27 }] }],
    _item: [{ _code: [{ code: 'LAMP' }] }],
    _availability: [{ state: 'AVAILABLE' }],
  })

  const [form] = await inCart(shopper, 'order:couponinfo:couponform')
  const [apply = ''] = hrefs(form, 'applycouponaction')
  expect((await shopper.send('POST', apply, { code: 'spring' })).status).toBe(201)
  const whole =
    'total,discount,appliedpromotions:element,lineitems:element:price,lineitems:element:total,' +
    'lineitems:element:appliedpromotions:element,order:total,order:tax,order:couponinfo:coupon:appliedpromotions:element'
  const cart = await shopper.follow(await shopper.root(), 'defaultcart', whole)
  const amount = (path: string) => embedded(cart, path).map((each: Json) => (each.cost ?? each.discount)[0].amount)
  expect([amount('total'), amount('discount'), amount('order:total')]).toEqual([[27], [5], [22]])
  expect(embedded(cart, 'order:tax')[0].total.amount).toBe(0)
  for (const path of ['appliedpromotions:element', 'order:couponinfo:coupon:appliedpromotions:element'])
    expect(embedded(cart, path)).toMatchObject([{ name: 'By coupon' }])
  await changePromotion(seller, item_promotion, { enabled: false })
  expect(await inCart(shopper, 'lineitems:element:price')).toMatchObject([{ 'purchase-price': [{ amount: 10 }] }])
})

test('a login keeps the cart: for an item in both carts the later quantity counts', async () => {
  const { seller, scope, origin } = store
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'correct horse battery'
  const customer = { type: 'customer', name: 'Ada', email, password }
  expectStatus(await seller.post('/v2/customers', { data: customer }), 201)
  const code = `TAKEN-${email.slice(0, 8)}`
  await makeCoupon(seller, await makePromotion(seller, { trigger: 'coupon' }), { code })
  const logIn = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const fields = { role: 'REGISTERED', scope, username: email, password }
    const { status, body } = await tokenFor(origin, fields, headers)
    expect([status, body.role]).toEqual([200, 'REGISTERED'])
    return clientWith(origin, body.access_token)
  }
  const put = async (client: Awaited<ReturnType<typeof shopperOf>>, sku: string, quantity: number) => {
    const [search = ''] = hrefs(await client.walk('searches', 'keywordsearchform'), 'itemkeywordsearchaction')
    const { body } = await client.send('POST', `${search}?followlocation&zoom=element:addtocartform`, { keywords: sku })
    const [add = ''] = hrefs(body._element[0]._addtocartform[0], 'addtodefaultcartaction')
    expect((await client.send('POST', add, { quantity })).status).toBeLessThan(202)
  }
  const before = await logIn()
  await put(before, 'LAMP', 5)
  await put(before, 'RUG', 1)

  const anonymous = await shopperOf(store)
  await put(anonymous, 'LAMP', 2)
  await put(anonymous, 'BULB', 4)
  const [form] = await inCart(anonymous, 'order:couponinfo:couponform')
  expect((await anonymous.send('POST', hrefs(form, 'applycouponaction')[0] ?? '', { code })).status).toBe(201)
  const ada = await logIn(anonymous.token)
  const lines = embedded(
    await ada.follow(await ada.root(), 'defaultcart', 'lineitems:element,lineitems:element:item:code'),
    'lineitems:element',
  )
  expect(lines.map(({ quantity, _item }: Json) => [_item[0]._code[0].code, quantity])).toEqual([
    ['LAMP', 2],
    ['RUG', 1],
    ['BULB', 4],
  ])
  expect(await inCart(ada, 'order:couponinfo:coupon')).toMatchObject([{ code }])
  expect((await anonymous.walk('defaultcart'))['total-quantity']).toBe(0)
  expect((await (await logIn(ada.token)).walk('defaultcart'))['total-quantity']).toBe(7)
})
