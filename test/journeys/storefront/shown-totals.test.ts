import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changePromotion, makePromotion } from '../../support/store/promotions.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { addItem, inCart, messageIds } from '../../support/storefront/carts.ts'
import { hrefs, type StorefrontResponse } from '../../support/storefront/hypermedia.ts'
import { completeOrder, enableCheckout, submit } from '../../support/storefront/orders.ts'
import { shopStage } from '../../support/storefront/stage.ts'

const { store, shopper } = shopStage(enableCheckout)
let promotion: string
beforeAll(async () => {
  promotion = await makePromotion(store.seller, { enabled: false })
})
beforeEach(async () => {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 2 })
  await completeOrder(shopper)
})

async function whilePromoted(then: () => Promise<void>): Promise<void> {
  await changePromotion(store.seller, promotion, { enabled: true })
  await then().finally(() => changePromotion(store.seller, promotion, { enabled: false }))
}

const due = async () => (await inCart(shopper, 'order:total'))[0].cost[0].amount

/** Expects the rejection of a purchase whose total changed, in dollars. */
function expectMoved(refused: StorefrontResponse, before: number, after: number, what: string): void {
  expect([refused.status, messageIds(refused)]).toEqual([409, ['order.total.changed']])
  const [message] = refused.body.messages
  expect(message['debug-message']).toContain(`total $${before.toFixed(2)} -> $${after.toFixed(2)}: ${what}`)
  expect(message.data).toEqual({ 'total-shown': String(before), total: String(after) })
}

test('the form’s action buys for the displayed amounts, or reports the change with a link back', async () => {
  const [form] = await inCart(shopper, 'order:purchaseform')
  const [action = ''] = hrefs(form, 'submitorderaction')
  expect(await due()).toBe(30.8)
  await whilePromoted(async () => {
    const refused = await shopper.send('POST', action)
    expectMoved(refused, 30.8, 25.3, 'discount $0.00 -> $5.00, tax $2.80 -> $2.30')
    const fresh = await shopper.get(refused.body.messages[0]['linked-to'].href)
    expect(fresh.body.self.type).toBe('shop.orders.order')
    expect((await shopper.get(`${hrefs(fresh.body, 'purchaseform')[0]}`)).body.messages).toEqual([])
  })
  expect((await shopper.send('POST', action)).status).toBe(201)
})

test('a higher shipping cost changes the total', async () => {
  const [form] = await inCart(shopper, 'order:purchaseform')
  const { body } = await store.seller.get('/v2/shipping-options?filter=eq(code,parcel)')
  const cost = (amount: number) =>
    store.seller.put(`/v2/shipping-options/${body.data[0].id}`, {
      data: { type: 'shipping_option', costs: { USD: { amount } } },
    })
  expectStatus(await cost(900), 200)
  const refused = await shopper.send('POST', hrefs(form, 'submitorderaction')[0] ?? '')
  expectStatus(await cost(800), 200)
  expectMoved(refused, 30.8, 31.9, 'tax $2.80 -> $2.90, shipping $8.80 -> $9.90')
})

test('an order form loses its action when its amounts are outdated, and links to a current form', async () => {
  const [order] = await inCart(shopper, 'order')
  await whilePromoted(async () => {
    const form = (await shopper.get(hrefs(order, 'purchaseform')[0] ?? '')).body
    expect(hrefs(form, 'submitorderaction')).toEqual([])
    expect(form.messages).toMatchObject([{ id: 'order.total.changed', blocks: { rel: 'submitorderaction' } }])
    const fresh = (await shopper.get(hrefs(form, 'purchaseform')[0] ?? '')).body
    expect([fresh.self.type, fresh.messages]).toEqual(['shop.purchases.purchase-form', []])
    expect((await shopper.send('POST', hrefs(fresh, 'submitorderaction')[0] ?? '')).status).toBe(201)
  })
})

test('rejects invalid amounts in the URI of a form', async () => {
  const [form] = await inCart(shopper, 'order:purchaseform')
  const action = hrefs(form, 'submitorderaction')[0] ?? ''
  for (const method of ['GET', 'POST'])
    expect((await shopper.send(method, action.replace(/[^/]*$/, 'mzxw6='))).status).toBe(400)
})

test('an unchanged order is bought for the displayed amounts', async () => {
  const shown = await due()
  const { body } = await submit(shopper, '?followlocation')
  expect(body['monetary-total'][0].amount).toBe(shown)
})
