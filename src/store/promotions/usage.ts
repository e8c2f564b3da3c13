import { integer, optional, reference, text, time } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import { codeField } from './coupons/coupon-terms.ts'
import { inPromotion } from './parent.ts'

/** What a promotion took off an order. Who bought is not shown: it is kept as a hash, to count by. */
export const promotionUsages = defineResource({
  type: 'promotion-usage',
  one: 'promotion usage',
  tag: 'Promotions',
  table: 'promotion_usages',
  path: '/promotions/:promotion_id/usages',
  parents: inPromotion,
  event: null,
  own: ['create', 'update', 'remove'],
  attributes: {
    promotion_id: reference({}, { list: false }),
    order_id: reference(),
    coupon_id: optional(reference({ description: 'The coupon that was used; null: the promotion needs none.' })),
    code: { ...optional(text({ description: 'Its code.' })), list: { ...codeField, nullable: true } },
    amount: integer({ description: 'What was taken off, in minor units of the currency.' }),
    currency: text({ description: 'ISO 4217.' }),
    released_at: optional(time({ description: 'When the order gave the use back; null: it counts.' })),
  },
})
