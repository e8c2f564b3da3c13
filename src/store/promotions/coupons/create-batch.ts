import { newId } from '../../../db/new-id.ts'
import { attributesIn } from '../../kit/operations.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { insertCoupons } from '../store.ts'
import { type CouponBatch, couponBatches } from './coupon-batch.ts'
import { randomCodes } from './random-codes.ts'

const COUPONS_PER_INSERT = 10_000

/** Creates a batch with all of its coupons. Throws `invalid`, and `not_found` for the promotion. */
export async function createCouponBatch(
  work: Work,
  promotion_id: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<CouponBatch> {
  const batch = await insert(work, couponBatches, { ...attributesIn(couponBatches, sent), promotion_id }, sent)
  // Codes that the store already has are skipped and replaced.
  for (let missing = batch.size; missing > 0; ) {
    const codes = randomCodes(Math.min(missing, COUPONS_PER_INSERT), batch.length)
    const ids = codes.map(() => newId(work.now))
    missing -= await insertCoupons(work.tx, batch, { ids, codes })
  }
  return batch
}
