import type { CouponFacts, PricingInput, Uses } from './input.ts'
import type { Promotion } from './promotion.ts'
import type { CouponTrouble, Reason } from './reason.ts'

type Window = { start: number | null; end: number | null }
type Limits = { all: number | null; by_shopper: number | null }

/** Why the promotion is out, whatever is in the cart; null when it is not. */
export function refusalOf(promotion: Promotion, input: PricingInput): Reason | null {
  const { enabled, currency, usage_limit, usage_limit_per_shopper, action } = promotion
  const is = input.format.currency
  if (!enabled) return { kind: 'disabled' }
  if (currency !== null && currency !== is) return { kind: 'wrong_currency', needed: currency, is }
  return (
    outside(promotion, input.now) ??
    usedUp({ all: usage_limit, by_shopper: usage_limit_per_shopper }, input.offers.uses.get(promotion.id)) ??
    (promotion.trigger === 'coupon' ? couponRefusal(promotion.id, input) : null) ??
    (action.kind === 'free_item' && input.offers.not_given.has(action.sku)
      ? { kind: 'gift_unavailable', sku: action.sku }
      : null)
  )
}

/** The code of the coupon that triggers the promotion; null when none does. */
export function triggerOf({ id, trigger }: Promotion, { offers, now }: PricingInput): string | null {
  if (trigger === 'automatic') return null
  return offers.coupons.find((coupon) => coupon.promotion_id === id && troubleOf(coupon, now) === null)?.code ?? null
}

function couponRefusal(promotion_id: string, input: PricingInput): Reason | null {
  const held = input.offers.coupons.filter((coupon) => coupon.promotion_id === promotion_id)
  const [first] = held
  if (first === undefined) return { kind: 'coupon_missing' }
  if (held.some((coupon) => troubleOf(coupon, input.now) === null)) return null
  const because = troubleOf(first, input.now)
  return because === null ? null : { kind: 'coupon_refused', code: first.code, because }
}

function troubleOf(coupon: CouponFacts, now: number): CouponTrouble | null {
  if (!coupon.for_shopper) return { kind: 'for_somebody_else' }
  const limits = { all: coupon.max_uses, by_shopper: coupon.max_uses_per_shopper }
  return outside(coupon, now) ?? usedUp(limits, coupon.uses)
}

function outside({ start, end }: Window, now: number) {
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
