import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { integer, reference, text } from '../../kit/values/attribute.ts'
import { inPromotion } from '../parent.ts'
import { deleteCountsOfBatch } from '../store.ts'
import { CODE_CHARACTERS, checkTerms, terms } from './coupon-terms.ts'

/** Coupons that were created together with the same terms, each with its own code. */
export const couponBatches = defineResource({
  type: 'coupon-batch',
  singular: 'coupon batch',
  plural: 'coupon batches',
  tag: 'Promotions',
  area: 'promotions',
  table: 'coupon_batches',
  path: '/promotions/:promotion_id/coupon-batches',
  parents: inPromotion,
  event: null,
  custom_operations: ['create', 'update'],
  attributes: {
    size: integer({ minimum: 1, maximum: 100_000, description: 'Number of coupons.' }),
    prefix: text(
      { max: 20, pattern: `^${CODE_CHARACTERS}*$`, description: 'The prefix of every code.' },
      { initial: '' },
    ),
    // An attacker who guesses 8 characters out of 32 finds a code of the largest batch once in ten million tries.
    length: integer(
      { minimum: 8, maximum: 20, description: 'Random characters after the prefix: more are harder to guess.' },
      { initial: 10 },
    ),
    ...terms,
    // A code for one shopper is usually valid once.
    max_uses: { ...terms.max_uses, initial: 1, list: { kind: 'integer', column: 'max_uses', nullable: true } },
  },
  internal: { promotion_id: reference() },
  prepare: (work, { after, before }) => checkTerms(work, after, before),
  beforeRemove: (work, { owner_id, id }) => deleteCountsOfBatch(work.tx, owner_id, id),
})

export type CouponBatch = RowOf<typeof couponBatches>
