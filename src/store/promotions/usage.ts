import { defineResource } from '../kit/resource.ts'
import { integer, optional, reference, text, time } from '../kit/values/attribute.ts'
import { codeField } from './coupons/coupon-terms.ts'
import { inPromotion } from './parent.ts'

/** A use of a promotion by an order. The shopper is stored as a hash only, for counting. */
export const promotionUsages = defineResource({
  type: 'promotion-usage',
  singular: 'promotion usage',
  tag: 'Promotions',
  area: 'promotions',
  table: 'promotion_usages',
  path: '/promotions/:promotion_id/usages',
  parents: inPromotion,
  event: null,
  custom_operations: ['create', 'update', 'remove'],
  attributes: {
    promotion_id: reference({}, { list: false }),
    order_id: reference(),
    coupon_id: optional(reference({ description: 'The coupon that was used; null: the promotion requires none.' })),
    code: { ...optional(text({ description: 'Its code.' })), list: { ...codeField, nullable: true } },
    amount: integer({ description: 'The discount, in minor units of the currency.' }),
    currency: text({ description: 'ISO 4217.' }),
    released_at: optional(time({ description: 'When the order released the use; null: it counts.' })),
  },
})
