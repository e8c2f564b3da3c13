import type { CouponRefusal, Reason } from './explanations/reason.ts'
import type { CouponFacts, PricingInput, Uses } from './input.ts'
import type { Promotion } from './promotion.ts'
import type { Rule } from './rule.ts'

type Window = { start: number | null; end: number | null }
type Limits = { all: number | null; by_shopper: number | null }

/** The reason why the promotion cannot apply to any cart; null if it can. */
export function rejectionOf({ promotion, gift_skus }: Rule, input: PricingInput): Reason | null {
  const { enabled, currency, usage_limit, usage_limit_per_shopper } = promotion
  const is = input.format.currency
  if (!enabled) return { kind: 'disabled' }
  if (currency !== null && currency !== is) return { kind: 'wrong_currency', needed: currency, is }
  return (
    outsidePeriod(promotion, input.now) ??
    usedUp({ all: usage_limit, by_shopper: usage_limit_per_shopper }, input.offers.uses.get(promotion.id)) ??
    (promotion.trigger === 'coupon' ? couponRefusal(promotion.id, input) : null) ??
    unavailableGift(gift_skus, input)
  )
}

function unavailableGift(skus: readonly string[], { offers }: PricingInput): Reason | null {
  const sku = skus.find((each) => offers.unavailable_gifts.has(each))
  return sku === undefined ? null : { kind: 'gift_unavailable', sku }
}

/** The code of the coupon that triggers the promotion; null if none does. */
export function triggerOf({ id, trigger }: Promotion, { offers, now }: PricingInput): string | null {
  if (trigger === 'automatic') return null
  return (
    offers.coupons.find((coupon) => coupon.promotion_id === id && couponRefusalOf(coupon, now) === null)?.code ?? null
  )
}

function couponRefusal(promotion_id: string, input: PricingInput): Reason | null {
  const matching = input.offers.coupons.filter((coupon) => coupon.promotion_id === promotion_id)
  const [first] = matching
  if (first === undefined) return { kind: 'coupon_missing' }
  if (matching.some((coupon) => couponRefusalOf(coupon, input.now) === null)) return null
  const because = couponRefusalOf(first, input.now)
  return because === null ? null : { kind: 'coupon_refused', code: first.code, because }
}

function couponRefusalOf(coupon: CouponFacts, now: number): CouponRefusal | null {
  if (!coupon.for_shopper) return { kind: 'for_somebody_else' }
  const limits = { all: coupon.max_uses, by_shopper: coupon.max_uses_per_shopper }
  return outsidePeriod(coupon, now) ?? usedUp(limits, coupon.uses)
}

function outsidePeriod({ start, end }: Window, now: number) {
  if (start !== null && now < start) return { kind: 'not_started', start } as const
  if (end !== null && now >= end) return { kind: 'ended', end } as const
  return null
}

function usedUp(limits: Limits, uses: Uses = { all: 0, by_shopper: 0 }) {
  if (limits.all !== null && uses.all >= limits.all)
    return { kind: 'used_up', limit: limits.all, uses: uses.all } as const
  if (limits.by_shopper !== null && uses.by_shopper >= limits.by_shopper)
    return { kind: 'used_up_by_shopper', limit: limits.by_shopper, uses: uses.by_shopper } as const
  return null
}
