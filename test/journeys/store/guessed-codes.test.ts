import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { addCoupon, changePromotion, makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { addItem, inCart, openStore, type Store, shopperOf } from '../../support/storefront/carts.ts'
import { hrefs, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

let stage: Stage
let store: Store
beforeAll(async () => {
  stage = await openSharedStage()
})
// The codes of one network count for each store.
beforeEach(async () => {
  store = await openStore(stage)
  const promotion = await makePromotion(store.seller, { trigger: 'coupon' })
  await makeCoupon(store.seller, promotion, { code: 'RIGHT' })
  const ended = await makePromotion(store.seller, { trigger: 'coupon' })
  await makeCoupon(store.seller, ended, { code: 'ENDED' })
  await changePromotion(store.seller, ended, { enabled: false })
})
afterAll(() => stage.close())

const wrongCode = () => `W-${crypto.randomUUID()}`

/** Statuses and the last `Retry-After` of these requests, one after the other. */
async function repeat(times: number, request: () => Promise<{ status: number; headers: Headers }>) {
  const statuses: number[] = []
  let wait: string | null = null
  for (let at = 0; at < times; at += 1) {
    const { status, headers } = await request()
    statuses.push(status)
    wait = headers.get('retry-after')
  }
  return { statuses, wait: Number(wait) }
}

/** The `/v2` API with the token of a new shopper. */
async function newShopper(): Promise<Pick<Client, 'post'>> {
  const shopper = await shopperOf(store)
  const post = (path: string, body?: unknown) => shopper.send('POST', `${store.origin}${path}`, body)
  return { post }
}

const addItems = ({ post }: Pick<Client, 'post'>, codes: readonly string[], options: object = {}) =>
  post(`/v2/carts/${crypto.randomUUID()}/items`, {
    data: codes.map((code) => ({ type: 'promotion_item', code })),
    options,
  })

async function couponAction(shopper: StorefrontClient): Promise<string> {
  await addItem(store, shopper, { sku: 'LAMP' }, { quantity: 1 })
  const [form] = await inCart(shopper, 'order:couponinfo:couponform')
  return hrefs(form, 'applycouponaction')[0] ?? ''
}

describe('wrong coupon codes', () => {
  test('make the shopper wait after 20, and no other', async () => {
    const shopper = await newShopper()
    const { statuses, wait } = await repeat(21, () => addCoupon(shopper, 'guessed', wrongCode()))
    expect(statuses).toEqual([...Array(20).fill(422), 429])
    expect(wait).toBeGreaterThan(0)
    expect((await addCoupon(shopper, 'guessed', 'RIGHT')).status).toBe(429)
    const neighbor = await newShopper()
    expect((await addCoupon(neighbor, 'typed', wrongCode())).status).toBe(422)
    expect((await addCoupon(neighbor, 'typed', 'right')).status).toBe(201)
  })

  test('count in requests with several, also if the others are added', async () => {
    const shopper = await newShopper()
    const codes = ['RIGHT', ...Array.from({ length: 9 }, wrongCode)]
    const partial = { add_all_or_nothing: false }
    const { statuses } = await repeat(3, () => addItems(shopper, codes, partial))
    expect(statuses).toEqual([201, 201, 429])
  })

  test('cannot be sent at once beyond the limit', async () => {
    const shopper = await newShopper()
    const sent = Array.from({ length: 50 }, () => addItems(shopper, [wrongCode()]))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('include those that cannot be used any more, and not right ones', async () => {
    const shopper = await newShopper()
    expect((await repeat(30, () => addCoupon(shopper, 'right', 'RIGHT'))).statuses).not.toContain(429)
    const { statuses } = await repeat(21, () => addCoupon(shopper, 'ended', 'ENDED'))
    expect(statuses).toEqual([...Array(20).fill(409), 429])
  })

  test('make sellers wait never', async () => {
    const { statuses } = await repeat(40, () => addCoupon(store.seller, 'sold', wrongCode()))
    expect(new Set(statuses)).toEqual(new Set([422]))
  })

  test('make a shopper of the storefront wait', async () => {
    const shopper = await shopperOf(store)
    const action = await couponAction(shopper)
    const { statuses, wait } = await repeat(21, () => shopper.send('POST', action, { code: wrongCode() }))
    expect(statuses).toEqual([...Array(20).fill(409), 429])
    expect(wait).toBeGreaterThan(0)
  })
})

test('Unknown purchase numbers make a shopper of the storefront wait', async () => {
  const shopper = await shopperOf(store)
  const form = await shopper.walk('lookups', 'purchaselookupform')
  const [action = ''] = hrefs(form, 'purchaselookupaction')
  const { statuses, wait } = await repeat(21, () => shopper.send('POST', action, { 'purchase-number': wrongCode() }))
  expect(statuses).toEqual([...Array(20).fill(404), 429])
  expect(wait).toBeGreaterThan(0)
})
