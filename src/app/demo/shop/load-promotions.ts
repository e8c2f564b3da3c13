import type { Work } from '../../../store/kit/work.ts'
import { coupons } from '../../../store/promotions/coupons/coupon.ts'
import { promotions } from '../../../store/promotions/promotion.ts'
import data from './data/promotions.json' with { type: 'json' }
import { create, ensure } from './ensure.ts'

/** Loads promotions, one of which has a coupon. */
export async function loadPromotions(work: Work): Promise<void> {
  for (const { promotion, coupon } of data) {
    const { id: promotion_id } = await create(work, promotions, promotion)
    if (coupon !== undefined) await ensure(work, coupons, { code: coupon.code }, { promotion_id })
  }
}
