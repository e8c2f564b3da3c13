import { Type } from 'typebox'
import { defineResource } from '../../kit/resource.ts'
import { optional, reference, text } from '../../kit/values/attribute.ts'
import { emailAddress } from '../../kit/values/email-address.ts'
import { inPromotion } from '../parent.ts'
import { startCounting } from '../sql/counters.ts'
import { deleteCounts } from '../store.ts'
import { CODE_CHARACTERS, checkTerms, codeField, codeKeyOf, limitsOfCoupon, terms } from './coupon-terms.ts'

export const coupons = defineResource({
  type: 'coupon',
  singular: 'coupon',
  tag: 'Promotions',
  area: 'promotions',
  table: 'coupons',
  path: '/promotions/:promotion_id/coupons',
  parents: inPromotion,
  event: null,
  key: ['code'],
  attributes: {
    code: text(
      {
        min: 1,
        max: 64,
        pattern: `^${CODE_CHARACTERS}*$`,
        description: 'Case-insensitive, and unique in the store.',
      },
      { fixed: true, list: codeField },
    ),
    email: optional(emailAddress('Only the shopper with this e-mail address may use it; null: any shopper.')),
    ...terms,
  },
  internal: { promotion_id: reference(), batch_id: optional(reference()), code_key: text() },
  fields: { batch_id: { kind: 'uuid', column: 'batch_id', nullable: true } },
  shows: {
    attributes: {
      batch_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'The batch that created it; null: it was created individually.',
      }),
    },
  },
  show: ({ batch_id }) => ({ attributes: { batch_id } }),
  constraints: {
    coupons_code: {
      code: 'conflict',
      detail: 'Another coupon of the store has this code.',
      pointer: '/data/code',
    },
  },
  async prepare(work, { after, before }) {
    after.code_key = codeKeyOf(after.code)
    const problems = await checkTerms(work, after, before)
    if (problems.length > 0 || before === null) return problems
    const { owner_id, id } = after
    await startCounting(work.tx, { owner_id, id, column: 'coupon_id' }, limitsOfCoupon(before), limitsOfCoupon(after))
    return []
  },
  beforeRemove: (work, { owner_id, id }) => deleteCounts(work.tx, owner_id, id),
})
