import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import {
  act,
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  makeOrder,
  newCartId,
  pay,
  statesOf,
} from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
  for (const gateway of ['manual', 'sandbox'])
    expectStatus(await seller.put(`/v2/gateways/${gateway}`, { data: { type: 'gateway', enabled: true } }), 200)
})
afterAll(() => stage.close())

const VAT = { type: 'tax_item', name: 'VAT', rate: 0 }

/** A cart filled by a seller: a custom item with its own tax. */
async function offeredCart(): Promise<{ id: string; items: string; item: string; taxes: string; tax: string }> {
  const id = await fillCart(seller, [customItem(1000, 2)])
  const items = `/v2/carts/${id}/items`
  const [line] = (await seller.get(items)).body.data
  const taxes = `${items}/${line.id}/taxes`
  const { data } = expectStatus(await seller.post(taxes, { data: { ...VAT, rate: 0.1 } }), 201).body
  return { id, items, item: `${items}/${line.id}`, taxes, tax: `${taxes}/${data.id}` }
}

async function shownTo(client: Client, id: string): Promise<number> {
  return (await client.get(`/v2/carts/${id}`)).body.data.meta.display_price.with_tax.amount
}

const refusal = ({ status, body }: Answered) => [status, body.errors[0].detail]

describe('a shopper without the permission of the store', () => {
  test('cannot create, change or delete custom items, and the error names the setting', async () => {
    const { id, items, item } = await offeredCart()
    const answers = [
      await shopper.post(`/v2/carts/${newCartId()}/items`, { data: customItem(1) }),
      await shopper.post(items, { data: [customItem(1)] }),
      await shopper.put(item, { data: { quantity: 1 } }),
      await shopper.delete(item),
      await shopper.delete(items),
    ]
    const expected = [403, expect.stringMatching(/seller token.*shopper_custom_items to true with PUT \/v2\/settings/)]
    expect(answers.map(refusal)).toEqual(answers.map(() => expected))
    expect(await shownTo(shopper, id)).toBe(2200)
  })

  test('cannot create, change or delete tax items, and the error names the setting', async () => {
    const { id, taxes, tax } = await offeredCart()
    const answers = [
      await shopper.post(taxes, { data: VAT }),
      await shopper.put(tax, { data: { type: 'tax_item', rate: 0 } }),
      await shopper.delete(tax),
      await shopper.delete(taxes),
    ]
    const expected = [403, expect.stringMatching(/seller token.*shopper_tax_items to true with PUT \/v2\/settings/)]
    expect(answers.map(refusal)).toEqual(answers.map(() => expected))
    expect((await shopper.get(taxes)).body.data).toMatchObject([{ rate: 0.1, rate_ppm: 100_000 }])
    expect(await shownTo(shopper, id)).toBe(2200)
  })

  test('buys what a seller has added to its cart, at the price of the seller', async () => {
    const { id } = await offeredCart()
    const { data } = expectStatus(await checkOut(shopper, id), 201).body
    expect(data.meta.display_price.with_tax.amount).toBe(2200)
  })
})

test('each of the two settings permits only its own kind of item', async () => {
  const { store, shopper: other } = await stage.tenant()
  const open = (settings: object) => store.put('/v2/settings', { data: { type: 'settings', ...settings } })
  expectStatus(await open({ shopper_custom_items: true }), 200)
  const id = await fillCart(other, [customItem(500)])
  const [line] = (await other.get(`/v2/carts/${id}/items`)).body.data
  const taxes = `/v2/carts/${id}/items/${line.id}/taxes`
  expect((await other.post(taxes, { data: VAT })).status).toBe(403)
  expectStatus(await open({ shopper_custom_items: false, shopper_tax_items: true }), 200)
  expectStatus(await other.post(taxes, { data: VAT }), 201)
  expect((await other.post(`/v2/carts/${id}/items`, { data: customItem(1) })).status).toBe(403)
})

describe('a payment through the manual gateway', () => {
  test('is an authorization for a shopper, even as a purchase, until the seller captures it', async () => {
    const cart_id = await fillCart(seller, [customItem(4900)])
    const { id } = expectStatus(await checkOut(shopper, cart_id), 201).body.data
    const { data } = expectStatus(await pay(shopper, id, { gateway: 'manual' }), 201).body
    expect(data).toMatchObject({ transaction_type: 'authorize', status: 'complete', amount: 4900, captured_amount: 0 })
    expect(await statesOf(seller, id)).toBe('processing/authorized/unfulfilled')
    expect((await act(shopper, id, data.id, 'capture')).status).toBe(403)
    expectStatus(await act(seller, id, data.id, 'capture'), 201)
    expect(await statesOf(seller, id)).toBe('complete/paid/unfulfilled')
  })

  test('is a purchase for a seller, like a sandbox payment by a shopper', async () => {
    const entered = await makeOrder(seller)
    expect(expectStatus(await pay(seller, entered.id, { gateway: 'manual' }), 201).body.data).toMatchObject({
      transaction_type: 'purchase',
    })
    const cart_id = await fillCart(seller, [customItem(4900)])
    const { id } = expectStatus(await checkOut(shopper, cart_id), 201).body.data
    expect(expectStatus(await pay(shopper, id), 201).body.data).toMatchObject({ transaction_type: 'purchase' })
    expect(await statesOf(seller, id)).toBe('complete/paid/unfulfilled')
  })
})
