import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { makeCoupon, makePromotion } from '../../../test/support/store/promotions.ts'
import { customItem, expectStatus, fillCart } from '../../../test/support/store/shop.ts'
import { AXE_TIMEOUT_MS, expectAccessible } from '../support/accessible.ts'
import { heading } from '../support/promotions.ts'
import { openStage, type Stage } from '../support/stage.ts'

const WHEN = {
  kind: 'all',
  of: [
    { kind: 'subtotal', minimum: 5000 },
    {
      kind: 'any',
      of: [
        { kind: 'segment', one_of: ['vip'] },
        { kind: 'not', of: { kind: 'country', one_of: ['US'] } },
      ],
    },
    { kind: 'quantity', minimum: 2, of: { skus: ['LAMP'] } },
  ],
}

let stage: Stage
let pages: readonly string[]
beforeAll(async () => {
  stage = await openStage()
  const { seller } = stage.tenant
  const id = await makePromotion(seller, { when: WHEN, trigger: 'coupon', usage_limit: 5 })
  await makePromotion(seller, { name: 'Off', enabled: false })
  const coupon = await makeCoupon(seller, id, { code: 'SPRING' })
  const data = { type: 'coupon-batch', size: 5 }
  const batch = expectStatus(await seller.post(`/v2/promotions/${id}/coupon-batches`, { data }), 201).body.data.id
  const cart = await fillCart(seller, [customItem(4800)])
  const one = `/promotions/${id}`
  pages = [
    '/promotions',
    '/promotions/new?preset=two-for-one',
    one,
    `${one}/try?cart=${cart}`,
    `${one}/delete`,
    `${one}/coupons`,
    `${one}/coupons/${coupon}`,
    `${one}/batches/${batch}`,
    `${one}/usages`,
  ]
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

test(
  'screens of promotions are accessible in both themes and on a phone',
  async () => {
    const { page, faults } = await stage.open('/promotions')
    await heading(page, 'Promotions')
    await expectAccessible(page, pages.map(stage.at))
    expect(faults).toEqual([])
  },
  AXE_TIMEOUT_MS,
)
