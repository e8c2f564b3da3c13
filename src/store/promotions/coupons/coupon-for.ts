import type { CouponFacts } from '../../../pricing/input.ts'

/** A coupon that is valid for everyone, at any time. */
export function couponFor(code: string, promotion_id: string): CouponFacts {
  const always = { for_shopper: true, start: null, end: null, max_uses: null, max_uses_per_shopper: null }
  return { code, promotion_id, ...always, uses: { all: 0, by_shopper: 0 } }
}
