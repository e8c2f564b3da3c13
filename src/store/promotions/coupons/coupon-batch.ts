import { integer, reference, text } from '../../kit/attribute.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { inPromotion } from '../parent.ts'
import { forgetUsesOfBatch } from '../store.ts'
import { CODE_CHARACTERS, checkTerms, terms } from './coupon-terms.ts'

/** Coupons that were made together: one code each, and the same terms. */
export const couponBatches = defineResource({
  type: 'coupon-batch',
  one: 'coupon batch',
  many: 'coupon batches',
  tag: 'Promotions',
  table: 'coupon_batches',
  path: '/promotions/:promotion_id/coupon-batches',
  parents: inPromotion,
  event: null,
  own: ['create', 'update'],
  attributes: {
    size: integer({ minimum: 1, maximum: 100_000, description: 'How many coupons.' }),
    prefix: text(
      { max: 20, pattern: `^${CODE_CHARACTERS}*$`, description: 'What every code begins with.' },
      { initial: '' },
    ),
    // Of eight characters out of 32, one guess in ten million hits a code of the largest batch.
    length: integer(
      { minimum: 8, maximum: 20, description: 'Random characters behind the prefix: the more, the harder to guess.' },
      { initial: 10 },
    ),
    ...terms,
    // A code that was made for one shopper is mostly good for once.
    max_uses: { ...terms.max_uses, initial: 1, list: { kind: 'integer', column: 'max_uses', nullable: true } },
  },
  kept: { promotion_id: reference() },
  prepare: (work, { after, before }) => checkTerms(work, after, before),
  beforeRemove: (work, { owner_id, id }) => forgetUsesOfBatch(work.tx, owner_id, id),
})

export type CouponBatch = RowOf<typeof couponBatches>
